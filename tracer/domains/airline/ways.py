"""Ways: the flights of a trip out and back, whether the way out can move, and what is free."""

from collections.abc import Mapping, Sequence

from tracer.domains.airline.keys import write_flight_key
from tracer.domains.airline.records import BookedFlight, Cabin, Flight, FlightRef, Reservation

CABINS: tuple[Cabin, ...] = ("basic economy", "economy", "business")


def split_trip(reservation: Reservation) -> list[list[BookedFlight]]:
    """Return the flights of a reservation way by way: one way, or out and back."""
    flights = reservation["flights"]
    if reservation["trip"] == "one way":
        return [flights]
    half = len(flights) // 2
    return [flights[:half], flights[half:]]


def find_movable(
    reservation: Reservation, statuses: Mapping[str, str], day: str
) -> list[BookedFlight] | None:
    """Return the way out of a trip if it could fly on another day instead, else None.

    It must still come before the way back, on which no flight may be cancelled: such a flight
    cannot stay.

    Args:
        reservation: One on which nobody has flown yet.
        statuses: Flight key -> status, of the flights of the reservation.
        day: The new day, an ISO date.
    """
    out, *back = split_trip(reservation)
    if out[0]["date"] == day:
        return None
    if back and (is_broken(back[0], statuses) or day >= back[0][0]["date"]):
        return None
    return out


def is_broken(way: Sequence[BookedFlight], statuses: Mapping[str, str]) -> bool:
    """Return whether the airline has cancelled a flight of a way."""
    return any(statuses[write_flight_key(flight)] == "cancelled" for flight in way)


def replace_out(reservation: Reservation, new: Sequence[Flight]) -> list[FlightRef]:
    """Return all flights of a trip whose way out is flown by other flights."""
    _, *back = split_trip(reservation)
    return [*map(refer_to, new), *(refer_to(flight) for way in back for flight in way)]


def refer_to(flight: Flight | BookedFlight | FlightRef) -> FlightRef:
    """Return number and date of a flight."""
    return FlightRef(flight_number=flight["flight_number"], date=flight["date"])


def has_room(way: Sequence[Flight], cabin: Cabin, size: int) -> bool:
    """Return whether so many passengers can be booked on every flight of a way."""
    return all(
        flight["status"] == "scheduled" and flight["cabins"][cabin]["seats_left"] >= size
        for flight in way
    )
