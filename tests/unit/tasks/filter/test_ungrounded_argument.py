from typing import Any

import pytest

from schemas.message import Message, Role
from tasks.filter.ungrounded_argument import find_ungrounded_argument
from tests.support.transcripts import ANA, ORDER, agent, call, user
from tracer.domains.domain import load_domain

TOOLS = load_domain("retail").tools
SYSTEM = [Message(role=Role.SYSTEM, content="1. Refunds take 5 to 7 days. 2. Prices are in EUR.")]
TALK = [
    *SYSTEM,
    *user("Hi, I'm Ana. My postcode is ls14ab and I ordered K10-0001. Pay 1,204.50 in all."),
    *user("Born 10 December 1985; I'd leave on May 20th. It is 2026 now."),
    *user("My last name is WEISS, I mean Weiß: street 3  Mill Row, Leeds."),
    *call("get_customer", {"customer_id": "cus-10001"}, ANA),
    *call("get_order", {"order_id": "K10-0001"}, ORDER),
]
ADDRESS = {"street": "3 Mill Row", "city": "Leeds", "postcode": "LS1 4AB", "country": "Peru"}


def find(tool: str, arguments: dict[str, Any], *more: list[Message]) -> str | None:
    spoken = [message for part in more for message in part]
    start = [message for message in TALK if not message.tool_calls]
    return find_ungrounded_argument([*start, *spoken, *call(tool, arguments, {})], TOOLS)


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("get_order", {"order_id": "K10-0001"}),
        ("get_order", {}),
        ("find_customer_by_name_and_postcode", {"name": "Ana Weiß", "postcode": "LS1 4AB"}),
        ("find_customer_by_name_and_postcode", {"name": "ana weiss", "postcode": "ls14ab"}),
        ("find_customer_by_email", {"email": "Ana.Weiss@example.com"}),
        ("cancel_order", {"order_id": "K10-0001", "reason": "ordered by mistake"}),
        (
            "return_items",
            {"order_id": "K10-0001", "item_ids": ["itm-100001"], "refund_to": "pay-100001"},
        ),
        ("calculate", {"expression": "2 * (119.00 + 45.5) - 1204.50"}),
        ("transfer_to_person", {"summary": "Ana Weiß wants to hear from the carrier."}),
        ("change_default_address", {"address": {**ADDRESS, "country": "United Kingdom"}}),
        ("no_such_tool", {"what": "Mill Row", "flag": True, "none": None, "n": 2}),
        ("no_such_tool", {"date": "2026-05-20", "born": "1985-12-10", "amount": "5.00"}),
    ],
)
def test_value_with_a_source_passes(tool: str, arguments: dict[str, Any]) -> None:
    assert find(tool, arguments) is None


@pytest.mark.parametrize(
    ("tool", "arguments", "detail"),
    [
        ("get_order", {"order_id": "K10-000"}, "order_id 'K10-000'"),
        ("get_order", {"order_id": "10-0001"}, "order_id '10-0001'"),
        ("get_order", {"order_id": "K10-0009"}, "order_id 'K10-0009'"),
        ("find_customer_by_email", {"email": "weiss@example.com"}, "email"),
        ("find_customer_by_email", {"email": "ana.weiss@example.co"}, "email"),
        (
            "find_customer_by_name_and_postcode",
            {"name": "Ana Weißer", "postcode": "LS1 4AB"},
            "name",
        ),
        ("cancel_order", {"order_id": "K10-0001", "reason": "too dear"}, "reason 'too dear'"),
        ("return_items", {"item_ids": ["itm-100001", "itm-100009"]}, "item_ids 'itm-100009'"),
        ("calculate", {"expression": "119.00 + 45.05"}, "expression '45.05'"),
        ("calculate", {"expression": "19.00 + 1"}, "expression '19.00'"),
        ("change_default_address", {"address": ADDRESS}, "address.country 'Peru'"),
        ("no_such_tool", {"n": 9}, "n 9"),
        ("no_such_tool", {"born": "1984-12-10"}, "born '1984-12-10'"),
        ("no_such_tool", {"date": "2026-05-21"}, "date '2026-05-21'"),
        ("no_such_tool", {"date": "2026-05-32"}, "date '2026-05-32'"),
        ("no_such_tool", {"amount": "8.00"}, "amount '8.00'"),
    ],
)
def test_value_without_a_source_is_named(tool: str, arguments: dict[str, Any], detail: str) -> None:
    found = find(tool, arguments)
    assert found is not None
    assert f"{tool}: {detail}" in found


def test_what_the_agent_wrote_is_no_source() -> None:
    assert find("get_order", {"order_id": "K55-5555"}, agent("Is it K55-5555?")) is not None
    assert find("get_order", {"order_id": "K55-5555"}, user("It is k55-5555.")) is None


def test_source_must_stand_before_the_call() -> None:
    messages = [*SYSTEM, *call("get_order", {"order_id": "K10-0001"}, ORDER)]
    assert find_ungrounded_argument(messages, TOOLS) is not None
    told = [*SYSTEM, *user("K10-0001"), *messages[1:]]
    assert find_ungrounded_argument(told, TOOLS) is None


def test_decomposed_letters_are_the_same_letters() -> None:
    decomposed = user("I am Zoe\u0308.")
    name = {"name": "Zo\u00eb", "postcode": "LS1 4AB"}
    assert find("find_customer_by_name_and_postcode", name, decomposed) is None
