from math import sqrt

import pytest

from tracer.analysis.estimate import forecast


def test_prediction_is_the_mean_times_the_tasks() -> None:
    found = forecast([10, 20, 30, 40], 200)
    assert (found.n_pilot, found.mean, found.predicted) == (4, 25.0, 5000.0)


def test_range_is_two_errors_of_mean_and_sum_together() -> None:
    # Variance of 8 and 12 is 8: the mean's is 8 / 2, the sum of 50 tasks has 50 * 8.
    found = forecast([8, 12], 50)
    error = sqrt(50**2 * 4 + 50 * 8)
    assert found.standard_error == pytest.approx(2.0)
    assert found.high - found.predicted == pytest.approx(2 * error)
    assert found.predicted - found.low == pytest.approx(2 * error)


def test_tasks_that_are_all_alike_leave_no_doubt() -> None:
    found = forecast([7, 7, 7], 10)
    assert (found.low, found.predicted, found.high) == (70.0, 70.0, 70.0)


def test_nothing_is_predicted_below_zero() -> None:
    assert forecast([0, 100], 4).low == 0.0
