from typing import Any

import pytest

from tests.support.retail_desk import ARRIVED, BOTH, DELIVERY, ORDERS, make_concern, open_shop
from tracer.domains.playbook import Ask, Stuck
from tracer.domains.retail.readiness import find_hindrance, find_ready_order


def change(order_id: str, **fields: Any) -> dict[str, Any]:
    return {**ORDERS[order_id], **fields}


@pytest.mark.parametrize(
    ("intent", "order", "reason"),
    [
        ("cancel_order", change(BOTH, status="shipped"), "has been shipped"),
        ("change_order_address", change(BOTH, status="processed"), "is being processed"),
        ("change_order_payment", change(ARRIVED), "has been delivered"),
        ("change_order_items", change(BOTH, items_changed=True), "the one change of its items"),
        ("return_items", change(BOTH), "has not been sent yet"),
        ("exchange_items", change(ARRIVED, status="return requested"), "has had its return"),
        (
            "return_items",
            change(ARRIVED, delivery={**DELIVERY, "delivered_on": "2026-04-13"}),
            "within 30 days",
        ),
    ],
)
def test_what_policy_forbids_is_seen_before_it_is_listed(
    intent: str, order: dict[str, Any], reason: str
) -> None:
    found = find_hindrance(intent, order)
    assert found is not None
    assert reason in found


@pytest.mark.parametrize(
    ("intent", "order"),
    [
        ("cancel_order", change(BOTH)),
        ("change_order_items", change(BOTH, items_changed=False)),
        ("return_items", change(ARRIVED, delivery={**DELIVERY, "delivered_on": "2026-04-14"})),
    ],
)
def test_what_policy_allows_has_no_hindrance(intent: str, order: dict[str, Any]) -> None:
    assert find_hindrance(intent, order) is None


def test_order_still_to_be_named_is_asked_for_first() -> None:
    assert isinstance(find_ready_order(make_concern("cancel_order"), open_shop()), Ask)


def test_named_order_that_cannot_have_it_is_declined() -> None:
    concern = make_concern("cancel_order", ("order.id", ARRIVED))
    assert isinstance(find_ready_order(concern, open_shop()), Stuck)
