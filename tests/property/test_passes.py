from fractions import Fraction
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from tracer.analysis.passes import Tally, estimate_pass, measure_pass


@st.composite
def tallies(draw: st.DrawFn, least: int = 1, most: int = 8) -> Tally:
    n_scored = draw(st.integers(least, most))
    return Tally(n_scored, draw(st.integers(0, n_scored)))


@given(tallies(), st.data())
def test_pass_agrees_with_drawing_every_set_of_trials(tally: Tally, data: st.DataObject) -> None:
    k = data.draw(st.integers(1, tally.n_scored))
    trials = [index < tally.n_solved for index in range(tally.n_scored)]
    drawn = [all(chosen) for chosen in combinations(trials, k)]
    assert estimate_pass(tally, k) == Fraction(sum(drawn), len(drawn))


@given(st.lists(tallies(least=5), min_size=1), st.integers(1, 4))
def test_pass_never_grows_with_k(tasks: list[Tally], k: int) -> None:
    lower, higher = measure_pass(tasks, k).rate, measure_pass(tasks, k + 1).rate
    assert higher.of == lower.of
    assert higher.n <= lower.n + 1e-9


@given(st.lists(tallies()))
def test_pass_1_is_the_mean_over_tasks(tasks: list[Tally]) -> None:
    total = sum((Fraction(task.n_solved, task.n_scored) for task in tasks), Fraction(0))
    found = measure_pass(tasks, 1)
    assert found.rate.n == float(total)
    assert found.rate.of == len(tasks)


@given(st.lists(tallies(least=0)), st.integers(1, 9))
def test_every_task_is_complete_or_named_incomplete(tasks: list[Tally], k: int) -> None:
    found = measure_pass(tasks, k)
    assert found.rate.of + found.n_incomplete == len(tasks)
    assert 0 <= found.rate.n <= found.rate.of
