from typing import Any

import pytest

from tests.unit.tracer.domains.retail import small_shop as shop
from tests.unit.tracer.domains.retail.small_shop import call, open_shop, refuse

ADDRESS_TOOLS = [
    pytest.param("change_order_address", {"order_id": shop.PENDING}, id="order"),
    pytest.param("change_default_address", {"customer_id": "cus-10001"}, id="default"),
]
PENDING_TOOLS = [
    pytest.param("cancel_order", {"reason": "no longer needed"}, id="cancel"),
    pytest.param("change_order_address", {"address": shop.AWAY}, id="address"),
    pytest.param("change_order_payment", {"payment_id": shop.WALLET}, id="payment"),
    pytest.param(
        "change_order_items",
        {
            "item_ids": [shop.MUGS],
            "new_item_ids": [shop.OTHER_MUGS],
            "payment_id": shop.CREDIT,
        },
        id="items",
    ),
]


@pytest.mark.parametrize(("tool", "arguments"), PENDING_TOOLS)
@pytest.mark.parametrize(
    ("order_id", "reason"),
    [
        (shop.PROCESSED, "processed"),
        (shop.SHIPPED, "shipped"),
        (shop.FRESH, "delivered"),
        (shop.CANCELLED, "cancelled"),
    ],
)
def test_only_a_pending_order_can_be_changed(
    tool: str, arguments: dict[str, Any], order_id: str, reason: str
) -> None:
    message = refuse(open_shop(), tool, order_id=order_id, **arguments)
    assert reason in message
    assert "pending" in message


@pytest.mark.parametrize(("tool", "arguments"), PENDING_TOOLS)
def test_unknown_order_is_refused_with_an_example(tool: str, arguments: dict[str, Any]) -> None:
    assert "K48-2071" in refuse(open_shop(), tool, order_id="48-2071", **arguments)


def test_cancelling_refunds_the_payment_method_the_order_was_paid_with() -> None:
    state = open_shop()
    order = call(state, "cancel_order", order_id=shop.CHEAP, reason="ordered by mistake")
    assert order["status"] == "cancelled"
    assert order["cancel_reason"] == "ordered by mistake"
    assert order["payments"][-1] == {
        "kind": "refund",
        "amount": "38.00",
        "payment_id": shop.WALLET,
    }
    assert state.get("orders", shop.CHEAP) == order


def test_cancelling_refunds_a_gift_card_at_once() -> None:
    state = open_shop()
    call(state, "cancel_order", order_id=shop.GIFTED, reason="no longer needed")
    assert shop.read_balance(state) == "88.00"


def test_changed_order_can_still_be_cancelled() -> None:
    order = call(open_shop(), "cancel_order", order_id=shop.CHANGED, reason="no longer needed")
    assert order["status"] == "cancelled"


def test_cancelled_order_is_not_cancelled_twice() -> None:
    state = open_shop()
    call(state, "cancel_order", order_id=shop.CHEAP, reason="no longer needed")
    refuse(state, "cancel_order", order_id=shop.CHEAP, reason="no longer needed")


def test_schema_knows_two_reasons_and_no_single_items() -> None:
    cancel = shop.BY_NAME["cancel_order"]
    assert cancel.find_fault({"order_id": shop.CHEAP, "reason": "found it cheaper"}) is not None
    single = {"order_id": shop.PENDING, "reason": "no longer needed", "item_ids": [shop.MUGS]}
    assert cancel.find_fault(single) is not None


def test_order_address_changes_any_number_of_times_and_alone() -> None:
    state = open_shop()
    call(state, "change_order_address", order_id=shop.PENDING, address=shop.AWAY)
    third = {**shop.AWAY, "street": "10 Quay Street"}
    order = call(state, "change_order_address", order_id=shop.PENDING, address=third)
    assert order["address"] == third
    assert set(state.changes()) == {"orders"}


def test_default_address_leaves_orders_alone() -> None:
    state = open_shop()
    customer = call(state, "change_default_address", customer_id="cus-10001", address=shop.AWAY)
    assert customer["address"] == shop.AWAY
    assert set(state.changes()) == {"customers"}


