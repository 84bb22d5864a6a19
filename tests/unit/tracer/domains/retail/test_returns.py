from typing import Any

import pytest

from tests.unit.tracer.domains.retail import small_shop as shop
from tests.unit.tracer.domains.retail.small_shop import call, open_shop, refuse

BOTH_TOOLS = [
    pytest.param("return_items", {"refund_to": shop.GIFT}, id="return"),
    pytest.param(
        "exchange_items", {"new_item_ids": [shop.DEARER], "payment_id": shop.CREDIT}, id="exchange"
    ),
]


def test_return_on_the_thirtieth_day_refunds_what_was_paid() -> None:
    state = open_shop()
    order = call(
        state,
        "return_items",
        order_id=shop.THIRTY_DAYS,
        item_ids=[shop.MUGS, shop.BOOTS],
        refund_to=shop.CREDIT,
    )
    assert order["status"] == "return requested"
    assert order["return"] == {
        "item_ids": [shop.BOOTS, shop.MUGS],
        "refund_to": shop.CREDIT,
        "refund": "157.00",
    }
    assert order["payments"][1:] == [
        {"kind": "refund", "amount": "157.00", "payment_id": shop.CREDIT}
    ]
    assert order["total"] == "199.00"


def test_return_to_a_gift_card_arrives_at_once() -> None:
    state = open_shop()
    call(state, "return_items", order_id=shop.FRESH, item_ids=[shop.MUGS], refund_to=shop.GIFT)
    assert shop.read_balance(state) == "88.00"


def test_order_of_returned_items_is_no_matter() -> None:
    one, other = open_shop(), open_shop()
    for state, ids in ((one, [shop.BOOTS, shop.MUGS]), (other, [shop.MUGS, shop.BOOTS])):
        call(state, "return_items", order_id=shop.THIRTY_DAYS, item_ids=ids, refund_to=shop.GIFT)
    assert one.digest() == other.digest()


@pytest.mark.parametrize(("tool", "arguments"), BOTH_TOOLS)
def test_thirty_first_day_is_too_late(tool: str, arguments: dict[str, Any]) -> None:
    message = refuse(open_shop(), tool, order_id=shop.TOO_OLD, item_ids=[shop.BOOTS], **arguments)
    assert "30 days" in message


@pytest.mark.parametrize(("tool", "arguments"), BOTH_TOOLS)
@pytest.mark.parametrize("order_id", [shop.PENDING, shop.PROCESSED, shop.SHIPPED, shop.CANCELLED])
def test_only_a_delivered_order_takes_items_back(
    tool: str, arguments: dict[str, Any], order_id: str
) -> None:
    state = open_shop()
    order = state.get("orders", order_id)
    assert order is not None
    item_ids = [order["items"][0]["item_id"]]
    assert "delivered" in refuse(state, tool, order_id=order_id, item_ids=item_ids, **arguments)


@pytest.mark.parametrize(("second", "more"), BOTH_TOOLS)
@pytest.mark.parametrize(("first", "arguments"), BOTH_TOOLS)
def test_order_takes_one_return_or_exchange_and_never_both(
    first: str, arguments: dict[str, Any], second: str, more: dict[str, Any]
) -> None:
    state = open_shop()
    boots = {"order_id": shop.THIRTY_DAYS, "item_ids": [shop.BOOTS]}
    call(state, first, **boots, **arguments)
    assert "one return or exchange" in refuse(state, second, **boots, **more)


def test_final_sale_items_do_not_come_back() -> None:
    sandals = {"order_id": shop.THIRTY_DAYS, "item_ids": [shop.BOOTS, shop.SANDALS]}
    state = open_shop()
    assert "Sandals" in refuse(state, "return_items", **sandals, refund_to=shop.CREDIT)
    message = refuse(
        state,
        "exchange_items",
        **sandals,
        new_item_ids=[shop.DEARER, shop.OTHER_SANDALS],
        payment_id=shop.CREDIT,
    )
    assert "final-sale" in message


@pytest.mark.parametrize(
    ("refund_to", "reason"),
    [
        pytest.param(shop.WALLET, "gift card", id="other method of the customer"),
        pytest.param(shop.STRANGER, "not on the file", id="method of another customer"),
    ],
)
def test_return_is_refunded_nowhere_else(refund_to: str, reason: str) -> None:
    message = refuse(
        open_shop(),
        "return_items",
        order_id=shop.THIRTY_DAYS,
        item_ids=[shop.BOOTS],
        refund_to=refund_to,
    )
    assert reason in message


@pytest.mark.parametrize(
    ("item_ids", "reason"),
    [
        pytest.param([shop.BOOTS, shop.BOOTS], "twice", id="twice"),
        pytest.param([shop.DEARER], "no item", id="not in the order"),
    ],
)
def test_bad_list_of_items_is_refused(item_ids: list[str], reason: str) -> None:
    message = refuse(
        open_shop(),
        "return_items",
        order_id=shop.THIRTY_DAYS,
        item_ids=item_ids,
        refund_to=shop.CREDIT,
    )
    assert reason in message
