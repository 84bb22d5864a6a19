import pytest

from tracer.analysis.passes import Tally, measure_average, measure_pass
from tracer.analysis.rate import Rate


@pytest.mark.parametrize(
    ("k", "n"),
    # Three tasks with 3, 2 and 0 of 3 trials solved: 1 + 2/3 + 0, 1 + 1/3 + 0, 1 + 0 + 0.
    [(1, 5 / 3), (2, 4 / 3), (3, 1.0)],
)
def test_pass_is_summed_over_tasks(k: int, n: float) -> None:
    found = measure_pass([Tally(3, 3), Tally(3, 2), Tally(3, 0)], k)
    assert found.rate.n == pytest.approx(n)
    assert (found.rate.of, found.n_incomplete) == (3, 0)


def test_task_with_too_few_scored_trials_is_incomplete() -> None:
    tallies = [Tally(3, 3), Tally(2, 2), Tally(0, 0)]
    found = measure_pass(tallies, 3)
    assert (found.rate, found.n_incomplete) == (Rate(1.0, 1), 2)
    average = measure_average(tallies, 3)
    assert (average.rate, average.n_incomplete) == (Rate(3, 3), 2)


def test_no_task_gives_no_share() -> None:
    assert measure_pass([], 1).rate.share is None
    assert measure_average([Tally(0, 0)], 1).rate == Rate(0, 0)


def test_average_at_k_equals_pass_1_with_k_trials_each() -> None:
    tallies = [Tally(4, 1), Tally(4, 4), Tally(4, 2)]
    assert measure_average(tallies, 4).rate.share == measure_pass(tallies, 1).rate.share
