from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from schemas.condition import (
    ALL_EMOTIONS,
    POLITENESS,
    TRUST,
    URGENCY,
    Condition,
    decode_condition,
    encode_condition,
)


@given(st.integers(0, 593))
def test_number_comes_back_from_its_condition(number: int) -> None:
    assert encode_condition(decode_condition(number)) == number


def test_conditions_and_numbers_match_one_to_one() -> None:
    cells = [Condition(*cell) for cell in product(ALL_EMOTIONS, POLITENESS, URGENCY, TRUST)]
    assert sorted(encode_condition(cell) for cell in cells) == list(range(594))
