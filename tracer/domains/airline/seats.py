"""Seats: taken and given back, cabin by cabin."""

from collections.abc import Sequence

from tracer.domains.airline.keys import write_flight_key
from tracer.domains.airline.records import Cabin, Flight
from tracer.domains.state import State
from tracer.domains.tool import ToolRefusal


def take_seats(state: State, flights: Sequence[Flight], cabin: Cabin, n_seats: int) -> None:
    """Take seats on every flight.

    Raises:
        ToolRefusal: a flight has fewer left.
    """
    for flight in flights:
        left = flight["cabins"][cabin]["seats_left"]
        if left < n_seats:
            raise ToolRefusal(
                f"Flight {flight['flight_number']} on {flight['date']} has {left} seats left in "
                f"{cabin}, and {n_seats} are needed."
            )
        add_seats(state, flight, cabin, -n_seats)


def give_back_seats(state: State, flights: Sequence[Flight], cabin: Cabin, n_seats: int) -> None:
    """Give back seats on every flight."""
    for flight in flights:
        add_seats(state, flight, cabin, n_seats)


def add_seats(state: State, flight: Flight, cabin: Cabin, n_seats: int) -> None:
    """Add to the seats left in a cabin; a number below zero takes them away."""
    row = state.edit("flights", write_flight_key(flight))
    row["cabins"][cabin]["seats_left"] += n_seats


def require_scheduled(flights: Sequence[Flight]) -> None:
    """Refuse flights that nobody can book any more.

    Raises:
        ToolRefusal: a flight is not scheduled.
    """
    for flight in flights:
        if flight["status"] != "scheduled":
            raise ToolRefusal(
                f"Flight {flight['flight_number']} on {flight['date']} is {flight['status']}: only "
                "a scheduled flight can be booked or changed to."
            )
