"""Lies: what a server may do wrong to a request it could have answered, each under a name.

A lie is given the request's body and the honest answer; it returns what is sent instead.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any

from tracer.inference.server import JSON_HEADERS, Answer, encode_answer, refuse

Body = Mapping[str, Any]
Lie = Callable[[Body, dict[str, Any]], Answer | Awaitable[Answer]]

SLOW_S = 0.05
HUGE_BYTES = 3 * 2**20
OVERFLOWS = {
    "overflow_vllm": (
        "This model's maximum context length is 8192 tokens. However, your request has 9001 input "
        "tokens. Please reduce the length of the input messages."
    ),
    "overflow_openai": (
        "This model's maximum context length is 8192 tokens. However, your messages resulted in "
        "9001 tokens. Please reduce the length of the messages. (context_length_exceeded)"
    ),
}


@dataclass(frozen=True, slots=True)
class Refusal:
    """Answers with a status of error."""

    status: int
    message: str
    retry_after: str = ""

    def __call__(self, body: Body, honest: dict[str, Any]) -> Answer:
        del body, honest
        headers = {"retry_after": self.retry_after} if self.retry_after else {}
        return refuse(self.status, self.message, **headers)


def refuse_until_date(body: Body, honest: dict[str, Any]) -> Answer:
    """Say that it is busy until a moment that has just passed, as a date."""
    del body, honest
    moment = datetime.now(UTC) - timedelta(seconds=1)
    return refuse(429, "busy", retry_after=format_datetime(moment, usegmt=True))


async def answer_late(body: Body, honest: dict[str, Any]) -> Answer:
    """Answer after a while."""
    del body
    await asyncio.sleep(SLOW_S)
    return honest


async def hang(body: Body, honest: dict[str, Any]) -> Answer:
    """Never answer."""
    del body, honest
    await asyncio.Event().wait()
    return None


def drop(body: Body, honest: dict[str, Any]) -> Answer:
    """Cut the connection before an answer."""
    del body, honest
    return None


def cut_body(body: Body, honest: dict[str, Any]) -> Answer:
    """Cut the connection in the middle of the body."""
    del body
    whole = encode_answer(honest)
    return whole[: len(whole) - len(json.dumps(honest)) // 2]


@dataclass(frozen=True, slots=True)
class Garbage:
    """Answers 200 with what is no completion."""

    text: str

    def __call__(self, body: Body, honest: dict[str, Any]) -> Answer:
        del body, honest
        return 200, JSON_HEADERS, self.text


def mistake_charset(body: Body, honest: dict[str, Any]) -> Answer:
    """Send good UTF-8 under the name of another charset, one that there is not."""
    del body
    return 200, {"Content-Type": "application/json; charset=utf-99"}, json.dumps(honest)


def send_latin(body: Body, honest: dict[str, Any]) -> Answer:
    """Send bytes that are no UTF-8."""
    del body, honest
    return 200, JSON_HEADERS, b'{"choices": [{"message": {"content": "caf\xe9"}}]}'


def swell(body: Body, honest: dict[str, Any]) -> Answer:
    """Add megabytes that mean nothing."""
    del body
    return {**honest, "padding": "x" * HUGE_BYTES}


@dataclass(frozen=True, slots=True)
class Miscount:
    """Sends usage that counts nothing."""

    usage: Any

    def __call__(self, body: Body, honest: dict[str, Any]) -> Answer:
        del body
        return {**honest, "usage": self.usage}


SERVER_LIES: dict[str, Lie] = {
    "busy": Refusal(429, "busy"),
    "busy_for_seconds": Refusal(429, "busy", "0"),
    "busy_until_date": refuse_until_date,
    "busy_for_nonsense": Refusal(429, "busy", "a while"),
    "starting": Refusal(503, "starting", "0"),
    "starting_in_silence": Refusal(503, "starting"),
    "internal": Refusal(500, "engine failed"),
    "slow": answer_late,
    "hang": hang,
    "dropped": drop,
    "cut_body": cut_body,
    "bad_json": Garbage('{"choices": [{"message": {"content": "Hel'),
    "html": Garbage("<html>Bad gateway</html>"),
    "no_completion": Garbage('{"object": "list", "data": []}'),
    "no_choices": Garbage('{"choices": []}'),
    "null": Garbage("null"),
    "no_such_charset": mistake_charset,
    "no_utf8": send_latin,
    "huge_body": swell,
    "negative_usage": Miscount({"prompt_tokens": -5, "completion_tokens": -1}),
    "giant_usage": Miscount({"prompt_tokens": 2**70, "completion_tokens": 2**70}),
    "worded_usage": Miscount({"prompt_tokens": "many", "completion_tokens": None}),
    "no_usage": Miscount("none"),
}
"""Faults of the server: the model's answer is none of them, so nothing may come of them."""
HARMLESS = frozenset(
    {
        "slow",
        "no_such_charset",
        "huge_body",
        "negative_usage",
        "giant_usage",
        "worded_usage",
        "no_usage",
    }
)
"""Those beside which the answer can still be read; the others cost another try."""
OVERFLOW_LIES: dict[str, Lie] = {name: Refusal(400, text) for name, text in OVERFLOWS.items()}
"""The server says that the prompt is too long."""
