"""Finding: which order, goods and payment method a customer means, from what the tools show."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from tracer.domains.dates import write_date
from tracer.domains.playbook import Ask, Call, Concern, Notebook
from tracer.domains.retail.material import shorten
from tracer.domains.state import Row

PENDING = frozenset({"pending"})
DELIVERED = frozenset({"delivered"})
STATUSES: dict[str, frozenset[str]] = {
    "cancel_order": PENDING,
    "change_order_address": PENDING,
    "change_order_payment": PENDING,
    "change_order_items": PENDING,
    "return_items": DELIVERED,
    "exchange_items": DELIVERED,
    "ask_delivery.expected": frozenset({"shipped"}),
    "ask_delivery.delivered": DELIVERED,
    "ask_delivery.carrier": frozenset({"shipped", "delivered"}),
}


def get_customer_id(notebook: Notebook) -> str | None:
    """Return the id of the customer who was found, or None."""
    for (tool, _), value in notebook.results.items():
        if tool.startswith("find_customer_by"):
            return str(value["customer_id"])
    return None


def get_customer(notebook: Notebook) -> Row:
    """Return the profile that was looked up."""
    profile: Row = notebook.look("get_customer", customer_id=get_customer_id(notebook))
    return profile


def find_order(concern: Concern, notebook: Notebook) -> Row | Call | Ask:
    """Return the order meant, or the call or question that leads to it."""
    if concern.topic in notebook.chosen:
        return look_order(notebook, notebook.chosen[concern.topic])
    if concern.has("order.same"):
        earlier = [topic for topic in notebook.chosen if topic < concern.topic]
        if earlier:
            return choose(concern, notebook, notebook.chosen[max(earlier)])
    order_id = concern.get("order.id")
    orders = [order_id] if order_id else list(get_customer(notebook)["orders"])
    missing = [key for key in orders if notebook.look("get_order", order_id=key) is None]
    calls = [Call("get_order", {"order_id": key}) for key in missing]
    if calls:
        return replace(calls[0], others=tuple(calls[1:]))
    return pick_order(concern, notebook, [look_order(notebook, key) for key in orders])


def pick_order(concern: Concern, notebook: Notebook, orders: Sequence[Row]) -> Row | Ask:
    """Return the one order that fits what was said, or ask."""
    fitting = [order for order in orders if fits(concern, order)]
    if not has_description(concern):
        wanted = STATUSES.get(concern.intent)
        fitting = [order for order in fitting if wanted is None or order["status"] in wanted]
    if len(fitting) != 1:
        return Ask("order")
    return choose(concern, notebook, fitting[0]["order_id"])


def has_description(concern: Concern) -> bool:
    """Return whether the customer said anything that tells one order from another."""
    return concern.has("order") or concern.has("item")


def fits(concern: Concern, order: Row) -> bool:
    """Return whether an order is what the customer described."""
    shorts = {shorten(item["name"]) for item in order["items"]}
    named = {item.value for item in (*concern.list("order.goods"), *concern.list("item"))}
    day = concern.get("order.date")
    return named <= shorts and day in (None, write_date(order["placed_on"]))


def choose(concern: Concern, notebook: Notebook, order_id: str) -> Row:
    """Remember the order found for a concern and return it."""
    notebook.chosen[concern.topic] = order_id
    return look_order(notebook, order_id)


def look_order(notebook: Notebook, order_id: str) -> Row:
    """Return an order that was looked up."""
    order: Row = notebook.look("get_order", order_id=order_id)
    return order


def find_items(concern: Concern, order: Row) -> list[Row] | Ask:
    """Return the items meant, or ask; an order of one item leaves no question."""
    named = {item.value for item in concern.list("item")}
    items = [item for item in order["items"] if shorten(item["name"]) in named]
    if not items and len(order["items"]) == 1:
        return list(order["items"])
    return items or Ask("items")


def find_payment(kind: str | None, notebook: Notebook) -> str | None:
    """Return the id of the method of this kind on file, or None."""
    methods: dict[str, Any] = dict(get_customer(notebook)["payment_methods"])
    return next((key for key, row in methods.items() if row["kind"] == kind), None)


def name_payment(payment_id: str, notebook: Notebook) -> str:
    """Return the kind of a method on file."""
    return str(get_customer(notebook)["payment_methods"][payment_id]["kind"])
