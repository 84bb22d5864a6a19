"""Reads: the tools that show accounts, reservations, airports and single flights."""

from typing import Annotated, cast

from pydantic import Field

from tracer.domains.airline.records import (
    Airport,
    Customer,
    Flight,
    FlightNumber,
    FlightRef,
    IsoDate,
    Reservation,
)
from tracer.domains.airline.rows import Id, find_customer, find_flight, find_reservation
from tracer.domains.keys import make_email_key, make_name_key
from tracer.domains.state import State
from tracer.domains.tool import ToolRefusal

Detail = Annotated[str, Field(max_length=120)]


def find_customer_by_email(state: State, email: Detail) -> dict[str, str]:
    """Find a customer's account by mail address. Returns the customer id.

    Args:
        email: Mail address the account is under, such as ada.lovelace@example.com.
    """
    row = state.get("emails", make_email_key(email))
    if row is None:
        raise ToolRefusal(f"No account is under the mail address {email.strip()}.")
    return {"customer_id": row["customer_id"]}


def find_customer_by_name_and_birth_date(
    state: State, name: Detail, birth_date: IsoDate
) -> dict[str, str]:
    """Find a customer's account by full name and birth date. Returns the customer id.

    Args:
        name: Full name in the customer's own spelling, first name before last name, such as
            Ada Lovelace.
        birth_date: The customer's birth date as year, month and day, such as 1985-12-10.
    """
    row = state.get("names", make_name_key(name))
    for customer_id in row["customer_ids"] if row else ():
        if find_customer(state, customer_id)["birth_date"] == birth_date:
            return {"customer_id": customer_id}
    raise ToolRefusal(
        f"No account has the name {name.strip()} together with the birth date {birth_date}."
    )


def get_customer(state: State, customer_id: Id) -> Customer:
    """Show a customer's account: name, birth date, tier, payment methods and reservation ids.

    Args:
        customer_id: Customer id such as cus-48213, as a look-up of the account gives it.
    """
    return find_customer(state, customer_id)


def get_reservation(state: State, reservation_id: Id) -> Reservation:
    """Show a reservation: flights with the fares paid, passengers, bags, insurance and payments.

    Args:
        reservation_id: Reservation id such as KR48TD.
    """
    return find_reservation(state, reservation_id)


def get_flight(state: State, flight_number: FlightNumber, date: IsoDate) -> Flight:
    """Show a flight on one day: times, status, and for each cabin seats left and today's fare.

    Args:
        flight_number: Flight number such as TW214.
        date: Day on which the flight leaves, as year, month and day, such as 2026-05-20.
    """
    return find_flight(state, FlightRef(flight_number=flight_number, date=date))


def list_airports(state: State) -> list[Airport]:
    """List all airports the airline flies to, each with code, city and country."""
    return [cast("Airport", row) for _, row in state.rows("airports")]