def test_default_address_of_nobody_is_refused() -> None:
    message = refuse(
        open_shop(), "change_default_address", customer_id="cus-99999", address=shop.AWAY
    )
    assert "cus-99999" in message


@pytest.mark.parametrize(("tool", "place"), ADDRESS_TOOLS)
@pytest.mark.parametrize("part", ["street", "city", "postcode", "country"])
def test_blank_part_of_an_address_is_refused(tool: str, place: dict[str, str], part: str) -> None:
    assert part in refuse(open_shop(), tool, **place, address={**shop.AWAY, part: "  "})


@pytest.mark.parametrize(("tool", "place"), ADDRESS_TOOLS)
@pytest.mark.parametrize(
    "address",
    [
        pytest.param({**shop.AWAY, "state": "Connacht"}, id="extra key"),
        pytest.param({key: shop.AWAY[key] for key in ("street", "city")}, id="missing keys"),
        pytest.param({**shop.AWAY, "street": ""}, id="empty"),
    ],
)
def test_schema_wants_exactly_the_parts_of_an_address(
    tool: str, place: dict[str, str], address: dict[str, str]
) -> None:
    assert shop.BY_NAME[tool].find_fault({**place, "address": address}) is not None


def test_address_is_kept_in_one_form() -> None:
    plain, odd = open_shop(), open_shop()
    call(plain, "change_order_address", order_id=shop.PENDING, address=shop.AWAY)
    call(
        odd,
        "change_order_address",
        order_id=shop.PENDING,
        address={**shop.AWAY, "street": " 9  Quay Street\n"},
    )
    assert plain.digest() == odd.digest()


def test_payment_moves_in_full_and_the_earlier_method_is_refunded() -> None:
    state = open_shop()
    order = call(state, "change_order_payment", order_id=shop.CHEAP, payment_id=shop.GIFT)
    assert order["payment_id"] == shop.GIFT
    assert order["payments"][1:] == [
        {"kind": "payment", "amount": "38.00", "payment_id": shop.GIFT},
        {"kind": "refund", "amount": "38.00", "payment_id": shop.WALLET},
    ]
    assert shop.read_balance(state) == "12.00"


def test_payment_moved_away_from_a_gift_card_fills_it_again() -> None:
    state = open_shop()
    call(state, "change_order_payment", order_id=shop.GIFTED, payment_id=shop.CREDIT)
    assert shop.read_balance(state) == "88.00"


def test_gift_card_must_cover_the_whole_order() -> None:
    message = refuse(
        open_shop(), "change_order_payment", order_id=shop.PENDING, payment_id=shop.GIFT
    )
    assert "50.00" in message
    assert "157.00" in message


def test_order_is_not_moved_to_the_method_that_pays_it() -> None:
    message = refuse(
        open_shop(), "change_order_payment", order_id=shop.CHEAP, payment_id=shop.WALLET
    )
    assert "already" in message


def test_payment_method_of_another_customer_is_refused() -> None:
    message = refuse(
        open_shop(), "change_order_payment", order_id=shop.CHEAP, payment_id=shop.STRANGER
    )
    assert "not on the file" in message


def test_locked_items_leave_payment_and_address_free() -> None:
    state = open_shop()
    call(state, "change_order_payment", order_id=shop.CHANGED, payment_id=shop.CREDIT)
    call(state, "change_order_address", order_id=shop.CHANGED, address=shop.AWAY)
    order = state.get("orders", shop.CHANGED)
    assert order is not None
    assert (order["payment_id"], order["address"]) == (shop.CREDIT, shop.AWAY)


def test_hand_over_changes_nothing_and_wants_a_summary() -> None:
    state = open_shop()
    before = state.digest()
    assert call(state, "transfer_to_person", summary="Ada misses a parcel.") != {}
    assert state.digest() == before
    refuse(state, "transfer_to_person", summary="   ")
