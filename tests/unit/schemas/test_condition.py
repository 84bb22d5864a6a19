import pytest

from schemas.condition import (
    ALL_EMOTIONS,
    EMOTIONS,
    N_CONDITIONS,
    Condition,
    Family,
    decode_condition,
    encode_condition,
)


def test_space_has_22_emotions_and_594_conditions() -> None:
    assert [len(EMOTIONS[family]) for family in Family] == [5, 4, 4, 5, 4]
    assert len(set(ALL_EMOTIONS)) == 22
    assert N_CONDITIONS == 594


@pytest.mark.parametrize(
    ("number", "condition"),
    [
        (0, Condition("annoyance", "warm", "low", "trusting")),
        (1, Condition("annoyance", "warm", "low", "cautious")),
        (3, Condition("annoyance", "warm", "moderate", "trusting")),
        (9, Condition("annoyance", "neutral", "low", "trusting")),
        (27, Condition("frustration", "warm", "low", "trusting")),
        (593, Condition("excitement", "cold", "high", "skeptical")),
    ],
)
def test_numbers_of_conditions_are_fixed(number: int, condition: Condition) -> None:
    assert decode_condition(number) == condition
    assert encode_condition(condition) == number


@pytest.mark.parametrize("number", [-1, 594])
def test_number_outside_the_space_is_refused(number: int) -> None:
    with pytest.raises(ValueError, match=f"condition {number}: expected 0 to 593"):
        decode_condition(number)


def test_condition_knows_its_family() -> None:
    assert decode_condition(0).family is Family.ANGER
    assert Condition("sorrow", "warm", "low", "cautious").family is Family.SADNESS
