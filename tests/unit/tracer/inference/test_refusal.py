import json
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracer.inference.refusal import (
    RefusedError,
    cut_to_room,
    find_room,
    read_message,
    read_refusal,
    read_retry_after_s,
)
from tracer.inference.transport import HttpAnswer

BODY = {"model": "m", "max_tokens": 1024}
FITTED = "This model's maximum context length is 8192 tokens. However, "
TOO_LONG = f"{FITTED}your prompt contains 8300 input tokens, which exceeds this limit"


@pytest.mark.parametrize("status", [408, 425, 429, 500, 502, 503, 504, 529])
def test_busy_and_broken_servers_may_recover(status: int) -> None:
    assert RefusedError(status, "busy").is_passing


@pytest.mark.parametrize("status", [301, 400, 401, 403, 404, 422, 501])
def test_refused_requests_stay_refused(status: int) -> None:
    assert not RefusedError(status, "no").is_passing


def test_quota_that_is_used_up_does_not_come_back() -> None:
    assert not RefusedError(429, "You exceeded your quota (insufficient_quota)").is_passing


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({"error": {"message": "busy", "code": 503}}, "busy"),
        ({"error": {"message": "used up", "code": "insufficient_quota"}}, None),
        ({"object": "error", "message": "busy"}, "busy"),
        ({"detail": "busy"}, "busy"),
        ({"error": "busy"}, "busy"),
        (["busy"], "['busy']"),
        ({"odd": 1}, '{"odd": 1}'),
    ],
)
def test_message_is_found_in_every_dialect(body: Any, message: str | None) -> None:
    assert read_message(json.dumps(body)) == (message or "used up (insufficient_quota)")


def test_body_that_is_no_json_is_its_own_message() -> None:
    assert read_message("upstream <gone>") == "upstream <gone>"


def test_page_is_told_in_a_few_words() -> None:
    page = "<!DOCTYPE HTML>\n<html><head><title>Error\n response</title></head><p>long</p></html>"
    assert read_message(page) == "an HTML page: Error response"


def test_address_that_has_moved_says_where_to() -> None:
    moved = HttpAnswer(308, {"Location": "https://there/v1"}, b"")
    assert "https://there/v1" in read_refusal(moved).message


def test_retry_after_may_be_a_date() -> None:
    until = format_datetime(datetime.now(UTC) + timedelta(seconds=30), usegmt=True)
    wait_s = read_retry_after_s(until)
    assert wait_s is not None
    assert 25 < wait_s <= 30


def test_date_that_has_passed_is_no_wait() -> None:
    assert read_retry_after_s("Wed, 21 Oct 2015 07:28:00 GMT") == 0.0


@pytest.mark.parametrize(
    "text",
    [
        "soon",
        "-1",
        "nan",
        "inf",
        "",
        "9" * 5000,
        "Wed, 21 Oct 99999 07:28:00 GMT",
        "Fri, 31 Dec 9999 23:59:59 -9999999",
        f"Wed, 21 Oct 2015 07:28:00 +{'9' * 20}",
        "Mon, 99 Oct 2015 99:99:99 GMT",
    ],
)
def test_senseless_retry_after_is_passed_over(text: str) -> None:
    assert read_retry_after_s(text) is None


@given(st.text() | st.from_regex(r"\w{3}, \d{1,3} \w{3} \d{1,6} \d\d:\d\d:\d\d [+-]?\d{1,12}"))
def test_no_retry_after_breaks_the_reader(text: str) -> None:
    wait_s = read_retry_after_s(text)
    assert wait_s is None or wait_s >= 0


@pytest.mark.parametrize(
    ("message", "room"),
    [
        (f"{FITTED}you requested 9000 tokens (7976 in the messages, 1024 in the completion).", 216),
        (
            (
                "'max_tokens' or 'max_completion_tokens' is too large: 1024. This model's maximum "
                "context length is 8192 tokens and your request has 7692 input tokens "
                "(1024 > 8192 - 7692)."
            ),
            500,
        ),
        (
            (
                "Requested token count exceeds the model's maximum context length of 8192 tokens. "
                "You requested a total of 9000 tokens: 7976 tokens from the input messages and "
                "1024 tokens for the completion."
            ),
            216,
        ),
        (
            (
                "`inputs` tokens + `max_new_tokens` must be <= 4096. Given: 4000 `inputs` tokens "
                "and 1024 `max_new_tokens`"
            ),
            96,
        ),
        ("max_tokens=9000 cannot be greater than max_model_len=8192.", 8192),
        ("max_tokens is too large: 9. This model supports at most 4096 completion tokens", 4096),
        (TOO_LONG, -108),
        (f"{FITTED}your prompt contains at least 8193 input tokens, which exceeds this", -1),
        ("tools: expected a list", None),
        (f"This model's maximum context length is {'9' * 5000} tokens.", None),
    ],
)
def test_room_is_read_from_every_wording(message: str, room: int | None) -> None:
    assert find_room(message) == room


def test_request_is_cut_to_the_room_that_is_left() -> None:
    error = RefusedError(400, f"{FITTED}you requested 9000 tokens (7976 in the messages, 1024 in")
    assert cut_to_room(error, BODY) == {**BODY, "max_tokens": 216}


@pytest.mark.parametrize(("prompt", "room"), [(8176, 16), (8177, None), (8193, None)])
def test_less_than_sixteen_tokens_are_no_room(prompt: int, room: int | None) -> None:
    error = RefusedError(400, f"{FITTED}you requested 9000 tokens ({prompt} in the messages, 1024")
    cut = cut_to_room(error, BODY)
    assert (cut and cut["max_tokens"]) == room


def test_prompt_not_counted_to_its_end_leaves_the_room_to_the_server() -> None:
    message = (
        f"{FITTED}you requested 1024 output tokens and your prompt contains at least 7169 input"
    )
    assert cut_to_room(RefusedError(400, f"{message} tokens"), BODY) == {"model": "m"}


@pytest.mark.parametrize(
    "error",
    [
        RefusedError(400, TOO_LONG),
        RefusedError(400, "tools: expected a list"),
        RefusedError(500, f"{FITTED}you requested 9000 tokens (7976 in the messages, 1024 in"),
    ],
)
def test_other_refusals_are_not_asked_for_less(error: RefusedError) -> None:
    assert cut_to_room(error, BODY) is None
