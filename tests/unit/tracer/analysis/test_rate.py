import pytest

from tracer.analysis.rate import Rate


@pytest.mark.parametrize(
    ("rate", "shown"),
    [
        (Rate(7, 8), "7/8 (87.5 %)"),
        (Rate(24.5, 30), "24.5/30 (81.7 %)"),
        (Rate(1 / 3, 1), "0.33/1 (33.3 %)"),
        (Rate(1234567, 2000000), "1234567/2000000 (61.7 %)"),
        (Rate(0, 0), "0/0"),
    ],
)
def test_rate_is_printed_with_its_counts(rate: Rate, shown: str) -> None:
    assert str(rate) == shown
