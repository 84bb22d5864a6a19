import random
from typing import Any

import pytest

from tests.unit.tracer.domains.retail import small_shop as shop
from tracer.domains.retail.questions import QUESTIONS, list_words
from tracer.domains.solver import Question, Step


def ask(tool: str, **arguments: str) -> dict[str, Question]:
    """Return every question that is asked of a call, by name; the last drawn of each."""
    step = Step(tool, arguments, shop.call(shop.open_shop(), tool, **arguments))
    drawn = [QUESTIONS[tool](step, random.Random(seed)) for seed in range(60)]
    return {question.question: question for question in drawn if question is not None}


def test_order_is_asked_for_total_status_and_street() -> None:
    found = ask("get_order", order_id=shop.PENDING)
    values = {name: question.value for name, question in found.items()}
    assert values == {"total": "157.00", "status": "pending", "street": "1 Mill Street"}


def test_customer_with_a_gift_card_is_asked_for_balance_or_street() -> None:
    found = ask("get_customer", customer_id="cus-10001")
    values = {name: question.value for name, question in found.items()}
    assert values == {"balance": "50.00", "street": "1 Mill Street"}


def test_customer_without_a_gift_card_is_asked_for_the_street_alone() -> None:
    assert list(ask("get_customer", customer_id="cus-10002")) == ["street"]


def test_product_is_asked_for_the_price_of_a_variant_in_stock() -> None:
    step = Step("get_product", {}, shop.PRODUCTS[0])
    for seed in range(60):
        question = QUESTIONS["get_product"](step, random.Random(seed))
        assert question is not None
        assert question.subject != shop.GONE
        assert question.value == shop.PRODUCTS[0]["variants"][question.subject]["price"]


def test_product_that_is_out_of_stock_is_not_asked_about() -> None:
    product = {"variants": {"i": shop.make_variant("i", "9.00", "red", in_stock=False)}}
    step = Step("get_product", {}, product)
    assert QUESTIONS["get_product"](step, random.Random(1)) is None


def test_catalogue_is_asked_how_many_products_a_category_holds() -> None:
    (question,) = ask("list_products").values()
    assert (question.question, question.subject, question.value) == ("count", "footwear", "3")


@pytest.mark.parametrize(
    ("order_id", "day"),
    [(shop.THIRTY_DAYS, ("delivered", "2026-04-14")), (shop.SHIPPED, ("expected", "2026-05-16"))],
    ids=["there", "under way"],
)
def test_parcel_is_asked_for_the_day_it_came_or_should(order_id: str, day: tuple[str, str]) -> None:
    found = ask("track_delivery", order_id=order_id)
    assert set(found) == {"carrier", day[0]}
    assert found[day[0]].value == day[1]
    assert found["carrier"].value == "Milepost"


def test_day_may_be_told_in_words() -> None:
    accepted = ask("track_delivery", order_id=shop.SHIPPED)["expected"].accepted
    assert {"2026-05-16", "16 May", "May 16th"} <= set(accepted)
    assert "today" not in accepted


def test_today_counts_as_the_day_of_the_clock() -> None:
    assert list_words("2026-05-14") == ["today"]
    assert list_words("2026-05-13") == []


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("get_order", {"order_id": shop.PENDING}),
        ("get_customer", {"customer_id": "cus-10001"}),
        ("get_product", {"product_id": "prd-1001"}),
        ("list_products", {}),
        ("track_delivery", {"order_id": shop.SHIPPED}),
    ],
)
def test_value_itself_is_always_accepted(tool: str, arguments: dict[str, Any]) -> None:
    for question in ask(tool, **arguments).values():
        assert question.value in question.accepted
