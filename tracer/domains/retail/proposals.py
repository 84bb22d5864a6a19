"""Proposals: for each tool, the arguments with which it would succeed for one customer now."""

import random
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from typing import Any

from tracer.domains.retail.clock import TODAY
from tracer.domains.retail.generator import list_spare_addresses
from tracer.domains.solver import Arguments, Step
from tracer.domains.state import Row, State

RETURN_DAYS = 30
N_OTHER_PRODUCTS = 8
NEAR_RATE = 0.75
"""How often a variant one option apart is taken where one two apart could be had as well."""
REASONS = ("no longer needed", "ordered by mistake")

Propose = Callable[[State, Row, Sequence[Step], random.Random], Iterator[Arguments]]


def list_orders(state: State, customer: Row, *statuses: str) -> list[Row]:
    """Return the customer's orders, those with one of the statuses when any are given."""
    orders = (state.get("orders", order_id) for order_id in customer["orders"])
    return [
        row for row in orders if row is not None and (row["status"] in statuses or not statuses)
    ]


def is_returnable(order: Row) -> bool:
    """Return whether an order is delivered, in time, and has had neither return nor exchange."""
    if order["status"] != "delivered":
        return False
    delivered = date.fromisoformat(order["delivery"]["delivered_on"])
    return (date.fromisoformat(TODAY) - delivered).days <= RETURN_DAYS


def shuffle(items: Sequence[Any], rng: random.Random) -> list[Any]:
    """Return the items in random order."""
    return rng.sample(list(items), len(items))


def propose_customer(
    _state: State, customer: Row, _trail: Sequence[Step], _rng: random.Random
) -> Iterator[Arguments]:
    """Yield the customer's own profile."""
    yield {"customer_id": customer["customer_id"]}


def propose_order(
    state: State, customer: Row, _trail: Sequence[Step], rng: random.Random
) -> Iterator[Arguments]:
    """Yield each order of the customer."""
    for order in shuffle(list_orders(state, customer), rng):
        yield {"order_id": order["order_id"]}


def propose_product(
    state: State, customer: Row, _trail: Sequence[Step], rng: random.Random
) -> Iterator[Arguments]:
    """Yield the products the customer has ordered, then a few others."""
    orders = list_orders(state, customer)
    own = sorted({item["product_id"] for order in orders for item in order["items"]})
    others = [key for key, _ in state.rows("products") if key not in own]
    few = rng.sample(others, min(len(others), N_OTHER_PRODUCTS))
    for product_id in (*shuffle(own, rng), *few):
        yield {"product_id": product_id}


def propose_nothing(
    _state: State, _customer: Row, _trail: Sequence[Step], _rng: random.Random
) -> Iterator[Arguments]:
    """Yield the empty arguments."""
    yield {}


def propose_delivery(
    state: State, customer: Row, _trail: Sequence[Step], rng: random.Random
) -> Iterator[Arguments]:
    """Yield each order that has left the warehouse."""
    for order in shuffle(list_orders(state, customer), rng):
        if order["delivery"] is not None:
            yield {"order_id": order["order_id"]}


def propose_cancel(
    state: State, customer: Row, trail: Sequence[Step], rng: random.Random
) -> Iterator[Arguments]:
    """Yield each pending order with a reason the policy takes.

    Nobody changes an order and then cancels it.
    """
    changed = {step.arguments.get("order_id") for step in trail if len(step.arguments) > 1}
    for order in shuffle(list_orders(state, customer, "pending"), rng):
        if order["order_id"] in changed:
            continue
        yield {"order_id": order["order_id"], "reason": rng.choice(REASONS)}


def list_addresses(customer: Row, trail: Sequence[Step], rng: random.Random) -> list[Row]:
    """Return addresses to send to: one used before in the talk, the one on file, a new one."""
    used = [step.arguments["address"] for step in trail if "address" in step.arguments]
    spare = rng.choice(list_spare_addresses(customer["address"]["country"]))
    return [*reversed(used), *shuffle([customer["address"], spare, spare], rng)]


def propose_order_address(
    state: State, customer: Row, trail: Sequence[Step], rng: random.Random
) -> Iterator[Arguments]:
    """Yield each pending order with an address it does not go to yet."""
    for order in shuffle(list_orders(state, customer, "pending"), rng):
        for address in list_addresses(customer, trail, rng):
            if address != order["address"]:
                yield {"order_id": order["order_id"], "address": dict(address)}


