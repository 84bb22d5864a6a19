"""Rows: those of a state by id, or a refusal that says what the id should have looked like."""

from collections.abc import Sequence
from typing import Annotated, cast

from pydantic import Field

from tracer.domains.airline.keys import write_flight_key
from tracer.domains.airline.records import (
    BookedFlight,
    Customer,
    Flight,
    FlightRef,
    PaymentMethod,
    Reservation,
)
from tracer.domains.row import require_row
from tracer.domains.state import State
from tracer.domains.tool import ToolRefusal

Id = Annotated[str, Field(max_length=20)]
FlightRefs = Annotated[list[FlightRef], Field(min_length=1, max_length=4)]
"""A trip has at most two ways of two flights each."""


def find_customer(state: State, customer_id: str) -> Customer:
    """Return the row of a customer, to be read only.

    Raises:
        ToolRefusal: there is no such customer.
    """
    row = state.get("customers", customer_id)
    hint = "A customer id looks like cus-48213."
    return cast("Customer", require_row(row, f"customer {customer_id}", hint))


def find_reservation(state: State, reservation_id: str) -> Reservation:
    """Return the row of a reservation, to be read only.

    Raises:
        ToolRefusal: there is no such reservation.
    """
    row = state.get("reservations", reservation_id)
    hint = "A reservation id looks like KR48TD."
    return cast("Reservation", require_row(row, f"reservation {reservation_id}", hint))


def find_flight(state: State, flight: FlightRef | BookedFlight) -> Flight:
    """Return the row of a flight, to be read only.

    Raises:
        ToolRefusal: there is no such flight on that day.
    """
    row = state.get("flights", write_flight_key(flight))
    name = f"flight {flight['flight_number']} on {flight['date']}"
    hint = (
        "A flight number looks like TW214 and a date like 2026-05-20; searches show which flights "
        "there are."
    )
    return cast("Flight", require_row(row, name, hint))


def find_flights(state: State, flights: Sequence[FlightRef | BookedFlight]) -> list[Flight]:
    """Return the rows of flights, to be read only.

    Raises:
        ToolRefusal: there is no such flight on that day.
    """
    return [find_flight(state, flight) for flight in flights]


def find_method(state: State, customer_id: str, payment_id: str) -> PaymentMethod:
    """Return a payment method of a customer, to be read only.

    Raises:
        ToolRefusal: it is not on that customer's file.
    """
    method = find_customer(state, customer_id)["payment_methods"].get(payment_id)
    if method is None:
        raise ToolRefusal(
            f"Payment method {payment_id} is not on the customer's file. get_customer gives the "
            "payment methods."
        )
    return method


def edit_customer(state: State, customer_id: str) -> Customer:
    """Return the state's own copy of a customer, to be changed in place."""
    return cast("Customer", state.edit("customers", customer_id))


def edit_reservation(state: State, reservation_id: str) -> Reservation:
    """Return the state's own copy of a reservation, to be changed in place."""
    return cast("Reservation", state.edit("reservations", reservation_id))


def require_open(state: State, reservation: Reservation, action: str) -> list[Flight]:
    """Return the flights of a reservation on which nobody has flown yet.

    Raises:
        ToolRefusal: it is cancelled, or one of its flights is flown.
    """
    name = reservation["reservation_id"]
    if reservation["status"] == "cancelled":
        raise ToolRefusal(f"Reservation {name} is cancelled and stays so: it cannot be {action}.")
    flights = find_flights(state, reservation["flights"])
    for flight in flights:
        if flight["status"] == "flown":
            raise ToolRefusal(
                f"Flight {flight['flight_number']} on {flight['date']} is already flown: "
                f"reservation {name} cannot be {action}, not even in part."
            )
    return flights
