"""Conversations at the desk of the small airline; every result is what the real tool returns."""

from typing import Any

from schemas.message import Message
from tests.support.transcripts import call, refuse, user
from tests.unit.tracer.domains.airline import small_airline as air
from tracer.domains.state import State
from tracer.domains.tool import ToolRefusal

BASE = air.open_airline().base
TRANSFER = "transfer_to_person"
BY_MAIL = "find_customer_by_email"
BY_NAME = "find_customer_by_name_and_birth_date"


def run(tool: str, /, state: State | None = None, **arguments: Any) -> list[Message]:
    """Return a call and what it returns in `state`, or where nothing has happened yet."""
    try:
        result = air.call(state or air.open_airline(), tool, **arguments)
    except ToolRefusal as refusal:
        return refuse(tool, arguments, str(refusal))
    return call(tool, arguments, result)


FOUND = [*user("Hello, my mail is ada@example.com."), *run(BY_MAIL, email="ada@example.com")]
"""The customer gives her mail address and is found."""
PROFILE = run("get_customer", customer_id="cus-10001")


def read(reservation_id: str) -> list[Message]:
    """Return the call that shows a reservation."""
    return run("get_reservation", reservation_id=reservation_id)


def cancel(reservation_id: str, reason: str = "other") -> list[Message]:
    """Return the call that cancels a reservation."""
    return run("cancel_reservation", reservation_id=reservation_id, reason=reason)


def hand_over(summary: str) -> list[Message]:
    """Return the call that hands over."""
    return run(TRANSFER, summary=summary)


def book(
    *passengers: dict[str, str],
    flights: tuple[str, ...] = (air.OUT,),
    cabin: str = "economy",
    n_bags: int = 0,
    insurance: bool = False,
    shares: tuple[tuple[str, str], ...] = ((air.CREDIT, "100.00"),),
) -> list[Message]:
    """Return the call that books flights for passengers."""
    return run(
        "book_reservation",
        customer_id="cus-10001",
        cabin=cabin,
        flights=air.name_flights(*flights),
        passengers=list(passengers),
        payments=[{"payment_id": key, "amount": amount} for key, amount in shares],
        n_bags=n_bags,
        insurance=insurance,
    )
