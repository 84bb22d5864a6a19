from typing import Any

import pytest

from tests.support.retail_desk import (
    ARRIVED,
    BOTH,
    DARK,
    ORDERS,
    find_ana,
    make_concern,
    open_orders,
)
from tracer.domains.playbook import Ask, Call, Notebook
from tracer.domains.retail.finding import (
    find_items,
    find_order,
    find_payment,
    get_customer_id,
    name_payment,
)


def find(intent: str, *mentions: tuple[str, ...]) -> Any:
    found = find_order(make_concern(intent, *mentions), open_orders())
    return found["order_id"] if isinstance(found, dict) else found


def test_nobody_is_known_before_the_look_up() -> None:
    assert get_customer_id(Notebook()) is None
    assert get_customer_id(find_ana()) == "cus-10001"


def test_named_order_is_looked_up_alone() -> None:
    concern = make_concern("cancel_order", ("order.id", DARK))
    assert find_order(concern, find_ana()) == Call("get_order", {"order_id": DARK})


def test_unnamed_order_is_sought_among_all_orders_of_the_customer() -> None:
    found = find_order(make_concern("cancel_order", ("item", "desk lamp")), open_orders(BOTH))
    assert found == Call(
        "get_order", {"order_id": DARK}, (Call("get_order", {"order_id": ARRIVED}),)
    )


@pytest.mark.parametrize(
    ("mentions", "order_id"),
    [
        ([("order.id", DARK)], DARK),
        ([("order.date", "9 May")], DARK),
        ([("order.goods", "walking boots"), ("order.goods", "desk lamp")], BOTH),
        ([("item", "walking boots"), ("item", "desk lamp")], BOTH),
    ],
    ids=["id", "date", "goods", "items"],
)
def test_order_is_found_by_what_was_said(mentions: list[tuple[str, ...]], order_id: str) -> None:
    assert find("cancel_order", *mentions) == order_id


@pytest.mark.parametrize(
    "mentions",
    [[], [("item", "desk lamp")], [("order.date", "1 May")], [("item", "kettle")]],
    ids=["nothing said", "fits two", "no such day", "no such goods"],
)
def test_doubtful_order_is_asked_for(mentions: list[tuple[str, ...]]) -> None:
    assert find("cancel_order", *mentions) == Ask("order")


def test_only_order_in_the_right_state_needs_no_description() -> None:
    assert find("return_items") == ARRIVED
    assert find("ask_delivery.delivered") == ARRIVED


def test_description_is_not_overruled_by_the_state() -> None:
    assert find("cancel_order", ("order.id", ARRIVED)) == ARRIVED


def test_same_order_is_the_latest_one_before() -> None:
    notebook = open_orders()
    notebook.chosen.update({0: BOTH, 1: DARK})
    found = find_order(make_concern("ask_order.total", ("order.same", ""), topic=2), notebook)
    assert found == ORDERS[DARK]


def test_found_order_is_kept_for_the_concern() -> None:
    notebook = open_orders()
    find_order(make_concern("cancel_order", ("order.id", DARK)), notebook)
    assert find_order(make_concern("cancel_order"), notebook) == ORDERS[DARK]


def test_items_are_found_by_what_people_call_them() -> None:
    found = find_items(make_concern("return_items", ("item", "desk lamp")), ORDERS[BOTH])
    assert isinstance(found, list)
    assert [item["name"] for item in found] == ["Study Desk Lamp"]


def test_order_of_one_item_leaves_no_question() -> None:
    assert find_items(make_concern("return_items"), ORDERS[DARK]) == ORDERS[DARK]["items"]
    assert find_items(make_concern("return_items"), ORDERS[BOTH]) == Ask("items")


def test_payment_is_found_by_its_kind_and_named_by_it() -> None:
    notebook = find_ana()
    assert find_payment("wallet", notebook) == "pay-100002"
    assert find_payment("bank transfer", notebook) is None
    assert find_payment(None, notebook) is None
    assert name_payment("pay-100003", notebook) == "gift card"


def test_same_order_without_one_before_is_sought_like_any_other() -> None:
    assert find("cancel_order", ("order.same", "")) == Ask("order")
