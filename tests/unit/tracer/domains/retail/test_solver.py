import random
from typing import Any

import pytest

from tests.support.making import load_retail
from tests.unit.tracer.domains.retail import small_shop as shop
from tracer.domains.retail.solver import SOLVER, list_swapped, name_thing, read_row
from tracer.domains.solver import Step, load_solver

BASE = load_retail().base


def find_order(status: str) -> str:
    return next(key for key, row in BASE.tables["orders"].items() if row["status"] == status)


def test_solver_of_the_domain_is_loaded_by_its_name() -> None:
    assert load_solver("retail") is SOLVER


def test_all_customers_are_known() -> None:
    assert SOLVER.list_customers(shop.open_shop().base) == ["cus-10001", "cus-10002"]


def test_look_up_is_by_mail_or_by_name_and_postcode() -> None:
    state = shop.open_shop()
    found = [SOLVER.look_up(state, "cus-10001", random.Random(seed)) for seed in range(100)]
    by_mail = ("find_customer_by_email", {"email": "ada@example.com"})
    by_name = (
        "find_customer_by_name_and_postcode",
        {"name": "Ada Lovelace", "postcode": "LS1 4AB"},
    )
    assert all(item in (by_mail, by_name) for item in found)
    assert 55 < found.count(by_mail) < 85


def test_either_look_up_finds_the_customer() -> None:
    domain = load_retail()
    for number, customer_id in enumerate(domain.base.tables["customers"]):
        tool, arguments = SOLVER.look_up(domain.start(), customer_id, random.Random(number))
        assert domain.tools[tool].run(domain.start(), arguments) == {"customer_id": customer_id}


@pytest.mark.parametrize(
    ("tool", "arguments", "expected"),
    [
        ("get_customer", {"customer_id": "cus-10001"}, {("customer", "cus-10001")}),
        (
            "cancel_order",
            {"order_id": shop.PENDING, "reason": "no longer needed"},
            {("order", shop.PENDING), ("customer", "cus-10001")},
        ),
        (
            "get_product",
            {"product_id": "prd-1001"},
            {("product", "prd-1001"), ("category", "footwear")},
        ),
        ("list_products", {}, {("catalogue", "list_products")}),
    ],
)
def test_call_touches_what_stands_behind_its_ids(
    tool: str, arguments: dict[str, Any], expected: set[tuple[str, str]]
) -> None:
    assert SOLVER.touch(tool, arguments, shop.open_shop()) == expected


def test_call_acts_on_its_order_before_anything_else() -> None:
    arguments = {"order_id": shop.PENDING, "customer_id": "cus-10001"}
    assert SOLVER.act_on("cancel_order", arguments) == ("order", shop.PENDING)


@pytest.mark.parametrize(
    ("tool", "arguments", "expected"),
    [
        ("get_customer", {"customer_id": "cus-10001"}, []),
        ("list_products", {}, []),
        ("get_product", {"product_id": "prd-1001"}, ["list_products"]),
        ("get_order", {"order_id": shop.PENDING}, ["get_customer"]),
        ("track_delivery", {"order_id": shop.SHIPPED}, ["get_customer"]),
        ("cancel_order", {"order_id": shop.PENDING}, ["get_customer", "get_order"]),
        (
            "exchange_items",
            {"order_id": shop.THIRTY_DAYS, "item_ids": [shop.BOOTS, shop.MUGS]},
            ["get_customer", "get_order", "get_product", "get_product"],
        ),
    ],
)
def test_reads_show_what_the_call_is_given(
    tool: str, arguments: dict[str, Any], expected: list[str]
) -> None:
    reads = SOLVER.require(tool, arguments, shop.open_shop())
    assert [name for name, _ in reads] == expected


def test_products_swapped_are_listed_once_and_in_order() -> None:
    order = shop.open_shop().base.tables["orders"][shop.THIRTY_DAYS]
    arguments = {"item_ids": [shop.MUGS, shop.BOOTS, shop.MUGS, "itm-999999"]}
    assert list_swapped(order, arguments) == ["prd-1002", "prd-1001"]


def test_nothing_is_asked_of_a_write() -> None:
    assert SOLVER.ask(Step("cancel_order", {}, {}), random.Random(1)) is None


def test_story_of_a_cancellation_fits_its_reason() -> None:
    order_id = find_order("pending")
    customer_id = BASE.tables["orders"][order_id]["customer_id"]
    voiced: dict[str, set[str]] = {}
    for reason in ("no longer needed", "ordered by mistake"):
        step = Step("cancel_order", {"order_id": order_id, "reason": reason}, {})
        voiced[reason] = {
            SOLVER.tell_story(step, load_retail().start(), customer_id, random.Random(seed)).voiced
            for seed in range(200)
        }
    assert not voiced["no longer needed"] & voiced["ordered by mistake"]
    assert min(map(len, voiced.values())) > 3


@pytest.mark.parametrize(
    "tool", ["get_order", "track_delivery", "return_items", "change_order_items"]
)
def test_story_names_the_customer_and_leaves_no_placeholder(tool: str) -> None:
    order_id = find_order("delivered")
    order = BASE.tables["orders"][order_id]
    arguments = {"order_id": order_id, "item_ids": [order["items"][0]["item_id"]]}
    step = Step(tool, arguments, order["delivery"])
    first = BASE.tables["customers"][order["customer_id"]]["name"]["first"]
    for seed in range(30):
        state = load_retail().start()
        story = SOLVER.tell_story(step, state, order["customer_id"], random.Random(seed))
        texts = (story.who, story.why, story.stake, story.voiced)
        assert story.who.startswith(first)
        assert not any(mark in text for text in texts for mark in "{}")
        assert not any(key in text for text in texts for key in (order_id, "itm-", "cus-"))


def test_thing_is_the_goods_chosen_else_the_first_of_the_order() -> None:
    order_id, order = next(
        (key, row) for key, row in BASE.tables["orders"].items() if len(row["items"]) > 1
    )
    state = load_retail().start()
    second = order["items"][1]["item_id"]
    whole = name_thing(Step("get_order", {"order_id": order_id}, {}), state)
    part = name_thing(Step("return_items", {"order_id": order_id, "item_ids": [second]}, {}), state)
    assert whole != part


@pytest.mark.parametrize(
    ("tool", "expected"), [("get_customer", "the account"), ("list_products", "the goods")]
)
def test_thing_without_goods_has_a_plain_name(tool: str, expected: str) -> None:
    assert name_thing(Step(tool, {}, {}), load_retail().start()) == expected


def test_row_that_is_not_there_is_named() -> None:
    with pytest.raises(KeyError, match="orders: K00-0000"):
        read_row(shop.open_shop(), "orders", "K00-0000")
