import pytest

from tracer.domains.checking.figures import find_amounts, find_days


@pytest.mark.parametrize(
    ("text", "cents"),
    [
        ("it costs 34.90", [3490]),
        ("€ 34 and 20 euros", [3400, 2000]),
        ("eur 1,204.50, not 12.50", [120450, 1250]),
        ("20 eur 30.00", [2000, 3000]),
        ("tw211 at 2.55 pm, 5 % or 3.50 %", []),
        ("version 1.2.34 of 20/05", []),
    ],
)
def test_amounts_are_found_wherever_digits_begin(text: str, cents: list[int]) -> None:
    assert [amount for _, amount in find_amounts(text)] == cents


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("on 20 may and june 3rd, 2026", ["20 may", "june 3rd, 2026"]),
        ("2026-05-20t14:00", ["2026-05-20"]),
        ("3/5/2026 or 03.05.26", ["3/5/2026", "03.05.26"]),
        ("the mayor has 20 maps", []),
    ],
)
def test_days_are_found_wherever_they_begin(text: str, words: list[str]) -> None:
    assert [found for found, _ in find_days(text)] == words
