import pytest

from tracer.domains.checking.times import find_times, name_days


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("it leaves at 14:00.", {840}),
        ("at 2:00 pm", {840}),
        ("at 2 p.m. sharp", {840}),
        ("at 2.55 pm", {895}),
        ("at 7 am", {420}),
        ("at 07:10", {430}),
        ("at 7:10", {430, 1150}),
        ("at 12:30 am", {30}),
        ("2026-05-20t16:40", {1000}),
    ],
)
def test_time_is_read_in_any_writing(text: str, minutes: set[int]) -> None:
    assert [readings for _, readings in find_times(text)] == [minutes]


@pytest.mark.parametrize("text", ["12.50 eur", "5 to 7 business days", "tw1400", "20/05/2026"])
def test_other_figures_are_no_times(text: str) -> None:
    assert find_times(text) == ()


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("on 20 may", {(5, 20)}),
        ("on 20 and 24 may", {(5, 20), (5, 24)}),
        ("from the 20th to the 24th of may", {(5, 20), (5, 24)}),
        ("may 20 and 24", {(5, 20), (5, 24)}),
        ("tw211 on 20 and tw212 on 24 may", {(5, 20), (5, 24)}),
        ("from 30 april to 2 may", {(4, 30), (5, 2)}),
        ("20.00 eur on 24 may", {(5, 24)}),
        ("2 bags", set()),
    ],
)
def test_days_that_share_a_month_are_all_named(text: str, days: set[tuple[int, int]]) -> None:
    assert name_days(text) == days
