"""Holdings: what one customer has, as proposals and ruled-out calls draw on it."""

import random
from collections.abc import Sequence
from typing import Any, cast

from tracer.domains.airline.clock import NOW, TODAY, count_minutes
from tracer.domains.airline.keys import write_flight_key
from tracer.domains.airline.records import Customer, Flight, Reservation
from tracer.domains.airline.rows import find_flights, find_reservation
from tracer.domains.airline.searches import search_direct_flights, search_one_stop_flights
from tracer.domains.solver import Step
from tracer.domains.state import Row, State

DAY_MINUTES = 24 * 60


def shuffle(items: Sequence[Any], rng: random.Random) -> list[Any]:
    """Return the items in random order."""
    return rng.sample(list(items), len(items))


def list_reservations(state: State, customer: Row) -> list[Reservation]:
    """Return the customer's reservations, cancelled ones too; not those booked just now."""
    rows = (find_reservation(state, key) for key in cast("Customer", customer)["reservations"])
    return [row for row in rows if row["booked_on"] != NOW]


def list_open(state: State, customer: Row) -> list[Reservation]:
    """Return the reservations that are booked and on which nobody has flown yet."""
    return [
        row
        for row in list_reservations(state, customer)
        if row["status"] == "booked" and not has_status(state, row, "flown")
    ]


def list_begun(state: State, customer: Row) -> list[Reservation]:
    """Return the booked reservations of which a flight is flown and another is still to come."""
    return [
        row
        for row in list_reservations(state, customer)
        if row["status"] == "booked"
        and has_status(state, row, "flown")
        and row["flights"][-1]["date"] > TODAY
    ]


def has_status(state: State, reservation: Reservation, status: str) -> bool:
    """Return whether a flight of the reservation has a status."""
    return any(row["status"] == status for row in find_flights(state, reservation["flights"]))


def map_statuses(state: State, reservation: Reservation) -> dict[str, str]:
    """Return flight key -> status of the flights of a reservation."""
    flights = find_flights(state, reservation["flights"])
    return {write_flight_key(row): row["status"] for row in flights}


def is_recent(reservation: Reservation) -> bool:
    """Return whether the reservation was booked within the last 24 hours."""
    return count_minutes(reservation["booked_on"], NOW) <= DAY_MINUTES


def list_methods(customer: Row, *kinds: str) -> list[str]:
    """Return the ids of the payment methods of some kinds, of all but certificates for none."""
    return [
        key
        for key, row in sorted(customer["payment_methods"].items())
        if (row["kind"] in kinds if kinds else row["kind"] != "travel certificate")
    ]


def list_touched(trail: Sequence[Step]) -> set[str]:
    """Return the reservations that were written to so far."""
    return {
        step.arguments["reservation_id"]
        for step in trail
        if len(step.arguments) > 1
        if "reservation_id" in step.arguments
    }


def list_ways(state: State, origin: str, destination: str, day: str) -> list[list[Flight]]:
    """Return the direct flights from one airport to another on a day, else the connections."""
    direct = search_direct_flights(state, origin, destination, day)
    if direct:
        return [[flight] for flight in direct]
    return [row["flights"] for row in search_one_stop_flights(state, origin, destination, day)]


def list_days(state: State, origin: str) -> list[str]:
    """Return the days after today on which a flight leaves an airport."""
    found = {
        row["date"]
        for _, row in state.rows("flights")
        if row["origin"] == origin and row["date"] > TODAY
    }
    return sorted(found)
