"""Refusal: an answer with a status of error, and what it says about time and room."""

import json
import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from math import isfinite
from typing import Any

from tracer.inference.page import describe_page, is_page
from tracer.inference.transport import HttpAnswer

MAX_MESSAGE = 20_000
LEAST_ROOM = 16
"""Tokens below which there is no point in an answer."""
LIMITED_STATUS = frozenset({400, 413, 422})
TRANSIENT_STATUS = frozenset({408, 425, 429})
LASTING_FAULTS = frozenset({501, 505})
SERVER_FAULT = 500
NO_QUOTA = "insufficient_quota"
MOST_DIGITS = 12
OVERLONG = re.compile(
    r"context.?(length|size|window)|maximum model length|max_model_len"
    r"|(prompt|input)\b.{0,60}too long|tokens. must be <=",
    re.IGNORECASE,
)
LIMITS = (
    r"maximum (?:context|model) length (?:is|of) (\d+)",
    r"max_model_len[`'\"]?\s*[=:]\s*(\d+)",
    r"must be <= (\d+)",
)
"""What a server names as the most tokens of prompt and answer together."""
PROMPTS = (
    r"\((\d+) in the messages",
    r"(\d+) tokens from the input",
    r"(?:has|contains) (?:at least )?(\d+) (?:input|prompt) tokens",
    r"Given: (\d+) `inputs`",
)
"""What it names as the tokens of the prompt."""
MOST_ANSWER = r"at most (\d+) completion tokens"
UNCOUNTED = r"contains at least \d+"
"""vLLM stops counting a prompt one token past the room that `max_tokens` leaves."""


class RefusedError(Exception):
    """The server answered with an error."""

    def __init__(self, status: int, message: str, retry_after_s: float | None = None) -> None:
        super().__init__(f"{status}: {message}")
        self.status = status
        self.message = message
        self.retry_after_s = retry_after_s

    @property
    def is_passing(self) -> bool:
        """Whether another try may fare better."""
        if self.status in TRANSIENT_STATUS:
            return NO_QUOTA not in self.message
        return self.status >= SERVER_FAULT and self.status not in LASTING_FAULTS

    @property
    def is_overlong(self) -> bool:
        """Whether the prompt was refused for its length."""
        return self.status in LIMITED_STATUS and OVERLONG.search(self.message) is not None


def read_refusal(answer: HttpAnswer) -> RefusedError:
    """Return what an answer of a status other than 2xx says."""
    text = answer.content[:MAX_MESSAGE].decode("utf-8", "replace")
    message = read_message(text)
    if "Location" in answer.headers:
        message = f"moved to {answer.headers['Location']}: set base_url to where it is. {message}"
    retry_after = answer.headers.get("Retry-After", "")
    return RefusedError(answer.status, message, read_retry_after_s(retry_after))


def read_message(text: str) -> str:
    """Return the message and the code in the body of an error; the body where it has none.

    Of an HTML page only what it is about.
    """
    try:
        body = json.loads(text)
    except (ValueError, RecursionError):
        return describe_page(text) if is_page(text) else text
    error = body.get("error", body) if isinstance(body, dict) else body
    if not isinstance(error, dict):
        return str(error)
    message = error.get("message") or error.get("detail") or json.dumps(body)
    code = error.get("code")
    return f"{message} ({code})" if isinstance(code, str) and code else str(message)


def read_retry_after_s(text: str) -> float | None:
    """Return the seconds from now a Retry-After header names, RFC 9110 section 10.2.3.

    None where it is empty or senseless.
    """
    wait_s = parse_seconds(text.strip())
    return wait_s if wait_s is not None and isfinite(wait_s) and wait_s >= 0 else None


def parse_seconds(text: str) -> float | None:
    """Return the seconds from now that a number or a date says."""
    try:
        return float(text)
    except ValueError:
        pass
    try:
        until = parsedate_to_datetime(text)
        if until.tzinfo is None:
            until = until.replace(tzinfo=UTC)
        return max(0.0, (until - datetime.now(UTC)).total_seconds())
    except (ValueError, TypeError, ArithmeticError, LookupError):
        return None


def cut_to_room(error: RefusedError, body: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the body with `max_tokens` cut to what the refusal leaves for the answer.

    None where the prompt itself is too long, where less than 16 tokens are left, and where the
    refusal is about something else. Where the server did not count the prompt to its end, it is
    left to the server how much fits: less than was asked for.
    """
    if error.status not in LIMITED_STATUS:
        return None
    asked, room = int(body["max_tokens"]), find_room(error.message)
    if room is None or not LEAST_ROOM <= room < asked:
        return None
    if re.search(UNCOUNTED, error.message):
        return {name: value for name, value in body.items() if name != "max_tokens"}
    return {**body, "max_tokens": room}


def find_room(message: str) -> int | None:
    """Return the tokens a message leaves for an answer; None where it names none.

    >>> find_room("This model's maximum context length is 100 tokens. However, you requested 120 "
    ...           "tokens (70 in the messages, 50 in the completion).")
    30
    """
    most = find_number([MOST_ANSWER], message)
    limit = find_number(LIMITS, message)
    if most is not None or limit is None:
        return most
    return limit - (find_number(PROMPTS, message) or 0)


def find_number(patterns: Sequence[str], text: str) -> int | None:
    """Return the number in the first pattern that fits."""
    for pattern in patterns:
        found = re.search(pattern, text)
        # Python refuses to read thousands of digits.
        if found and len(found[1]) <= MOST_DIGITS:
            return int(found[1])
    return None
