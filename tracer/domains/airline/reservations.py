"""Reservations: descriptions that select exactly one reservation of a customer."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from schemas.draft import FactKind
from tracer.domains.airline.material import name_cities
from tracer.domains.dates import write_date
from tracer.domains.describer import AmbiguousError, Said
from tracer.domains.state import Base, Row

RESERVATION_ID_RATE = 0.15
TRIP_RATE = 0.7
Slots = tuple[tuple[str, str], ...]


@dataclass(slots=True)
class ReservationNamer:
    """Names the reservations of one customer; remembers which one was spoken of last."""

    base: Base
    customer: Row
    rng: random.Random
    last: str = field(default="")
    booked: list[Row] = field(default_factory=list)
    """Trips booked in the talk, which a description must not select."""
    moved: dict[str, Row] = field(default_factory=dict)
    """Reservation id -> the row with the flights it was changed to in the talk."""

    def name(self, topic: int, reservation_id: str) -> Said:
        """Return what selects the reservation."""
        before, self.last = self.last, reservation_id
        if before == reservation_id:
            return Said(FactKind.DETAIL, topic, (("reservation.same", ""),))
        slots = self.choose(reservation_id)
        is_trip = slots[-1][0] == "reservation.destination"
        return Said(FactKind.DETAIL, topic, slots, key="reservation.trip" if is_trip else "")

    def note_booking(self, flights: Sequence[Row]) -> None:
        """Take in a trip that is booked in the talk."""
        ends = {"origin": flights[0]["origin"], "destination": flights[-1]["destination"]}
        self.booked.append({"reservation_id": "", "flights": list(flights), **ends})

    def note_change(self, reservation_id: str, flights: Sequence[Row]) -> None:
        """Take in the flights a reservation is changed to in the talk."""
        self.moved[reservation_id] = {**self.find(reservation_id), "flights": list(flights)}

    def choose(self, reservation_id: str) -> Slots:
        """Return slots that select the reservation.

        Raises:
            AmbiguousError: nothing the customer would know does.
        """
        if self.rng.random() < RESERVATION_ID_RATE:
            return (("reservation.id", reservation_id),)
        row = self.find(reservation_id)
        trip = self.name_trip(row)
        day = row["flights"][0]["date"]
        has_day = self.list_days().count(day) == 1
        if trip and (not has_day or self.rng.random() < TRIP_RATE):
            return trip
        if has_day:
            return (("reservation.date", write_date(day)),)
        msg = f"no description selects reservation {reservation_id} alone"
        raise AmbiguousError(msg)

    def list_rows(self) -> list[Row]:
        """Return all reservations of the customer, those of the talk too."""
        return [self.find(key) for key in self.customer["reservations"]] + self.booked

    def find(self, reservation_id: str) -> Row:
        """Return a reservation as it is at this point of the talk."""
        row = self.moved.get(reservation_id)
        return self.base.tables["reservations"][reservation_id] if row is None else row

    def list_days(self) -> list[str]:
        """Return the days on which the customer's reservations start."""
        return [row["flights"][0]["date"] for row in self.list_rows()]

    def name_trip(self, row: Row) -> Slots:
        """Return where the trip goes, with where from if needed; nothing when that is not enough.

        Another trip the other way round would be taken for it, so it must not be there either.
        """
        cities = name_cities()
        rows = self.list_rows()
        ends = {row["origin"], row["destination"]}
        same = [item for item in rows if item["destination"] == row["destination"]]
        destination = ("reservation.destination", cities[row["destination"]])
        if len(same) == 1 and not self.is_passed(row["destination"], row):
            return (destination,)
        alike = [item for item in rows if {item["origin"], item["destination"]} == ends]
        if len(alike) == 1:
            return (("reservation.origin", cities[row["origin"]]), destination)
        return ()

    def is_passed(self, airport: str, row: Row) -> bool:
        """Return whether another reservation flies to the airport too, on its way or back."""
        return any(
            flight["destination"] == airport
            for item in self.list_rows()
            if item["reservation_id"] != row["reservation_id"]
            for flight in item["flights"]
        )
