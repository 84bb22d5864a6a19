import random

import pytest
from tenacity import AsyncRetrying, RetryCallState

from tracer.inference.completion import GarbledBodyError
from tracer.inference.health import DownError
from tracer.inference.refusal import RefusedError
from tracer.inference.retry import RetryPolicy, is_passing
from tracer.inference.transport import LostError


def find_wait_s(policy: RetryPolicy, error: Exception, attempt: int) -> float:
    state = RetryCallState(AsyncRetrying(), None, (), {})
    state.set_exception((type(error), error, None))
    state.attempt_number = attempt
    return policy.find_wait_s(state)


@pytest.mark.parametrize(
    "error",
    [
        TimeoutError(),
        GarbledBodyError("no JSON"),
        LostError("connection reset", was_sent=True),
        RefusedError(429, "busy"),
    ],
)
def test_what_may_pass_is_tried_again(error: Exception) -> None:
    assert is_passing(error)


@pytest.mark.parametrize("error", [RefusedError(400, "no"), DownError(), KeyError("bug")])
def test_what_stays_is_not_tried_again(error: Exception) -> None:
    assert not is_passing(error)


def test_waits_double_with_a_quarter_of_jitter_at_most() -> None:
    policy = RetryPolicy(first_wait_s=1.0, rng=random.Random(1))
    for attempt, least in ((1, 1.0), (2, 2.0), (3, 4.0)):
        assert least <= find_wait_s(policy, TimeoutError(), attempt) <= least * 1.25


def test_jitter_differs_between_two_waits() -> None:
    policy = RetryPolicy(first_wait_s=1.0, rng=random.Random(1))
    assert find_wait_s(policy, TimeoutError(), 1) != find_wait_s(policy, TimeoutError(), 1)


def test_retry_after_is_the_least_wait() -> None:
    policy = RetryPolicy(first_wait_s=0.1, rng=random.Random(1))
    assert 7.0 <= find_wait_s(policy, RefusedError(429, "busy", 7.0), 1) <= 8.75


def test_retry_after_is_bounded() -> None:
    policy = RetryPolicy(longest_wait_s=2.0, rng=random.Random(1))
    assert find_wait_s(policy, RefusedError(429, "busy", 86400.0), 1) <= 2.5
