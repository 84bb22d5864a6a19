from typing import Any, cast

import pytest
from prefect.exceptions import PrefectException, UnfinishedRun
from prefect.futures import PrefectFuture

from flows.generate import explain_server_error, find_own_error, wait_for
from schemas.errors import BudgetError, ConfigError, DataError, DrainError


def cover(error: ConfigError) -> PrefectException:
    covering = PrefectException("Internal Server Error")
    covering.__context__ = error
    return covering


def test_own_error_is_found_beneath_the_servers() -> None:
    own = ConfigError("no space left")
    assert find_own_error(cover(own)) is own


def test_nothing_of_our_own_is_found_where_the_server_failed_alone() -> None:
    assert find_own_error(PrefectException("Internal Server Error")) is None


LONG = "the disk of the server is full, " * 20


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (
            "Server error '500 Internal Server Error' for url 'http://127.0.0.1:1/'\nFor more info",
            "(Server error '500 Internal Server Error')",
        ),
        ("500\nResponse: {'exception_message': 'Internal'}\nFor more information check", "(500)"),
        ("the server\nis gone", "(the server is gone)"),
        ("", "(PrefectException)"),
    ],
)
def test_failure_of_the_server_is_told_in_one_clean_line(error: str, told: str) -> None:
    explained = explain_server_error(PrefectException(error))
    assert isinstance(explained, DataError)
    assert str(explained) == (
        f"the workflow server failed {told}; is there space left on its disk?"
    )


def test_long_failure_of_the_server_is_cut_between_words() -> None:
    told = str(explain_server_error(PrefectException(LONG)))
    assert " ...); is there" in told
    assert LONG.startswith(told.partition("(")[2].partition(" ...")[0] + " ")
    assert len(told) < 250


class Ended:
    """A task that has ended."""

    def __init__(self, error: Exception | None) -> None:
        self.error = error

    def wait(self) -> None:
        """Return at once."""

    def result(self) -> None:
        if self.error is not None:
            raise self.error


def wait(*errors: Exception | None) -> None:
    wait_for(cast("list[PrefectFuture[Any]]", [Ended(error) for error in errors]))


DRAIN, BUDGET, VAIN = DrainError("drained"), BudgetError("spent"), UnfinishedRun("waited in vain")


@pytest.mark.parametrize(
    ("errors", "expected"),
    [
        ([None, VAIN, DRAIN, BUDGET], BUDGET),
        ([None, VAIN, DRAIN], DRAIN),
        ([VAIN, None], VAIN),
    ],
)
def test_what_stopped_a_run_is_told_before_what_was_stopped(
    errors: list[Exception | None], expected: Exception
) -> None:
    with pytest.raises(type(expected)) as caught:
        wait(*errors)
    assert caught.value is expected


def test_tasks_that_came_to_their_end_raise_nothing() -> None:
    wait(None, None)