def propose_default_address(
    _state: State, customer: Row, trail: Sequence[Step], rng: random.Random
) -> Iterator[Arguments]:
    """Yield an address other than the one on file."""
    for address in list_addresses(customer, trail, rng):
        if address != customer["address"]:
            yield {"customer_id": customer["customer_id"], "address": dict(address)}


def propose_payment(
    state: State, customer: Row, _trail: Sequence[Step], rng: random.Random
) -> Iterator[Arguments]:
    """Yield each pending order with a method on file it is not paid with."""
    for order in shuffle(list_orders(state, customer, "pending"), rng):
        for payment_id in shuffle(sorted(customer["payment_methods"]), rng):
            if payment_id != order["payment_id"]:
                yield {"order_id": order["order_id"], "payment_id": payment_id}


def propose_item_change(
    state: State, customer: Row, _trail: Sequence[Step], rng: random.Random
) -> Iterator[Arguments]:
    """Yield pending orders whose items were not changed yet.

    Each comes with one or two of its items and new variants.
    """
    for order in shuffle(list_orders(state, customer, "pending"), rng):
        if not order["items_changed"]:
            yield from propose_swaps(state, customer, order, list(order["items"]), rng)


def propose_exchange(
    state: State, customer: Row, _trail: Sequence[Step], rng: random.Random
) -> Iterator[Arguments]:
    """Yield returnable orders with one or two items that are not final sale, and new variants."""
    for order in shuffle(list_orders(state, customer, "delivered"), rng):
        if is_returnable(order):
            yield from propose_swaps(state, customer, order, list_returnable(state, order), rng)


def list_returnable(state: State, order: Row) -> list[Row]:
    """Return the items of an order that are not final sale."""
    return [
        item
        for item in order["items"]
        if not (state.get("products", item["product_id"]) or {"final_sale": True})["final_sale"]
    ]


def propose_swaps(
    state: State, customer: Row, order: Row, items: list[Row], rng: random.Random
) -> Iterator[Arguments]:
    """Yield one or two of the items with variants in stock that differ in one or two options."""
    for _ in range(3):
        chosen = rng.sample(items, min(len(items), rng.choice((1, 1, 1, 2))))
        swaps = [(item, choose_variant(state, item, rng)) for item in chosen]
        payments = sorted(customer["payment_methods"])
        if swaps and all(new is not None for _, new in swaps):
            yield {
                "order_id": order["order_id"],
                "item_ids": [item["item_id"] for item, _ in swaps],
                "new_item_ids": [new for _, new in swaps],
                "payment_id": rng.choice(payments),
            }


def choose_variant(state: State, item: Row, rng: random.Random) -> str | None:
    """Return another variant of the item in stock, one option apart if there is one, else two."""
    product = state.get("products", item["product_id"])
    apart: dict[int, list[str]] = {1: [], 2: []}
    for item_id, variant in sorted(product["variants"].items() if product else ()):
        n_apart = sum(item["options"][name] != value for name, value in variant["options"].items())
        if variant["in_stock"] and n_apart in apart:
            apart[n_apart].append(item_id)
    near, far = apart[1], apart[2]
    pool = near if near and (not far or rng.random() < NEAR_RATE) else far
    return rng.choice(pool) if pool else None


def propose_return(
    state: State, customer: Row, _trail: Sequence[Step], rng: random.Random
) -> Iterator[Arguments]:
    """Yield returnable orders with some of their items and a place for the refund."""
    gift_cards = [
        key for key, row in customer["payment_methods"].items() if row["kind"] == "gift card"
    ]
    for order in shuffle(list_orders(state, customer, "delivered"), rng):
        items = list_returnable(state, order)
        if items and is_returnable(order):
            chosen = rng.sample(items, rng.randint(1, min(len(items), 3)))
            yield {
                "order_id": order["order_id"],
                "item_ids": [item["item_id"] for item in chosen],
                "refund_to": rng.choice([order["payment_id"], *gift_cards]),
            }


PROPOSALS: dict[str, Propose] = {
    "get_customer": propose_customer,
    "get_order": propose_order,
    "get_product": propose_product,
    "list_products": propose_nothing,
    "track_delivery": propose_delivery,
    "cancel_order": propose_cancel,
    "change_order_address": propose_order_address,
    "change_order_payment": propose_payment,
    "change_order_items": propose_item_change,
    "return_items": propose_return,
    "exchange_items": propose_exchange,
    "change_default_address": propose_default_address,
}
