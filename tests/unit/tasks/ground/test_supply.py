from collections.abc import Sequence

import pytest

from schemas.grounded import Action, ActionRole, Refusal
from schemas.identity import dump_canonical
from tasks.ground.supply import find_unsupplied
from tracer.domains.describer import load_describer

FIND_IDS = load_describer("retail").find_ids
Called = tuple[str, dict[str, object], object]
LOOK_UP: Called = ("find_customer_by_email", {"email": "a@b.c"}, {"customer_id": "cus-10001"})
PROFILE: Called = (
    "get_customer",
    {"customer_id": "cus-10001"},
    {"orders": ["K10-0001"], "payment_methods": {"pay-100001": {"kind": "wallet"}}},
)
RETURN: dict[str, object] = {
    "order_id": "K10-0001",
    "item_ids": ["itm-100001"],
    "refund_to": "pay-100001",
}


def make_actions(*calls: Called) -> Sequence[Action]:
    return [
        Action(
            tool=tool,
            arguments=dump_canonical(arguments),
            result=dump_canonical(result),
            state_digest="",
            role=ActionRole.WALK,
            intent=0,
            topic=None,
        )
        for tool, arguments, result in calls
    ]


def find(*calls: Called, refusal: Refusal | None = None) -> str | None:
    return find_unsupplied(make_actions(*calls), refusal, FIND_IDS)


def test_ids_that_earlier_results_show_are_supplied() -> None:
    order: Called = ("get_order", {"order_id": "K10-0001"}, {"items": [{"item_id": "itm-100001"}]})
    assert find(LOOK_UP, PROFILE, order, ("return_items", RETURN, {})) is None


@pytest.mark.parametrize(
    ("calls", "missing"),
    [
        ((PROFILE,), "action 0 get_customer: nothing before it shows customer_id 'cus-10001'"),
        (
            (LOOK_UP, PROFILE, ("return_items", RETURN, {})),
            "action 2 return_items: nothing before it shows item_ids 'itm-100001'",
        ),
        (
            (LOOK_UP, ("return_items", {"refund_to": "pay-100001"}, {})),
            "action 1 return_items: nothing before it shows refund_to 'pay-100001'",
        ),
        (
            (LOOK_UP, ("get_order", {"order_id": "K10-0001"}, {"order_id": "K10-0001"})),
            "action 1 get_order: nothing before it shows order_id 'K10-0001'",
        ),
    ],
    ids=["no look-up", "item", "internal id of another name", "own result comes too late"],
)
def test_first_id_that_nothing_shows_is_named(calls: Sequence[Called], missing: str) -> None:
    assert find(*calls) == missing


def test_what_is_no_id_the_customer_may_tell() -> None:
    address = {"street": "3 Mill Row", "city": "Leeds", "postcode": "LS1 4AB"}
    write: Called = ("change_default_address", {"customer_id": "cus-10001", "address": address}, {})
    assert find(LOOK_UP, write) is None


def test_call_to_be_declined_must_be_supplied_too() -> None:
    refusal = Refusal(
        topic=0,
        tool="cancel_order",
        arguments='{"order_id":"K77-0001","reason":"no longer needed"}',
        clause=16,
        reason="it was sent",
        accepted=["sent"],
    )
    assert find(LOOK_UP, PROFILE, refusal=refusal) == (
        "cancel_order: nothing before it shows order_id 'K77-0001'"
    )
