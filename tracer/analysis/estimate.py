"""Estimate: what a run would take, from a pilot of a few of its tasks.

The unit is a task with all its trials, since trials of one task resemble each other. The range is
two standard errors of the prediction: that of the pilot's mean, and that of the run's own sum.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev

N_ERRORS = 2.0


@dataclass(frozen=True, slots=True)
class Forecast:
    """One figure of the run to come."""

    n_pilot: int
    """Tasks of the pilot."""
    mean: float
    """Per task, all trials together."""
    standard_error: float
    """Of the mean."""
    predicted: float
    """For all tasks of the run."""
    low: float
    high: float


def forecast(values: Sequence[float], n_tasks: int) -> Forecast:
    """Return what `n_tasks` tasks would take, from what each task of a pilot took.

    Args:
        values: Two or more, one per task of the pilot.
        n_tasks: Tasks of the run.

    >>> found = forecast([8, 12], 50)
    >>> found.mean, round(found.standard_error, 6), found.predicted, round(found.high)
    (10.0, 2.0, 500.0, 704)
    """
    n_pilot, mean, spread = len(values), fmean(values), stdev(values)
    margin = N_ERRORS * spread * sqrt(n_tasks**2 / n_pilot + n_tasks)
    return Forecast(
        n_pilot=n_pilot,
        mean=mean,
        standard_error=spread / sqrt(n_pilot),
        predicted=mean * n_tasks,
        low=max(0.0, mean * n_tasks - margin),
        high=mean * n_tasks + margin,
    )
