from typing import Any

import pytest

from tests.support.retail_desk import (
    ARRIVED,
    BOTH,
    DARK,
    NEW_HOME,
    make_concern,
    note,
    open_delivered,
    open_orders,
    open_shop,
)
from tests.support.transcripts import HOME
from tracer.domains.playbook import Ask, Call, Notebook, Propose, Stuck
from tracer.domains.retail.planning import PLANS

Said = tuple[str, ...]
WHICH: Said = ("order.id", BOTH)
WHAT: Said = ("item", "walking boots")
SIZE: Said = ("change.size", "42", "walking boots")
ADDRESS = [(f"address.{key}", value) for key, value in NEW_HOME.items()]


def plan(intent: str, *mentions: Said, notebook: Notebook | None = None) -> Any:
    return PLANS[intent](make_concern(intent, *mentions), notebook or open_shop())


@pytest.mark.parametrize(
    ("intent", "mentions", "slot"),
    [
        ("cancel_order", [WHICH], "reason"),
        ("change_order_address", [WHICH], "address"),
        ("change_order_address", [WHICH, *ADDRESS[:3]], "address"),
        ("change_default_address", [], "address"),
        ("change_order_payment", [WHICH], "method"),
        ("change_order_payment", [WHICH, ("payment", "cheque")], "method"),
        ("return_items", [WHICH], "items"),
        ("return_items", [WHICH, WHAT], "refund"),
        ("change_order_items", [WHICH, WHAT], "change"),
        ("change_order_items", [WHICH, WHAT, SIZE], "payment"),
        ("exchange_items", [("order.id", ARRIVED), SIZE], "payment"),
        ("cancel_order", [], "order"),
    ],
)
def test_what_only_the_customer_can_tell_is_asked_for(
    intent: str, mentions: list[Said], slot: str
) -> None:
    delivered = open_delivered(BOTH) if intent == "return_items" else None
    asked = plan(intent, *mentions, notebook=delivered)
    assert isinstance(asked, Ask)
    assert asked.slot == slot


@pytest.mark.parametrize(
    ("intent", "mentions", "arguments"),
    [
        (
            "cancel_order",
            [WHICH, ("reason.ordered by mistake", "")],
            {"order_id": BOTH, "reason": "ordered by mistake"},
        ),
        ("change_order_address", [WHICH, *ADDRESS], {"order_id": BOTH, "address": NEW_HOME}),
        (
            "change_order_address",
            [WHICH, ("address.file", "")],
            {"order_id": BOTH, "address": HOME},
        ),
        ("change_default_address", ADDRESS, {"customer_id": "cus-10001", "address": NEW_HOME}),
        (
            "change_order_payment",
            [WHICH, ("payment", "wallet")],
            {"order_id": BOTH, "payment_id": "pay-100002"},
        ),
        (
            "return_items",
            [("order.id", ARRIVED), ("refund", "gift card")],
            {"order_id": ARRIVED, "item_ids": ["itm-100001"], "refund_to": "pay-100003"},
        ),
        (
            "change_order_items",
            [WHICH, WHAT, SIZE, ("payment", "wallet")],
            {
                "order_id": BOTH,
                "item_ids": ["itm-100001"],
                "new_item_ids": ["itm-100002"],
                "payment_id": "pay-100002",
            },
        ),
    ],
)
def test_write_is_listed_with_the_arguments_meant(
    intent: str, mentions: list[Said], arguments: dict[str, Any]
) -> None:
    listing = plan(intent, *mentions)
    assert isinstance(listing, Propose)
    assert (listing.call.tool, listing.call.arguments) == (intent, arguments)
    shown = " ".join(listing.values.values())
    assert [item for item in listing.shown if item.value not in shown] == []


def test_listing_names_all_goods_of_an_order() -> None:
    listing = plan("cancel_order", WHICH, ("reason.no longer needed", ""))
    assert listing.values["goods"] == "the walking boots and the desk lamp"
    assert (listing.values["amount"], listing.values["payment"]) == ("164.50", "credit card")


def test_same_address_is_the_one_listed_before() -> None:
    notebook = open_shop()
    plan("change_default_address", *ADDRESS, notebook=notebook)
    listing = plan("change_order_address", WHICH, ("address.same", ""), notebook=notebook)
    assert listing.call.arguments["address"] == NEW_HOME


def test_same_address_is_asked_for_when_none_was_given() -> None:
    assert plan("change_order_address", WHICH, ("address.same", "")) == Ask("address")


def test_only_what_can_be_done_once_says_so() -> None:
    refund = plan("return_items", ("order.id", ARRIVED), ("refund", "wallet"))
    cancel = plan("cancel_order", WHICH, ("reason.no longer needed", ""))
    assert (refund.final, cancel.final) == (True, False)


def test_prices_of_several_items_are_worked_out_by_the_tool() -> None:
    said = (WHICH, WHAT, ("item", "desk lamp"), ("refund", "wallet"))
    notebook = open_delivered(BOTH)
    call = plan("return_items", *said, notebook=notebook)
    assert call == Call("calculate", {"expression": "119.00 + 45.50"})
    note(notebook, call.tool, dict(call.arguments), "164.50")
    listing = plan("return_items", *said, notebook=notebook)
    assert listing.values["amount"] == "164.50"
    assert listing.values["items"] == (
        "the walking boots (size 41, brown) and the desk lamp "
        "(the brass finish, the 5 watts version)"
    )


@pytest.mark.parametrize(
    ("size", "result", "sign", "amount"),
    [("43", "5.00", "charge", "5.00"), ("40", "-6.50", "refund", "6.50")],
)
def test_difference_in_price_is_listed_with_its_direction(
    size: str, result: str, sign: str, amount: str
) -> None:
    notebook = open_shop()
    said = (WHICH, WHAT, ("change.size", size, "walking boots"), ("payment", "wallet"))
    call = plan("change_order_items", *said, notebook=notebook)
    note(notebook, call.tool, dict(call.arguments), result)
    listing = plan("change_order_items", *said, notebook=notebook)
    assert (listing.values["sign"], listing.values["amount"]) == (sign, amount)


def test_equal_prices_need_no_calculation() -> None:
    listing = plan("change_order_items", WHICH, WHAT, SIZE, ("payment", "wallet"))
    assert (listing.values["sign"], listing.values["amount"]) == ("none", "0.00")


def test_variant_out_of_stock_is_turned_down() -> None:
    stuck = plan("change_order_items", WHICH, WHAT, ("change.size", "39", "walking boots"))
    assert stuck == Stuck("the walking boots in size 39 can't be had at the moment")


def test_order_is_looked_up_before_anything_is_asked() -> None:
    call = plan("cancel_order", WHICH, notebook=open_orders(DARK))
    assert call == Call("get_order", {"order_id": BOTH})
