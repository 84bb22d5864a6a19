"""A Kestrel Lane of two customers, three products and ten orders, written by hand."""

from collections.abc import Sequence
from typing import Any

import pytest

from tracer.domains.retail.world import TOOLS
from tracer.domains.state import Base, State, copy_json
from tracer.domains.tool import ToolRefusal

HOME = {"street": "1 Mill Street", "city": "Leeds", "postcode": "LS1 4AB", "country": "UK"}
AWAY = {"street": "9 Quay Street", "city": "Galway", "postcode": "H91 A1B2", "country": "Ireland"}
CREDIT, WALLET, GIFT, STRANGER = "pay-100001", "pay-100002", "pay-100003", "pay-200001"
BOOTS, DEARER, CHEAPER, GONE, DEAREST, EQUAL = (f"itm-10000{n}" for n in range(1, 7))
MUGS, OTHER_MUGS = "itm-200001", "itm-200002"
SANDALS, OTHER_SANDALS = "itm-300001", "itm-300002"
BY_NAME = {tool.name: tool for tool in TOOLS}


def make_variant(item_id: str, price: str, colour: str, *, in_stock: bool = True) -> dict[str, Any]:
    return {"item_id": item_id, "options": {"colour": colour}, "price": price, "in_stock": in_stock}


def make_product(
    product_id: str, name: str, variants: Sequence[dict[str, Any]], *, final_sale: bool = False
) -> dict[str, Any]:
    return {
        "product_id": product_id,
        "name": name,
        "category": "footwear",
        "final_sale": final_sale,
        "variants": {variant["item_id"]: variant for variant in variants},
    }


PRODUCTS = [
    make_product(
        "prd-1001",
        "Boots",
        [
            make_variant(BOOTS, "119.00", "brown"),
            make_variant(DEARER, "126.00", "black"),
            make_variant(CHEAPER, "112.00", "moss"),
            make_variant(GONE, "119.00", "red", in_stock=False),
            make_variant(DEAREST, "189.00", "gold"),
            make_variant(EQUAL, "119.00", "blue"),
        ],
    ),
    make_product(
        "prd-1002",
        "Mugs",
        [make_variant(MUGS, "38.00", "sage"), make_variant(OTHER_MUGS, "40.50", "ink")],
    ),
    make_product(
        "prd-1003",
        "Sandals",
        [make_variant(SANDALS, "42.00", "tan"), make_variant(OTHER_SANDALS, "42.00", "black")],
        final_sale=True,
    ),
]


def make_customer(
    customer_id: str, first: str, methods: list[dict[str, Any]], orders: list[str]
) -> dict[str, Any]:
    return {
        "customer_id": customer_id,
        "name": {"first": first, "last": "Lovelace"},
        "email": f"{first.lower()}@example.com",
        "phone": "+44 7700 900001",
        "address": dict(HOME),
        "payment_methods": {method["payment_id"]: method for method in methods},
        "orders": orders,
    }


def make_order(
    order_id: str, status: str, item_ids: Sequence[str], paid_with: str = CREDIT, **other: Any
) -> dict[str, Any]:
    items = [make_item(item_id) for item_id in item_ids]
    total = f"{sum(float(item['price']) for item in items):.2f}"
    return {
        "order_id": order_id,
        "customer_id": "cus-10001",
        "placed_on": "2026-04-01",
        "status": status,
        "items": items,
        "address": dict(HOME),
        "payment_id": paid_with,
        "total": total,
        "items_changed": False,
        "payments": [{"kind": "payment", "amount": total, "payment_id": paid_with}],
        "delivery": None,
        "cancel_reason": None,
        "return": None,
        "exchange": None,
        **other,
    }


def make_item(item_id: str) -> dict[str, Any]:
    product = next(row for row in PRODUCTS if item_id in row["variants"])
    variant = product["variants"][item_id]
    return {
        "item_id": item_id,
        "product_id": product["product_id"],
        "name": product["name"],
        "options": dict(variant["options"]),
        "price": variant["price"],
    }


def make_delivery(delivered_on: str | None) -> dict[str, Any]:
    return {
        "carrier": "Milepost",
        "tracking": "MP000001AB",
        "shipped_on": "2026-04-03",
        "expected_on": "2026-05-16",
        "delivered_on": delivered_on,
    }


PENDING, CHEAP, THIRTY_DAYS, TOO_OLD = "K10-0001", "K10-0002", "K10-0003", "K10-0004"
PROCESSED, SHIPPED, CANCELLED, CHANGED = "K10-0005", "K10-0006", "K10-0007", "K10-0008"
GIFTED, FRESH = "K10-0009", "K10-0010"
ORDERS = [
    make_order(PENDING, "pending", [BOOTS, MUGS]),
    make_order(CHEAP, "pending", [MUGS], WALLET),
    make_order(
        THIRTY_DAYS, "delivered", [BOOTS, MUGS, SANDALS], delivery=make_delivery("2026-04-14")
    ),
    make_order(TOO_OLD, "delivered", [BOOTS], delivery=make_delivery("2026-04-13")),
    make_order(PROCESSED, "processed", [MUGS]),
    make_order(SHIPPED, "shipped", [MUGS], delivery=make_delivery(None)),
    make_order(CANCELLED, "cancelled", [MUGS], cancel_reason="ordered by mistake"),
    make_order(CHANGED, "pending", [MUGS], WALLET, items_changed=True),
    make_order(GIFTED, "pending", [MUGS], GIFT),
    make_order(FRESH, "delivered", [MUGS], WALLET, delivery=make_delivery("2026-05-14")),
]
CUSTOMERS = [
    make_customer(
        "cus-10001",
        "Ada",
        [
            {"payment_id": CREDIT, "kind": "credit card", "last4": "4242"},
            {"payment_id": WALLET, "kind": "wallet"},
            {"payment_id": GIFT, "kind": "gift card", "balance": "50.00"},
        ],
        [order["order_id"] for order in ORDERS],
    ),
    make_customer(
        "cus-10002",
        "Łucja",
        [{"payment_id": STRANGER, "kind": "debit card", "last4": "5556"}],
        [],
    ),
]


def open_shop() -> State:
    tables = {
        "customers": {row["customer_id"]: copy_json(row) for row in CUSTOMERS},
        "products": {row["product_id"]: copy_json(row) for row in PRODUCTS},
        "orders": {row["order_id"]: copy_json(row) for row in ORDERS},
        "emails": {row["email"]: {"customer_id": row["customer_id"]} for row in CUSTOMERS},
        "names": {
            "adalovelace": {"customer_ids": ["cus-10001"]},
            "łucjalovelace": {"customer_ids": ["cus-10002"]},
        },
        "catalogue": {"all": {"footwear": {row["name"]: row["product_id"] for row in PRODUCTS}}},
    }
    return State(Base(tables, "small"))


def call(state: State, tool: str, /, **arguments: Any) -> Any:
    assert BY_NAME[tool].find_fault(arguments) is None
    return BY_NAME[tool].run(state, arguments)


def refuse(state: State, tool: str, /, **arguments: Any) -> str:
    """Expect a refusal that leaves the state as it was, and return its message."""
    before = state.digest()
    with pytest.raises(ToolRefusal) as caught:
        call(state, tool, **arguments)
    assert state.digest() == before
    return str(caught.value)


def read_balance(state: State) -> str:
    customer = state.get("customers", "cus-10001")
    assert customer is not None
    balance: str = customer["payment_methods"][GIFT]["balance"]
    return balance
