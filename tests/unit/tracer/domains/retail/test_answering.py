from typing import Any

import pytest

from tests.support.retail_desk import (
    ARRIVED,
    BOTH,
    DELIVERY,
    find_ana,
    make_concern,
    note,
    open_orders,
    open_shop,
)
from tests.support.transcripts import ANA
from tracer.domains.playbook import Ask, Call, Notebook, Stuck, Tell
from tracer.domains.retail.answering import ANSWERS

Said = tuple[str, ...]
BOOTS: Said = ("product", "walking boots")


def answer(intent: str, *mentions: Said, notebook: Notebook | None = None) -> Any:
    kind = intent.partition(".")[0]
    return ANSWERS[kind](make_concern(intent, *mentions), notebook or open_shop())


def track(delivery: dict[str, Any]) -> Notebook:
    notebook = open_orders()
    note(notebook, "track_delivery", {"order_id": ARRIVED}, delivery)
    return notebook


@pytest.mark.parametrize(
    ("intent", "key", "value"),
    [
        ("ask_order.total", "amount", "164.50"),
        ("ask_order.status", "status", "pending"),
        ("ask_order.street", "street", "3 Mill Row"),
    ],
)
def test_order_is_answered_from_its_row(intent: str, key: str, value: str) -> None:
    told = answer(intent, ("order.id", BOTH))
    assert isinstance(told, Tell)
    assert (told.intent, told.values[key]) == (intent, value)
    assert told.values["order"] == f"order {BOTH}"


def test_order_in_doubt_is_asked_for() -> None:
    assert answer("ask_order.total") == Ask("order")


def test_profile_is_answered_without_an_order() -> None:
    assert answer("ask_profile.balance", notebook=find_ana()).values["amount"] == "60.00"
    assert answer("ask_profile.street", notebook=find_ana()).values["street"] == "3 Mill Row"


def test_balance_of_no_gift_card_is_turned_down() -> None:
    notebook = find_ana()
    methods = {"pay-100002": {"payment_id": "pay-100002", "kind": "wallet"}}
    profile = {**ANA, "payment_methods": methods}
    note(notebook, "get_customer", {"customer_id": "cus-10001"}, profile)
    assert answer("ask_profile.balance", notebook=notebook) == Stuck(
        "there is no gift card on your account"
    )


def test_product_is_looked_up_through_the_catalogue() -> None:
    notebook = find_ana()
    assert answer("ask_product.price", BOOTS, notebook=notebook) == Call("list_products", {})
    note(notebook, "list_products", {}, {"footwear": {"Fell Walking Boots": "prd-1001"}})
    assert answer("ask_product.price", BOOTS, notebook=notebook) == Call(
        "get_product", {"product_id": "prd-1001"}
    )


def test_price_is_that_of_the_variant_meant() -> None:
    told = answer("ask_product.price", BOOTS, ("option.size", "43"), ("option.colour", "brown"))
    assert told.values == {
        "goods": "the walking boots",
        "options": "size 43 and brown",
        "amount": "124.00",
    }


@pytest.mark.parametrize("size", [[], [("option.size", "50")]], ids=["not said", "not made"])
def test_variant_in_doubt_is_asked_for(size: list[Said]) -> None:
    assert answer("ask_product.price", BOOTS, *size) == Ask(
        "option", {"about": "the walking boots"}
    )


def test_product_is_asked_for_or_turned_down() -> None:
    assert answer("ask_product.price") == Ask("product")
    assert isinstance(answer("ask_product.price", ("product", "moon boots")), Stuck)


def test_category_is_counted() -> None:
    assert answer("ask_catalogue.count", ("category", "footwear")).values["count"] == "2"
    assert answer("ask_catalogue.count") == Ask("category")
    assert isinstance(answer("ask_catalogue.count", ("category", "boats")), Stuck)


def test_delivery_is_tracked_before_it_is_answered() -> None:
    call = answer("ask_delivery.carrier", ("order.id", ARRIVED), notebook=open_orders())
    assert call == Call("track_delivery", {"order_id": ARRIVED})


@pytest.mark.parametrize(
    ("question", "key", "value"),
    [
        ("carrier", "carrier", "Northway"),
        ("expected", "date", "12 May"),
        ("delivered", "date", "11 May"),
    ],
)
def test_delivery_is_answered_from_its_track(question: str, key: str, value: str) -> None:
    told = answer(f"ask_delivery.{question}", ("order.id", ARRIVED), notebook=track(DELIVERY))
    assert told.values[key] == value


def test_parcel_under_way_has_no_day_of_delivery() -> None:
    notebook = track({**DELIVERY, "delivered_on": None})
    stuck = answer("ask_delivery.delivered", ("order.id", ARRIVED), notebook=notebook)
    assert stuck == Stuck("the parcel has not been delivered yet")


def test_product_missing_from_the_catalogue_is_turned_down() -> None:
    stuck = answer("ask_product.price", ("product", "wellingtons"))
    assert stuck == Stuck("that is not in our catalogue")
