"""Ledger: moves money between a reservation and its customer's payment methods."""

from collections import defaultdict
from typing import Literal

from tracer.domains.airline.records import Payment, PaymentKind, Reservation
from tracer.domains.airline.rows import edit_customer, find_method
from tracer.domains.money import read_cents, write_cents
from tracer.domains.state import State
from tracer.domains.tool import ToolRefusal

STORED: tuple[PaymentKind, ...] = ("gift card", "travel certificate")
"""Kinds that hold a balance."""


def charge(state: State, reservation: Reservation, payment_id: str, cents: int) -> None:
    """Charge an amount for a reservation, the state's own copy, to one payment method.

    Raises:
        ToolRefusal: the method is not on file, or holds less than the amount.
    """
    method = find_method(state, reservation["customer_id"], payment_id)
    if method["kind"] in STORED and read_cents(method["balance"]) < cents:
        raise ToolRefusal(
            f"The {method['kind']} {payment_id} holds {method['balance']} EUR, which does not "
            f"cover {write_cents(cents)} EUR."
        )
    move(state, reservation, "payment", payment_id, cents)


def settle(state: State, reservation: Reservation, payment_id: str, difference: int) -> None:
    """Charge a difference in cents above zero, pay back one below; nothing moves at zero.

    Raises:
        ToolRefusal: the method is not on file, a travel certificate, or holds too little.
    """
    check_settling(state, reservation, payment_id)
    if difference > 0:
        charge(state, reservation, payment_id, difference)
    elif difference < 0:
        move(state, reservation, "refund", payment_id, -difference)


def check_settling(state: State, reservation: Reservation, payment_id: str) -> None:
    """Refuse a payment method that cannot take a difference.

    Raises:
        ToolRefusal: the method is not on file or a travel certificate.
    """
    method = find_method(state, reservation["customer_id"], payment_id)
    if method["kind"] == "travel certificate":
        raise ToolRefusal(
            "A travel certificate can only pay for a new booking: name a credit card, a debit card "
            "or a gift card."
        )


def refund_all(state: State, reservation: Reservation) -> None:
    """Pay back a reservation, the state's own copy, to the methods that paid for it.

    What a travel certificate paid is kept.
    """
    paid: defaultdict[str, int] = defaultdict(int)
    for row in reservation["payments"]:
        paid[row["payment_id"]] += (1 if row["kind"] == "payment" else -1) * read_cents(
            row["amount"]
        )
    for key in list(paid):
        if find_method(state, reservation["customer_id"], key)["kind"] == "travel certificate":
            del paid[key]
    # A method may have got back more than it paid, from changes: the others get less by that.
    left = sum(paid.values())
    for key, cents in paid.items():
        share = min(left, cents)
        if share > 0:
            move(state, reservation, "refund", key, share)
            left -= share


def move(
    state: State,
    reservation: Reservation,
    kind: Literal["payment", "refund"],
    payment_id: str,
    cents: int,
) -> None:
    """Enter a movement with the reservation, and on the balance of a method that has one."""
    amount = write_cents(cents)
    reservation["payments"].append(Payment(kind=kind, amount=amount, payment_id=payment_id))
    customer_id = reservation["customer_id"]
    if find_method(state, customer_id, payment_id)["kind"] not in STORED:
        return
    method = edit_customer(state, customer_id)["payment_methods"][payment_id]
    change = -cents if kind == "payment" else cents
    method["balance"] = write_cents(read_cents(method["balance"]) + change)
