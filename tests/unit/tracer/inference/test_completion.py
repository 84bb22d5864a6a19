import json
from typing import Any

import pytest

from tracer.inference.completion import (
    HIGHEST_COUNT,
    MAX_CALL_CHARS,
    MOST_CALLS,
    GarbledBodyError,
    parse_completion,
)
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


def parse_usage(usage: Any) -> tuple[int, int, int]:
    reply = parse_completion(json.dumps({**say("Hello."), "usage": usage}))
    return reply.input_tokens, reply.cached_tokens, reply.output_tokens


def test_cached_tokens_are_read() -> None:
    details = {"cached_tokens": 8}
    usage = {"prompt_tokens": 10, "completion_tokens": 5, "prompt_tokens_details": details}
    assert parse_usage(usage) == (10, 8, 5)


@pytest.mark.parametrize("usage", [None, [], "many", {}, {"prompt_tokens_details": 3}])
def test_missing_or_senseless_usage_is_no_tokens(usage: Any) -> None:
    assert parse_usage(usage) == (0, 0, 0)


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        (-1, 0),
        (2**63, HIGHEST_COUNT),
        (10**30, HIGHEST_COUNT),
        (1e999, HIGHEST_COUNT),
        (float("nan"), 0),
        (7.0, 7),
        ("7", 0),
        (None, 0),
        ([7], 0),
    ],
)
def test_tokens_stay_what_can_be_added_up_and_stored(sent: Any, kept: int) -> None:
    assert parse_usage({"prompt_tokens": sent, "completion_tokens": sent}) == (kept, 0, kept)


def test_reasoning_left_in_the_text_is_parted_from_it() -> None:
    reply = parse_message(content="<think>They want a refund.</think>Hi.")
    assert (reply.text, reply.reasoning) == ("Hi.", "They want a refund.")


def test_text_is_left_alone_where_the_server_has_parted_the_reasoning() -> None:
    reply = parse_message(content="The tag is <think>.", reasoning="Hm.")
    assert (reply.text, reply.reasoning) == ("The tag is <think>.", "Hm.")


def make_calls(n_calls: int, arguments: str = "{}") -> list[Any]:
    function = {"name": "f", "arguments": arguments}
    return [{"id": f"c{number}", "function": function} for number in range(n_calls)]


def test_as_many_and_as_long_calls_as_allowed_are_kept() -> None:
    reply = parse_message(tool_calls=make_calls(MOST_CALLS, "x" * MAX_CALL_CHARS))
    assert (len(reply.calls), reply.is_cut_off) == (MOST_CALLS, False)


def test_more_calls_than_any_answer_has_count_as_cut_off() -> None:
    reply = parse_message(tool_calls=make_calls(MOST_CALLS + 1))
    assert (len(reply.calls), reply.is_cut_off) == (MOST_CALLS, True)


@pytest.mark.parametrize("place", ["name", "arguments"])
def test_call_longer_than_any_counts_as_cut_off(place: str) -> None:
    function = {"name": "f", "arguments": "{}", place: "x" * (MAX_CALL_CHARS + 1)}
    reply = parse_message(tool_calls=[{"id": "a", "function": function}])
    assert reply.is_cut_off
    assert len(getattr(reply.calls[0].function, place)) == MAX_CALL_CHARS


@pytest.mark.parametrize("body", [b"\xff\xfe\xff", b'{"choices": "\xff"}', b"\x00\x01"])
def test_bytes_that_are_no_text_are_garbled(body: bytes) -> None:
    with pytest.raises(GarbledBodyError, match="no JSON"):
        parse_completion(body)


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
