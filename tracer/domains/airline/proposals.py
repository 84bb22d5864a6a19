"""Proposals: for each tool, the arguments with which it would succeed for one customer now."""

import random
from collections.abc import Callable, Iterator, Sequence

from tracer.domains.airline.clock import TODAY
from tracer.domains.airline.holdings import list_reservations, shuffle
from tracer.domains.airline.proposed_bookings import (
    propose_booking,
    propose_direct,
    propose_one_stop,
)
from tracer.domains.airline.proposed_changes import (
    propose_bags,
    propose_cabin,
    propose_cancel,
    propose_certificate,
    propose_flights,
    propose_passenger,
)
from tracer.domains.solver import Arguments, Step
from tracer.domains.state import Row, State

Propose = Callable[[State, Row, Sequence[Step], random.Random], Iterator[Arguments]]


def propose_customer(
    _state: State, customer: Row, _trail: Sequence[Step], _rng: random.Random
) -> Iterator[Arguments]:
    """Yield the customer's own profile."""
    yield {"customer_id": customer["customer_id"]}


def propose_reservation(
    state: State, customer: Row, _trail: Sequence[Step], rng: random.Random
) -> Iterator[Arguments]:
    """Yield each reservation of the customer."""
    for row in shuffle(list_reservations(state, customer), rng):
        yield {"reservation_id": row["reservation_id"]}


def propose_flight(
    state: State, customer: Row, _trail: Sequence[Step], rng: random.Random
) -> Iterator[Arguments]:
    """Yield the flights from today on of what the customer has booked."""
    flights = [
        flight
        for row in list_reservations(state, customer)
        if row["status"] == "booked"
        for flight in row["flights"]
        if flight["date"] >= TODAY
    ]
    for flight in shuffle(flights, rng):
        yield {"flight_number": flight["flight_number"], "date": flight["date"]}


def propose_airports(
    _state: State, _customer: Row, _trail: Sequence[Step], _rng: random.Random
) -> Iterator[Arguments]:
    """Yield the empty arguments."""
    yield {}


PROPOSALS: dict[str, Propose] = {
    "get_customer": propose_customer,
    "get_reservation": propose_reservation,
    "get_flight": propose_flight,
    "list_airports": propose_airports,
    "search_direct_flights": propose_direct,
    "search_one_stop_flights": propose_one_stop,
    "book_reservation": propose_booking,
    "cancel_reservation": propose_cancel,
    "change_flights": propose_flights,
    "change_cabin": propose_cabin,
    "change_passenger": propose_passenger,
    "add_bags": propose_bags,
    "send_certificate": propose_certificate,
}
