import json
from typing import Any

import pytest

from tracer.inference.completion import GarbledBodyError, parse_completion
from tracer.inference.server import say


def parse_message(**message: Any) -> Any:
    return parse_completion(json.dumps({"choices": [{"message": message}]}))


def test_text_finish_and_tokens_are_read() -> None:
    reply = parse_completion(json.dumps(say("Hello.", finish="length")))
    assert (reply.text, reply.finish, reply.is_cut_off) == ("Hello.", "length", True)
    assert (reply.input_tokens, reply.output_tokens) == (10, 5)


def test_null_content_is_empty_text() -> None:
    assert parse_message(content=None).text == ""


@pytest.mark.parametrize("name", ["reasoning", "reasoning_content"])
def test_reasoning_is_kept_apart_from_text(name: str) -> None:
    reply = parse_message(content="Hi.", **{name: "They want a refund."})
    assert (reply.text, reply.reasoning) == ("Hi.", "They want a refund.")


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ("", ""),
        (None, ""),
        ({"n": 1}, '{"n": 1}'),
        ('{"n": 1}}', '{"n": 1}}'),
        ("{'n': 1}", "{'n': 1}"),
        ("[" * 40_000, "[" * 40_000),
    ],
)
def test_arguments_are_kept_as_the_model_gave_them(sent: Any, kept: str) -> None:
    reply = parse_message(tool_calls=[{"id": "a", "function": {"name": "f", "arguments": sent}}])
    assert reply.calls[0].function.arguments == kept


def test_two_calls_with_one_id_are_both_kept_in_order() -> None:
    calls = [{"id": "a", "function": {"name": name}} for name in ("first", "second")]
    reply = parse_message(content="", tool_calls=calls)
    assert [call.function.name for call in reply.calls] == ["first", "second"]


def test_call_without_name_or_id_is_kept_empty() -> None:
    call = parse_message(tool_calls=[{"function": {}}]).calls[0]
    assert (call.id, call.function.name) == ("", "")


def test_lone_surrogate_never_enters_a_reply() -> None:
    reply = parse_completion('{"choices": [{"message": {"content": "\\ud83d"}}]}')
    assert reply.text == "\ufffd"


@pytest.mark.parametrize(
    "body",
    [
        "<html>Bad gateway</html>",
        "",
        "[]",
        "{}",
        "null",
        '{"choices": []}',
        '{"choices": [{}]}',
        '{"choices": [{"message": {"content": 7}}]}',
        '{"error": {"message": "overloaded"}}',
        "[" * 100_000,
    ],
)
def test_what_is_no_completion_is_garbled(body: str) -> None:
    with pytest.raises(GarbledBodyError, match="no "):
        parse_completion(body)
