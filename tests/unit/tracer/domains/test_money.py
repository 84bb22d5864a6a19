import pytest

from tracer.domains.money import read_cents, write_cents


@pytest.mark.parametrize(
    ("amount", "cents"),
    [("34.90", 3490), ("0.05", 5), ("-0.05", -5), ("-7.00", -700), ("1234.56", 123_456)],
)
def test_amounts_and_cents_are_two_ways_to_write_one_thing(amount: str, cents: int) -> None:
    assert read_cents(amount) == cents
    assert write_cents(cents) == amount


def test_nothing_is_never_negative() -> None:
    assert write_cents(0) == "0.00"
