from typing import Any

import pytest

from tests.unit.tracer.domains.retail import small_shop as shop
from tests.unit.tracer.domains.retail.small_shop import call, open_shop, refuse

BOTH_TOOLS = [
    pytest.param("change_order_items", shop.PENDING, id="change"),
    pytest.param("exchange_items", shop.THIRTY_DAYS, id="exchange"),
]


def swap(
    old: list[str], new: list[str], payment_id: str = shop.CREDIT
) -> dict[str, list[str] | str]:
    return {"item_ids": old, "new_item_ids": new, "payment_id": payment_id}


def test_changed_item_takes_over_price_options_and_total() -> None:
    state = open_shop()
    order = call(
        state, "change_order_items", order_id=shop.PENDING, **swap([shop.BOOTS], [shop.DEARER])
    )
    assert order["items"][0] == {
        "item_id": shop.DEARER,
        "product_id": "prd-1001",
        "name": "Boots",
        "options": {"colour": "black"},
        "price": "126.00",
    }
    assert order["total"] == "164.00"
    assert order["status"] == "pending"
    assert order["items_changed"] is True
    assert order["payments"][1:] == [
        {"kind": "payment", "amount": "7.00", "payment_id": shop.CREDIT}
    ]


def test_cheaper_variant_is_refunded_to_the_method_the_customer_names() -> None:
    state = open_shop()
    order = call(
        state,
        "change_order_items",
        order_id=shop.PENDING,
        **swap([shop.BOOTS], [shop.CHEAPER], shop.GIFT),
    )
    assert order["payments"][1:] == [{"kind": "refund", "amount": "7.00", "payment_id": shop.GIFT}]
    assert order["payment_id"] == shop.CREDIT
    assert shop.read_balance(state) == "57.00"


def test_equal_price_moves_no_money() -> None:
    state = open_shop()
    order = call(
        state, "change_order_items", order_id=shop.PENDING, **swap([shop.BOOTS], [shop.EQUAL])
    )
    assert len(order["payments"]) == 1
    assert order["total"] == "157.00"


def test_items_of_an_order_are_changed_only_once() -> None:
    state = open_shop()
    call(state, "change_order_items", order_id=shop.PENDING, **swap([shop.BOOTS], [shop.EQUAL]))
    again = swap([shop.MUGS], [shop.OTHER_MUGS])
    assert "locked" in refuse(state, "change_order_items", order_id=shop.PENDING, **again)
    assert "locked" in refuse(open_shop(), "change_order_items", order_id=shop.CHANGED, **again)


def test_exchange_records_sorted_pairs_and_the_difference() -> None:
    state = open_shop()
    order = call(
        state,
        "exchange_items",
        order_id=shop.THIRTY_DAYS,
        **swap([shop.MUGS, shop.BOOTS], [shop.OTHER_MUGS, shop.CHEAPER], shop.GIFT),
    )
    assert order["status"] == "exchange requested"
    assert order["exchange"] == {
        "item_ids": [shop.BOOTS, shop.MUGS],
        "new_item_ids": [shop.CHEAPER, shop.OTHER_MUGS],
        "payment_id": shop.GIFT,
        "difference": "-4.50",
    }
    assert order["payments"][-1]["amount"] == "4.50"
    assert shop.read_balance(state) == "54.50"


def test_exchange_at_equal_price_does_not_depend_on_the_method_named() -> None:
    one, other = open_shop(), open_shop()
    for state, method in ((one, shop.CREDIT), (other, shop.WALLET)):
        pair = swap([shop.BOOTS], [shop.EQUAL], method)
        call(state, "exchange_items", order_id=shop.THIRTY_DAYS, **pair)
    assert one.digest() == other.digest()


@pytest.mark.parametrize(("tool", "order_id"), BOTH_TOOLS)
def test_order_of_the_arguments_is_no_matter(tool: str, order_id: str) -> None:
    one, other = open_shop(), open_shop()
    forth = swap([shop.BOOTS, shop.MUGS], [shop.DEARER, shop.OTHER_MUGS])
    back = swap([shop.MUGS, shop.BOOTS], [shop.OTHER_MUGS, shop.DEARER])
    call(one, tool, order_id=order_id, **forth)
    call(other, tool, order_id=order_id, **back)
    assert one.digest() == other.digest()


@pytest.mark.parametrize(("tool", "order_id"), BOTH_TOOLS)
@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        pytest.param(swap([shop.BOOTS], [shop.OTHER_MUGS]), "same product", id="other product"),
        pytest.param(swap([shop.BOOTS], ["itm-999999"]), "no variant", id="no such item"),
        pytest.param(swap([shop.BOOTS], [shop.BOOTS]), "same variant", id="same variant"),
        pytest.param(swap([shop.BOOTS], [shop.GONE]), "out of stock", id="out of stock"),
        pytest.param(swap([shop.DEARER], [shop.BOOTS]), "no item", id="not in the order"),
        pytest.param(swap([shop.BOOTS], [shop.DEARER, shop.EQUAL]), "exactly one", id="uneven"),
        pytest.param(
            swap([shop.BOOTS, shop.BOOTS], [shop.DEARER, shop.EQUAL]), "twice", id="twice"
        ),
        pytest.param(
            swap([shop.BOOTS], [shop.DEAREST], shop.GIFT), "does not cover", id="poor gift card"
        ),
        pytest.param(
            swap([shop.BOOTS], [shop.DEARER], shop.STRANGER), "not on the file", id="stranger"
        ),
        pytest.param(
            swap([shop.BOOTS], [shop.EQUAL], "pay-999999"), "not on the file", id="no method"
        ),
    ],
)
def test_bad_swap_is_refused(
    tool: str, order_id: str, arguments: dict[str, Any], reason: str
) -> None:
    assert reason in refuse(open_shop(), tool, order_id=order_id, **arguments)


@pytest.mark.parametrize(("tool", "order_id"), BOTH_TOOLS)
def test_gift_card_that_covers_the_difference_is_charged(tool: str, order_id: str) -> None:
    state = open_shop()
    call(state, tool, order_id=order_id, **swap([shop.BOOTS], [shop.DEARER], shop.GIFT))
    assert shop.read_balance(state) == "43.00"


def test_lists_of_items_are_bounded() -> None:
    many = swap([shop.BOOTS] * 5, [shop.EQUAL] * 5)
    none = swap([], [])
    for tool in ("change_order_items", "exchange_items"):
        for arguments in (many, none):
            assert shop.BY_NAME[tool].find_fault({"order_id": "K10-0001", **arguments}) is not None
