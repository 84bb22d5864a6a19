"""Ledger: moves money between an order and its customer's payment methods."""

from typing import Literal

from tracer.domains.money import read_cents, write_cents
from tracer.domains.retail.records import Order, Payment
from tracer.domains.retail.rows import edit_customer, find_method
from tracer.domains.state import State
from tracer.domains.tool import ToolRefusal


def charge(state: State, order: Order, payment_id: str, cents: int) -> None:
    """Charge an amount for an order, the state's own copy, to one payment method.

    Raises:
        ToolRefusal: the method is not on file, or a gift card does not cover the amount.
    """
    method = find_method(state, order, payment_id)
    if method["kind"] == "gift card" and read_cents(method["balance"]) < cents:
        raise ToolRefusal(
            f"The gift card holds {method['balance']} EUR, which does not cover "
            f"{write_cents(cents)} EUR. An amount cannot be split over two payment methods."
        )
    move(state, order, "payment", payment_id, cents)


def refund(state: State, order: Order, payment_id: str, cents: int) -> None:
    """Pay an amount of an order, the state's own copy, back to one payment method.

    Raises:
        ToolRefusal: the method is not on the customer's file.
    """
    find_method(state, order, payment_id)
    move(state, order, "refund", payment_id, cents)


def settle(state: State, order: Order, payment_id: str, difference: int) -> None:
    """Charge a difference in cents above zero, pay back one below; nothing moves at zero.

    Raises:
        ToolRefusal: as `charge` and `refund`.
    """
    find_method(state, order, payment_id)
    if difference > 0:
        charge(state, order, payment_id, difference)
    elif difference < 0:
        refund(state, order, payment_id, -difference)


def move(
    state: State, order: Order, kind: Literal["payment", "refund"], payment_id: str, cents: int
) -> None:
    """Enter a movement with the order, and on the gift card when it is one."""
    amount = write_cents(cents)
    order["payments"].append(Payment(kind=kind, amount=amount, payment_id=payment_id))
    if find_method(state, order, payment_id)["kind"] != "gift card":
        return
    card = edit_customer(state, order["customer_id"])["payment_methods"][payment_id]
    change = -cents if kind == "payment" else cents
    card["balance"] = write_cents(read_cents(card["balance"]) + change)
