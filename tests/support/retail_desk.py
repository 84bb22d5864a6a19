"""What a desk of Kestrel Lane has looked up about Ana: two pending orders, one delivered."""

import json
from typing import Any

from tests.support.transcripts import ANA, BOOTS, HOME, LAMP, make_order
from tracer.domains.playbook import Concern, Mention, Notebook

EMAIL = "ana.weiss@example.com"
BOTH, DARK, ARRIVED = "K10-0001", "K10-0002", "K10-0003"
DELIVERY = {
    "carrier": "Northway",
    "expected_on": "2026-05-12",
    "delivered_on": "2026-05-11",
}
ORDERS = {
    BOTH: make_order(BOTH, "cus-10001", BOOTS, LAMP),
    DARK: make_order(DARK, "cus-10001", LAMP, placed_on="2026-05-09"),
    ARRIVED: make_order(ARRIVED, "cus-10001", BOOTS, status="delivered", delivery=DELIVERY),
}


def make_boots(item_id: str, size: str, price: str, *, in_stock: bool = True) -> dict[str, Any]:
    options = {"size": size, "colour": "brown"}
    return {"item_id": item_id, "options": options, "price": price, "in_stock": in_stock}


VARIANTS = {
    "itm-100001": make_boots("itm-100001", "41", "119.00"),
    "itm-100002": make_boots("itm-100002", "42", "119.00"),
    "itm-100003": make_boots("itm-100003", "43", "124.00"),
    "itm-100004": make_boots("itm-100004", "40", "112.50"),
    "itm-100005": make_boots("itm-100005", "39", "119.00", in_stock=False),
}
PRODUCT = {"product_id": "prd-1001", "name": "Fell Walking Boots", "variants": VARIANTS}
CATALOGUE = {"footwear": {"Fell Walking Boots": "prd-1001", "Dune Trail Runners": "prd-1003"}}


def note(notebook: Notebook, tool: str, arguments: dict[str, Any], result: Any) -> None:
    """Write down one result."""
    notebook.note(tool, arguments, json.dumps(result))


def find_ana() -> Notebook:
    """Return a notebook in which the customer was found and looked up, and nothing else."""
    notebook = Notebook()
    note(notebook, "find_customer_by_email", {"email": EMAIL}, {"customer_id": "cus-10001"})
    profile = {**ANA, "orders": list(ORDERS)}
    note(notebook, "get_customer", {"customer_id": "cus-10001"}, profile)
    return notebook


def open_orders(*order_ids: str) -> Notebook:
    """Return a notebook that knows these orders too, all three when none is named."""
    notebook = find_ana()
    for order_id in order_ids or ORDERS:
        note(notebook, "get_order", {"order_id": order_id}, ORDERS[order_id])
    return notebook


def open_shop() -> Notebook:
    """Return a notebook that knows all orders, the boots and the catalogue."""
    notebook = open_orders()
    note(notebook, "get_product", {"product_id": "prd-1001"}, PRODUCT)
    note(notebook, "list_products", {}, CATALOGUE)
    return notebook


def open_delivered(*order_ids: str) -> Notebook:
    """Return the notebook of `open_shop` with these orders delivered as well."""
    notebook = open_shop()
    for order_id in order_ids:
        order = {**ORDERS[order_id], "status": "delivered", "delivery": DELIVERY}
        note(notebook, "get_order", {"order_id": order_id}, order)
    return notebook


def make_concern(intent: str, *mentions: tuple[str, ...], topic: int = 0) -> Concern:
    """Return a concern with (slot, value) or (slot, value, about) mentioned."""
    return Concern(topic, intent, [Mention(*mention) for mention in mentions])


NEW_HOME = {**HOME, "street": "9 Quay Street"}
