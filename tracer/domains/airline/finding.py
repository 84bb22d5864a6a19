"""Finding: which reservation, flights and payment method a customer means, from the tools."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from tracer.domains.airline.clock import TODAY
from tracer.domains.airline.keys import write_flight_key
from tracer.domains.airline.records import BookedFlight, Customer, Flight, FlightRef, Reservation
from tracer.domains.dates import read_date, write_date
from tracer.domains.playbook import Ask, Call, Concern, Notebook, Plan, Stuck

YEAR = int(TODAY[:4])


@dataclass(frozen=True, slots=True)
class Case:
    """What the desk has looked up before it decides on a reservation."""

    reservation: Reservation
    flights: dict[str, Flight]
    """Flight key -> how it stands today, for flights booked and those changed away from."""
    cities: Mapping[str, str]
    """Airport code -> city."""

    @property
    def booked(self) -> list[Flight]:
        """The flights of the reservation as they stand today."""
        return [self.find(flight) for flight in self.reservation["flights"]]

    @property
    def size(self) -> int:
        """Number of passengers."""
        return len(self.reservation["passengers"])

    @property
    def name(self) -> str:
        """How the desk calls the reservation."""
        return f"booking {self.reservation['reservation_id']}"

    def find(self, flight: BookedFlight | FlightRef) -> Flight:
        """Return a flight as it stands today."""
        return self.flights[write_flight_key(flight)]


def get_customer_id(notebook: Notebook) -> str | None:
    """Return the id of the customer who was found, or None."""
    for (tool, _), value in notebook.results.items():
        if tool.startswith("find_customer_by"):
            return str(value["customer_id"])
    return None


def get_customer(notebook: Notebook) -> Customer:
    """Return the profile that was looked up."""
    return cast("Customer", notebook.look("get_customer", customer_id=get_customer_id(notebook)))


def look_cities(notebook: Notebook) -> dict[str, str]:
    """Return airport code -> city; empty when the airports were not listed."""
    return {row["code"]: row["city"] for row in notebook.look("list_airports") or ()}


def gather(notebook: Notebook, calls: Sequence[Call]) -> Call | None:
    """Return the first call that was not made, with the others, or None when all were."""
    missing = [
        call
        for call in calls
        if notebook.look(call.tool, **call.arguments) is None
        and notebook.get_refusal(call.tool, call.arguments) is None
    ]
    return replace(missing[0], others=tuple(missing[1:])) if missing else None


def find_reservation(concern: Concern, notebook: Notebook) -> Reservation | Call | Ask:
    """Return the reservation meant, or the call or question that leads to it."""
    if concern.topic in notebook.chosen:
        return look_reservation(notebook, notebook.chosen[concern.topic])
    if concern.has("reservation.same"):
        earlier = [topic for topic in notebook.chosen if topic < concern.topic]
        if earlier:
            return choose(concern, notebook, notebook.chosen[max(earlier)])
    named = concern.get("reservation.id")
    if not concern.has("reservation") and len(get_customer(notebook)["reservations"]) > 1:
        return Ask("reservation")
    keys = [named] if named else get_customer(notebook)["reservations"]
    calls = [Call("get_reservation", {"reservation_id": key}) for key in keys]
    if concern.has("reservation.destination"):
        calls.insert(0, Call("list_airports", {}))
    needed = gather(notebook, calls)
    if needed is not None:
        return needed
    cities = look_cities(notebook)
    found = [call for call in calls if notebook.get_refusal(call.tool, call.arguments) is None]
    known = [look_reservation(notebook, key) for key in list_ids(found)]
    fitting = [row for row in known if fits(concern, row, cities)]
    if len(fitting) != 1:
        return Ask("reservation")
    return choose(concern, notebook, fitting[0]["reservation_id"])


def list_ids(calls: Sequence[Call]) -> list[str]:
    """Return the reservations that calls look up."""
    return [call.arguments["reservation_id"] for call in calls if call.arguments]


def fits(concern: Concern, row: Reservation, cities: Mapping[str, str]) -> bool:
    """Return whether a reservation is what the customer described."""
    facts = {
        "reservation.origin": cities.get(row["origin"]),
        "reservation.destination": cities.get(row["destination"]),
        "reservation.date": write_date(row["flights"][0]["date"]),
        "reservation.id": row["reservation_id"],
    }
    return all(concern.get(slot) in (None, value) for slot, value in facts.items())


def choose(concern: Concern, notebook: Notebook, reservation_id: str) -> Reservation:
    """Remember the reservation found for a concern and return it."""
    notebook.chosen[concern.topic] = reservation_id
    return look_reservation(notebook, reservation_id)


def look_reservation(notebook: Notebook, reservation_id: str) -> Reservation:
    """Return a reservation that was looked up."""
    row: Any = notebook.look("get_reservation", reservation_id=reservation_id)
    return cast("Reservation", row)


def open_case(concern: Concern, notebook: Notebook) -> Case | Plan:
    """Return the reservation with its flights and cities, or what is needed to know them."""
    row = find_reservation(concern, notebook)
    if isinstance(row, Call | Ask):
        return row
    refs: list[BookedFlight | FlightRef] = [*row["flights"], *row["replaced_flights"]]
    calls = [call_flight(flight["flight_number"], flight["date"]) for flight in refs]
    needed = gather(notebook, [Call("list_airports", {}), *calls])
    if needed is not None:
        return needed
    shown = [notebook.look(call.tool, **call.arguments) for call in calls]
    flights = {write_flight_key(flight): flight for flight in shown}
    return Case(row, flights, look_cities(notebook))


def open_live_case(concern: Concern, notebook: Notebook) -> Case | Plan:
    """Return the case of a reservation that may still be changed, or why it may not."""
    case = open_case(concern, notebook)
    if not isinstance(case, Case):
        return case
    if case.reservation["status"] == "cancelled":
        return Stuck(f"{case.name} is cancelled already, and it stays so")
    for flight in case.booked:
        if flight["status"] == "flown":
            return Stuck(
                f"{flight['flight_number']} on {write_date(flight['date'])} is already flown, so "
                f"{case.name} can be neither changed nor cancelled, not even in part"
            )
    return case


def call_flight(number: str, day: str) -> Call:
    """Return the look-up of one flight."""
    return Call("get_flight", {"flight_number": number, "date": day})


def read_day(concern: Concern, slot: str) -> str | None:
    """Return the ISO date the customer gave, this year's, or None."""
    said = concern.get(slot)
    return read_date(said, YEAR) if said else None


def find_payment(kind: str | None, notebook: Notebook) -> str | None:
    """Return the id of the method of this kind on file, or None."""
    methods = get_customer(notebook)["payment_methods"]
    return next((key for key, row in methods.items() if row["kind"] == kind), None)


def name_payment(payment_id: str, notebook: Notebook) -> str:
    """Return the kind of a method on file."""
    return str(get_customer(notebook)["payment_methods"][payment_id]["kind"])


def work_out(expression: str, notebook: Notebook) -> str | Call:
    """Return what an expression comes to, or the calculation that is needed first."""
    result = notebook.look("calculate", expression=expression)
    return Call("calculate", {"expression": expression}) if result is None else str(result)
