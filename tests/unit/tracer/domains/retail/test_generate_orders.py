from collections import Counter
from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from tracer.domains.retail.generator import make_base
from tracer.domains.state import Base

TODAY = date(2026, 5, 14)
ORDER_KEYS = {
    "order_id", "customer_id", "placed_on", "status", "items", "address", "payment_id", "total",
    "items_changed", "payments", "delivery", "cancel_reason", "return", "exchange",
}  # fmt: skip


@pytest.fixture(scope="module")
def base() -> Base:
    return make_base()


def list_rows(base: Base, table: str) -> list[Any]:
    return list(base.tables[table].values())


def test_statuses_have_their_shares(base: Base) -> None:
    assert Counter(order["status"] for order in list_rows(base, "orders")) == {
        "pending": 420,
        "delivered": 360,
        "shipped": 100,
        "processed": 70,
        "cancelled": 50,
    }


def test_customers_have_one_to_five_orders_and_most_have_several(base: Base) -> None:
    sizes = Counter(len(customer["orders"]) for customer in list_rows(base, "customers"))
    assert set(sizes) == {1, 2, 3, 4, 5}
    assert sizes[1] < 200


def test_orders_have_one_set_of_keys_and_one_item_per_product(base: Base) -> None:
    for order in list_rows(base, "orders"):
        assert set(order) == ORDER_KEYS
        assert 1 <= len(order["items"]) <= 4
        products = [item["product_id"] for item in order["items"]]
        assert len(set(products)) == len(products)


def test_items_are_variants_the_shop_carries(base: Base) -> None:
    for order in list_rows(base, "orders"):
        for item in order["items"]:
            product = base.tables["products"][item["product_id"]]
            assert item["name"] == product["name"]
            assert item["options"] == product["variants"][item["item_id"]]["options"]


def test_money_adds_up(base: Base) -> None:
    for order in list_rows(base, "orders"):
        total = sum(Decimal(item["price"]) for item in order["items"])
        assert order["total"] == f"{total:.2f}"
        signs = {"payment": 1, "refund": -1}
        net = sum(signs[row["kind"]] * Decimal(row["amount"]) for row in order["payments"])
        assert net == (0 if order["status"] == "cancelled" else total)
        assert {row["payment_id"] for row in order["payments"]} == {order["payment_id"]}


def test_orders_and_customers_name_each_other(base: Base) -> None:
    for key, customer in base.tables["customers"].items():
        mine = [base.tables["orders"][order_id] for order_id in customer["orders"]]
        days = [order["placed_on"] for order in mine]
        assert days == sorted(set(days))
        for order in mine:
            assert order["customer_id"] == key
            assert order["payment_id"] in customer["payment_methods"]
    listed = sum(len(customer["orders"]) for customer in list_rows(base, "customers"))
    assert listed == 1000


def test_days_follow_each_other(base: Base) -> None:
    for order in list_rows(base, "orders"):
        placed = date.fromisoformat(order["placed_on"])
        assert 0 <= (TODAY - placed).days < 70
        delivery = order["delivery"]
        assert (delivery is not None) == (order["status"] in {"shipped", "delivered"})
        if delivery is not None:
            assert order["placed_on"] < delivery["shipped_on"] < delivery["expected_on"]
            delivered = delivery["delivered_on"]
            assert (delivered is not None) == (order["status"] == "delivered")
            assert delivered is None or delivery["shipped_on"] < delivered <= "2026-05-14"


def test_most_deliveries_can_still_come_back(base: Base) -> None:
    ages = [
        (TODAY - date.fromisoformat(order["delivery"]["delivered_on"])).days
        for order in list_rows(base, "orders")
        if order["status"] == "delivered"
    ]
    assert 0.6 < sum(age <= 30 for age in ages) / len(ages) < 0.85


def test_results_of_tools_are_empty_except_for_cancelled_orders(base: Base) -> None:
    for order in list_rows(base, "orders"):
        assert order["return"] is None
        assert order["exchange"] is None
        assert (order["cancel_reason"] is not None) == (order["status"] == "cancelled")
        assert not order["items_changed"] or order["status"] == "pending"
    assert any(order["items_changed"] for order in list_rows(base, "orders"))


def test_some_parcels_go_elsewhere(base: Base) -> None:
    elsewhere = sum(
        order["address"] != base.tables["customers"][order["customer_id"]]["address"]
        for order in list_rows(base, "orders")
    )
    assert 50 < elsewhere < 200
