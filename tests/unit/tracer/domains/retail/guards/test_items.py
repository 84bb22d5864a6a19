import pytest

from schemas.message import Message
from schemas.verdict import ClauseVerdict
from tests.support.transcripts import BASE, FOUND, ORDER, agent, call, refuse, talk
from tracer.domains.retail.guards.items import guard_items

RETURN = call("return_items", {"order_id": "K10-0001", "item_ids": ["itm-100001"]}, ORDER)
RETURN_REST = call("return_items", {"order_id": "K10-0001", "item_ids": ["itm-200001"]}, ORDER)
ONCE = agent("A return can be made only once for this order. Is there anything else in it?")


def judge(*parts: list[Message]) -> ClauseVerdict:
    return guard_items(talk(FOUND, *parts), BASE).verdict


@pytest.mark.parametrize(
    "text",
    [
        "This can be done only once for that order.",
        "An order takes a single return, so tell me all the items now.",
        "Once I've changed the items, they can't be changed again.",
        "Please note it's once only per order.",
        "After that the items are locked.",
        "You get just one exchange on this order.",
        "This would be the only exchange for the order.",
        "The order won't take another return.",
        "An exchange can't be repeated for the same order.",
        "There won't be a second return.",
        "No further changes to its items will be possible.",
        "The order\u2019s items can only be changed once.",
    ],
)
def test_one_call_announced_as_the_only_one_complies(text: str) -> None:
    assert judge(agent(text), RETURN) is ClauseVerdict.COMPLIED


def test_second_call_on_the_same_order_violates() -> None:
    assert judge(ONCE, RETURN, RETURN_REST) is ClauseVerdict.VIOLATED


@pytest.mark.parametrize(
    "text",
    [
        "Shall I return the boots?",
        "The lamp is the one you ordered; the price stays as it is.",
        "Let me take another look. The boots are the only brown thing in it.",
    ],
)
def test_call_without_the_announcement_violates(text: str) -> None:
    assert judge(agent(text), RETURN) is ClauseVerdict.VIOLATED


def test_half_an_announcement_is_unclear() -> None:
    assert judge(agent("I'd take them all together. Shall I?"), RETURN) is ClauseVerdict.UNCLEAR


def test_call_after_a_refused_one_complies() -> None:
    refused = refuse("return_items", {"order_id": "K10-0001"}, "Sandals are final sale.")
    assert judge(ONCE, refused, RETURN) is ClauseVerdict.COMPLIED


def test_calls_on_two_orders_comply() -> None:
    other = call("return_items", {"order_id": "K10-0002", "item_ids": ["itm-200001"]}, ORDER)
    assert judge(ONCE, RETURN, other) is ClauseVerdict.COMPLIED
