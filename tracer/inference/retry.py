"""Retry: which failures of a server are worth another try, and how long to wait for it."""

import random
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from math import isfinite

from openai import APIConnectionError, APIStatusError
from tenacity import AsyncRetrying, RetryCallState, retry_if_exception, stop_after_attempt

from tracer.inference.completion import GarbledBodyError

PASSING_STATUS = frozenset({408, 429, 500, 502, 503, 504})
JITTER = 0.25


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """How often to try, and how long to wait between tries, seconds.

    Waits double from `first_wait_s`; a server's Retry-After takes their place. Neither exceeds
    `longest_wait_s` by more than the jitter of a quarter.
    """

    tries: int = 5
    first_wait_s: float = 0.5
    longest_wait_s: float = 60.0
    # Jitter moves no data, so it needs no seed; with one, parallel processes would wait in step.
    rng: random.Random = field(default_factory=random.Random, repr=False)

    def start(self) -> AsyncRetrying:
        """Return the tries of one call, to be looped over; the last failure is raised as it is."""
        return AsyncRetrying(
            stop=stop_after_attempt(self.tries),
            wait=self.find_wait_s,
            retry=retry_if_exception(is_passing),
            reraise=True,
        )

    def find_wait_s(self, state: RetryCallState) -> float:
        """Return how long to wait before the next try, seconds."""
        error = state.outcome.exception() if state.outcome else None
        wait_s = read_retry_after_s(error)
        if wait_s is None:
            wait_s = self.first_wait_s * 2 ** (state.attempt_number - 1)
        wait_s = min(wait_s, self.longest_wait_s)
        return wait_s + self.rng.uniform(0, JITTER * wait_s)


def is_passing(error: BaseException) -> bool:
    """Return whether a failure may be gone at the next try."""
    if isinstance(error, APIStatusError):
        return error.status_code in PASSING_STATUS
    return isinstance(error, APIConnectionError | GarbledBodyError | TimeoutError)


def read_retry_after_s(error: BaseException | None) -> float | None:
    """Return the seconds a server asked to wait; None when it did not."""
    if not isinstance(error, APIStatusError):
        return None
    text = error.response.headers.get("retry-after", "").strip()
    wait_s = parse_seconds(text)
    return wait_s if wait_s is not None and isfinite(wait_s) and wait_s >= 0 else None


def parse_seconds(text: str) -> float | None:
    """Return the seconds from now that a Retry-After header names, RFC 9110 section 10.2.3."""
    try:
        return float(text)
    except ValueError:
        pass
    try:
        until = parsedate_to_datetime(text)
    except ValueError:
        return None
    if until.tzinfo is None:
        until = until.replace(tzinfo=UTC)
    return max(0.0, (until - datetime.now(UTC)).total_seconds())
