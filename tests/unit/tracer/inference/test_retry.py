import random
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import httpx2
import pytest
from openai import APIStatusError
from tenacity import AsyncRetrying, RetryCallState

from tracer.inference.completion import GarbledBodyError
from tracer.inference.retry import RetryPolicy, is_passing, read_retry_after_s


def make_error(status: int, **headers: str) -> APIStatusError:
    request = httpx2.Request("POST", "http://127.0.0.1/v1")
    response = httpx2.Response(status, headers=headers, request=request)
    return APIStatusError("refused", response=response, body=None)


def find_wait_s(policy: RetryPolicy, error: Exception, attempt: int) -> float:
    state = RetryCallState(AsyncRetrying(), None, (), {})
    state.set_exception((type(error), error, None))
    state.attempt_number = attempt
    return policy.find_wait_s(state)


@pytest.mark.parametrize("status", [429, 500, 502, 503, 504])
def test_busy_and_broken_servers_are_tried_again(status: int) -> None:
    assert is_passing(make_error(status))


@pytest.mark.parametrize("status", [400, 401, 403, 404, 422])
def test_refused_requests_are_not_tried_again(status: int) -> None:
    assert not is_passing(make_error(status))


def test_time_out_and_garbled_body_are_tried_again() -> None:
    assert is_passing(TimeoutError())
    assert is_passing(GarbledBodyError("no JSON"))


def test_waits_double_with_a_quarter_of_jitter_at_most() -> None:
    policy = RetryPolicy(first_wait_s=1.0, rng=random.Random(1))
    for attempt, least in ((1, 1.0), (2, 2.0), (3, 4.0)):
        assert least <= find_wait_s(policy, TimeoutError(), attempt) <= least * 1.25


def test_jitter_differs_between_two_waits() -> None:
    policy = RetryPolicy(first_wait_s=1.0, rng=random.Random(1))
    assert find_wait_s(policy, TimeoutError(), 1) != find_wait_s(policy, TimeoutError(), 1)


def test_retry_after_is_the_least_wait() -> None:
    policy = RetryPolicy(first_wait_s=0.1, rng=random.Random(1))
    assert 7.0 <= find_wait_s(policy, make_error(429, **{"Retry-After": "7"}), 1) <= 8.75


def test_retry_after_is_bounded() -> None:
    policy = RetryPolicy(longest_wait_s=2.0, rng=random.Random(1))
    assert find_wait_s(policy, make_error(429, **{"Retry-After": "86400"}), 1) <= 2.5


def test_retry_after_may_be_a_date() -> None:
    until = format_datetime(datetime.now(UTC) + timedelta(seconds=30), usegmt=True)
    wait_s = read_retry_after_s(make_error(503, **{"Retry-After": until}))
    assert wait_s is not None
    assert 25 < wait_s <= 30


@pytest.mark.parametrize("text", ["soon", "-1", "nan", "inf", ""])
def test_senseless_retry_after_is_passed_over(text: str) -> None:
    assert read_retry_after_s(make_error(429, **{"Retry-After": text})) is None
