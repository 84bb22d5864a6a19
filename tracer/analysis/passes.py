"""Passes: how often tasks are solved over several trials, avg@K and pass^k.

pass^k is the mean over tasks of C(c,k)/C(n,k), c of a task's n scored trials solved: the chance
that k trials drawn from them are all solved (arXiv:2406.12045). A task with fewer than k scored
trials is incomplete: it is counted as such and takes no part in the mean.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import NamedTuple

from tracer.analysis.rate import Rate


class Tally(NamedTuple):
    """The scored trials of one task, and how many of them had reward 1."""

    n_scored: int
    n_solved: int


@dataclass(frozen=True, slots=True)
class PassRate:
    """pass^k over tasks, or avg@K over trials."""

    k: int
    rate: Rate
    n_incomplete: int
    """Tasks with fewer than `k` scored trials."""


def estimate_pass(tally: Tally, k: int) -> Fraction:
    """Return the chance that k trials drawn from a task's scored ones are all solved.

    Args:
        tally: A task with at least `k` scored trials.
        k: 1 or more.

    >>> estimate_pass(Tally(n_scored=3, n_solved=2), 2)
    Fraction(1, 3)
    >>> estimate_pass(Tally(n_scored=3, n_solved=2), 1)
    Fraction(2, 3)
    """
    return Fraction(comb(tally.n_solved, k), comb(tally.n_scored, k))


def measure_pass(tallies: Sequence[Tally], k: int) -> PassRate:
    """Return pass^k; the rate's `of` counts complete tasks.

    >>> measure_pass([Tally(3, 3), Tally(3, 2), Tally(1, 1)], 3)
    PassRate(k=3, rate=Rate(n=1.0, of=2), n_incomplete=1)
    """
    complete = [tally for tally in tallies if tally.n_scored >= k]
    total = sum((estimate_pass(tally, k) for tally in complete), Fraction(0))
    return PassRate(k, Rate(float(total), len(complete)), len(tallies) - len(complete))


def measure_average(tallies: Sequence[Tally], k: int) -> PassRate:
    """Return avg@K: solved trials out of the scored ones of complete tasks.

    >>> measure_average([Tally(3, 3), Tally(3, 1), Tally(1, 1)], 3)
    PassRate(k=3, rate=Rate(n=4, of=6), n_incomplete=1)
    """
    complete = [tally for tally in tallies if tally.n_scored >= k]
    n_solved = sum(tally.n_solved for tally in complete)
    n_scored = sum(tally.n_scored for tally in complete)
    return PassRate(k, Rate(n_solved, n_scored), len(tallies) - len(complete))
