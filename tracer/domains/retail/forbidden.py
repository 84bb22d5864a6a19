"""Forbidden: for each tool, calls that the shop's policy rules out for one customer now, and why.

The tools refuse all of them; the right end is to decline and to give the reason.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from tracer.domains.retail.proposals import (
    REASONS,
    choose_variant,
    is_returnable,
    list_addresses,
    list_orders,
    list_returnable,
    shuffle,
)
from tracer.domains.solver import Arguments, Forbidden, Step
from tracer.domains.state import Row, State

Forbid = Callable[[State, Row, Sequence[Step], random.Random], Iterator[Forbidden]]

LATE = ("processed", "shipped", "delivered", "cancelled")
STATUS_FORMS: dict[str, list[str]] = {
    "processed": ["processed", "being processed", "in processing"],
    "shipped": ["shipped", "on its way", "left the warehouse", "sent out", "been sent"],
    "delivered": ["delivered", "arrived", "reached you"],
    "cancelled": ["cancelled", "called off"],
}
PENDING_FORMS = [
    "not pending",
    "no longer pending",
    "only pending",
    "only a pending",
    "isn't pending",
]
AGE_FORMS = ["30 days", "thirty days", "30-day", "return window"]
CHANGED_FORMS = ["once", "one change", "already been changed", "changed before", "locked"]
SALE_FORMS = ["final sale", "final-sale"]


def forbid_by_status(clause: int, order: Row, arguments: Arguments) -> Forbidden:
    """Return a call on an order that is past the point at which it could be done."""
    status = order["status"]
    reason = f"order {order['order_id']} is {status}, and only a pending order can have that"
    return Forbidden(arguments, clause, reason, [*STATUS_FORMS[status], *PENDING_FORMS])


def forbid_cancel(
    state: State, customer: Row, _trail: Sequence[Step], rng: random.Random
) -> Iterator[Forbidden]:
    """Yield cancellations of orders that are not pending any more (clause 20)."""
    for order in shuffle(list_orders(state, customer, *LATE[:3]), rng):
        arguments = {"order_id": order["order_id"], "reason": rng.choice(REASONS)}
        yield forbid_by_status(20, order, arguments)


def forbid_order_address(
    state: State, customer: Row, trail: Sequence[Step], rng: random.Random
) -> Iterator[Forbidden]:
    """Yield new addresses for orders that are not pending any more (clause 23)."""
    for order in shuffle(list_orders(state, customer, *LATE[:2]), rng):
        address = next(
            item for item in list_addresses(customer, trail, rng) if item != order["address"]
        )
        arguments = {"order_id": order["order_id"], "address": dict(address)}
        yield forbid_by_status(23, order, arguments)


def forbid_payment(
    state: State, customer: Row, _trail: Sequence[Step], rng: random.Random
) -> Iterator[Forbidden]:
    """Yield other payment methods for orders that are not pending any more (clause 24)."""
    for order in shuffle(list_orders(state, customer, *LATE[:3]), rng):
        for payment_id in shuffle(sorted(customer["payment_methods"]), rng):
            if payment_id != order["payment_id"]:
                arguments = {"order_id": order["order_id"], "payment_id": payment_id}
                yield forbid_by_status(24, order, arguments)


def forbid_item_change(
    state: State, customer: Row, _trail: Sequence[Step], rng: random.Random
) -> Iterator[Forbidden]:
    """Yield item changes on orders that are not pending, or were changed once (clause 25)."""
    for order in shuffle(list_orders(state, customer, "pending", *LATE[:2]), rng):
        arguments = make_swap(state, customer, order, list(order["items"]), rng)
        if arguments is None:
            continue
        if order["status"] != "pending":
            yield forbid_by_status(25, order, arguments)
        elif order["items_changed"]:
            reason = f"the items of order {order['order_id']} were changed once before"
            yield Forbidden(arguments, 25, reason, CHANGED_FORMS)


def make_swap(
    state: State, customer: Row, order: Row, items: Sequence[Row], rng: random.Random
) -> Arguments | None:
    """Return the arguments of a swap of one item, or None when no other variant is in stock."""
    for item in shuffle(items, rng):
        variant = choose_variant(state, item, rng)
        if variant is not None:
            return {
                "order_id": order["order_id"],
                "item_ids": [item["item_id"]],
                "new_item_ids": [variant],
                "payment_id": rng.choice(sorted(customer["payment_methods"])),
            }
    return None


def list_unreturnable(
    state: State, customer: Row, rng: random.Random
) -> Iterator[tuple[Row, Row, int, str, list[str]]]:
    """Yield (order, item, clause, reason, accepted) of delivered goods that cannot come back."""
    for order in shuffle(list_orders(state, customer, "delivered"), rng):
        item = rng.choice(order["items"])
        if not is_returnable(order):
            reason = f"order {order['order_id']} was delivered more than 30 days ago"
            yield order, item, 28, reason, AGE_FORMS
            continue
        kept = {row["item_id"] for row in list_returnable(state, order)}
        for row in order["items"]:
            if row["item_id"] not in kept:
                yield order, row, 30, f"{row['name']} is a final-sale item", SALE_FORMS


def forbid_return(
    state: State, customer: Row, _trail: Sequence[Step], rng: random.Random
) -> Iterator[Forbidden]:
    """Yield returns that come too late or hold final-sale goods (clauses 28 and 30)."""
    for order, item, clause, reason, accepted in list_unreturnable(state, customer, rng):
        arguments: dict[str, Any] = {
            "order_id": order["order_id"],
            "item_ids": [item["item_id"]],
            "refund_to": order["payment_id"],
        }
        yield Forbidden(arguments, clause, reason, accepted)


def forbid_exchange(
    state: State, customer: Row, _trail: Sequence[Step], rng: random.Random
) -> Iterator[Forbidden]:
    """Yield exchanges that come too late or hold final-sale goods (clauses 28 and 30)."""
    for order, item, clause, reason, accepted in list_unreturnable(state, customer, rng):
        arguments = make_swap(state, customer, order, [item], rng)
        if arguments is not None:
            yield Forbidden(arguments, clause, reason, accepted)


FORBIDDEN: dict[str, Forbid] = {
    "cancel_order": forbid_cancel,
    "change_order_address": forbid_order_address,
    "change_order_payment": forbid_payment,
    "change_order_items": forbid_item_change,
    "return_items": forbid_return,
    "exchange_items": forbid_exchange,
}
