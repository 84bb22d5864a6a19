"""Certificates: the tool that compensates a customer for a cancelled or delayed flight."""

from functools import partial

from tracer.domains.airline.entitlement import compute_due, may_claim
from tracer.domains.airline.identifiers import make_certificate_id
from tracer.domains.airline.records import (
    Amount,
    Compensation,
    Customer,
    PaymentMethod,
    Reservation,
    Tier,
)
from tracer.domains.airline.rows import (
    Id,
    edit_customer,
    edit_reservation,
    find_customer,
    find_flight,
    find_reservation,
)
from tracer.domains.money import read_cents, write_cents
from tracer.domains.state import State
from tracer.domains.tool import ToolRefusal


def send_certificate(
    state: State, customer_id: Id, reservation_id: Id, amount: Amount
) -> Reservation:
    """Put a travel certificate on the customer's file as compensation for a reservation.

    A customer who has a certificate already gets the amount added to it.

    Args:
        customer_id: Customer id such as cus-48213.
        reservation_id: Reservation id such as KR48TD, one of this customer's.
        amount: Amount due in EUR, for all passengers together, such as 200.00.
    """
    customer = find_customer(state, customer_id)
    present = find_reservation(state, reservation_id)
    if present["customer_id"] != customer_id:
        raise ToolRefusal(f"Reservation {reservation_id} is not one of customer {customer_id}.")
    due = require_due(state, present, customer["tier"])
    if read_cents(amount) != due:
        raise ToolRefusal(
            f"{write_cents(due)} EUR are due for reservation {reservation_id}, not {amount} EUR."
        )
    payment_id = add_certificate(edit_customer(state, customer_id), due)
    reservation = edit_reservation(state, reservation_id)
    reservation["compensation"] = Compensation(amount=write_cents(due), payment_id=payment_id)
    return reservation


def require_due(state: State, reservation: Reservation, tier: Tier) -> int:
    """Return what is due for a reservation, cents.

    Raises:
        ToolRefusal: nothing is: policy clause 36.
    """
    name = reservation["reservation_id"]
    if reservation["compensation"] is not None:
        raise ToolRefusal(f"A certificate was given for reservation {name} before.")
    if not may_claim(reservation, tier):
        raise ToolRefusal(
            "Certificates are due only to silver or gold customers, or for an insured or business "
            f"reservation, and {name} is none of these."
        )
    due = compute_due(reservation, partial(find_flight, state))
    if not due:
        raise ToolRefusal(
            f"The airline has cancelled no flight of reservation {name}, and the customer has not "
            "given up a delayed one: no certificate is due."
        )
    return due


def add_certificate(customer: Customer, cents: int) -> str:
    """Add to the certificate of a customer, the state's own copy, and return its payment id."""
    for key, method in customer["payment_methods"].items():
        if method["kind"] == "travel certificate":
            method["balance"] = write_cents(read_cents(method["balance"]) + cents)
            return key
    key = make_certificate_id(customer["customer_id"])
    customer["payment_methods"][key] = PaymentMethod(
        payment_id=key, kind="travel certificate", balance=write_cents(cents)
    )
    return key
