import pytest

from schemas.message import FunctionCall, Message, Role, ToolCall
from tracer.domains.transcript import (
    Called,
    Said,
    parse_arguments,
    parse_result,
    read_transcript,
)


def make_call(call_id: str, name: str, arguments: str) -> ToolCall:
    return ToolCall(id=call_id, function=FunctionCall(name=name, arguments=arguments))


def make_result(call_id: str, content: str) -> Message:
    return Message(role=Role.TOOL, content=content, tool_call_id=call_id, name="any")


CONVERSATION = [
    Message(role=Role.SYSTEM, content="Rules."),
    Message(role=Role.USER, content="Hello."),
    Message(
        role=Role.ASSISTANT,
        content="One moment.",
        tool_calls=[
            make_call("c1", "get_order", '{"order_id":"K1"}'),
            make_call("c2", "get_order", '{"order_id":"K2"}'),
        ],
    ),
    make_result("c2", '{"error":"no such order"}'),
    make_result("c1", '{"order_id":"K1","total":"34.90"}'),
    Message(role=Role.ASSISTANT, content="It is 34.90."),
    Message(role=Role.USER, content="Thanks."),
]


def test_events_come_in_order_without_the_system_message() -> None:
    assert read_transcript(CONVERSATION).events == (
        Said(1, Role.USER, "Hello."),
        Said(2, Role.ASSISTANT, "One moment."),
        Called(
            2, "get_order", {"order_id": "K1"}, ok=True, result={"order_id": "K1", "total": "34.90"}
        ),
        Called(2, "get_order", {"order_id": "K2"}, ok=False, result="no such order"),
        Said(5, Role.ASSISTANT, "It is 34.90."),
        Said(6, Role.USER, "Thanks."),
    )


def test_calls_are_the_calls_alone() -> None:
    assert [call.arguments["order_id"] for call in read_transcript(CONVERSATION).calls] == [
        "K1",
        "K2",
    ]


def test_said_before_is_strictly_before_and_of_one_side() -> None:
    transcript = read_transcript(CONVERSATION)
    assert [said.text for said in transcript.said_before(6, Role.USER)] == ["Hello."]
    assert [said.index for said in transcript.said_before(6, Role.ASSISTANT)] == [2, 5]


def test_call_that_was_never_answered_is_not_ok() -> None:
    lone = Message(role=Role.ASSISTANT, content="", tool_calls=[make_call("c1", "look", "{}")])
    assert read_transcript([lone]).events == (Called(0, "look", {}, ok=False, result=""),)


@pytest.mark.parametrize("text", ["", "[1]", "null", "{", '"a"', "[" * 100_000])
def test_arguments_that_are_no_object_are_empty(text: str) -> None:
    assert parse_arguments(text) == {}


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ('{"error":"no"}', (False, "no")),
        ('{"error":"no","order_id":"K1"}', (True, {"error": "no", "order_id": "K1"})),
        ("{}", (True, {})),
        ("null", (True, None)),
        ('"47.40"', (True, "47.40")),
        ("not json", (False, "not json")),
        ("", (False, "")),
    ],
)
def test_result_is_ok_unless_it_is_an_error_alone(
    content: str, expected: tuple[bool, object]
) -> None:
    assert parse_result(content) == expected


def test_result_nested_beyond_reading_is_not_ok() -> None:
    content = "[" * 100_000
    assert parse_result(content) == (False, content)
