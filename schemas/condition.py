"""Condition: one cell of the emotion space, 22 emotions x 27, as an integer and back.

arXiv:2610.19560 (emotion space); the hierarchy of families and states is that of the Atlas of
Emotions.
"""

from enum import StrEnum
from typing import NamedTuple


class Family(StrEnum):
    """The five families."""

    ANGER = "anger"
    FEAR = "fear"
    DISGUST = "disgust"
    SADNESS = "sadness"
    ENJOYMENT = "enjoyment"


EMOTIONS: dict[Family, tuple[str, ...]] = {
    Family.ANGER: ("annoyance", "frustration", "exasperation", "argumentativeness", "bitterness"),
    Family.FEAR: ("nervousness", "anxiety", "dread", "desperation"),
    Family.DISGUST: ("dislike", "aversion", "distaste", "repugnance"),
    Family.SADNESS: ("disappointment", "discouragement", "helplessness", "hopelessness", "sorrow"),
    Family.ENJOYMENT: ("relief", "peace", "pride", "excitement"),
}
POLITENESS = ("warm", "neutral", "cold")
URGENCY = ("low", "moderate", "high")
TRUST = ("trusting", "cautious", "skeptical")

ALL_EMOTIONS: tuple[str, ...] = tuple(name for names in EMOTIONS.values() for name in names)
FAMILY_OF: dict[str, Family] = {
    name: family for family, names in EMOTIONS.items() for name in names
}
N_LEVELS = 27
N_CONDITIONS = len(ALL_EMOTIONS) * N_LEVELS


class Condition(NamedTuple):
    """One cell of the emotion space."""

    emotion: str
    politeness: str
    urgency: str
    trust: str

    @property
    def family(self) -> Family:
        """The family the emotion belongs to."""
        return FAMILY_OF[self.emotion]


def encode_condition(condition: Condition) -> int:
    """Return the number of a condition, 0 to 593.

    >>> encode_condition(Condition("annoyance", "warm", "low", "cautious"))
    1
    """
    levels = POLITENESS.index(condition.politeness) * 9
    levels += URGENCY.index(condition.urgency) * 3 + TRUST.index(condition.trust)
    return ALL_EMOTIONS.index(condition.emotion) * N_LEVELS + levels


def decode_condition(number: int) -> Condition:
    """Return the condition with this number.

    Raises:
        ValueError: the number is not 0 to 593.

    >>> decode_condition(593)
    Condition(emotion='excitement', politeness='cold', urgency='high', trust='skeptical')
    """
    if not 0 <= number < N_CONDITIONS:
        msg = f"condition {number}: expected 0 to {N_CONDITIONS - 1}"
        raise ValueError(msg)
    emotion, levels = divmod(number, N_LEVELS)
    politeness, rest = divmod(levels, 9)
    urgency, trust = divmod(rest, 3)
    return Condition(ALL_EMOTIONS[emotion], POLITENESS[politeness], URGENCY[urgency], TRUST[trust])
