"""Anchors: natural-language descriptions of each emotion and level, in third and second person."""

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from schemas.condition import Condition

DIMENSIONS = ("politeness", "urgency", "trust")


@dataclass(frozen=True, slots=True)
class Anchor:
    """One description, twice.

    `third` speaks of the customer ({name} at most once), `second` to whoever plays them.
    """

    third: str
    second: str


@cache
def load_anchors() -> dict[str, dict[str, tuple[Anchor, ...]]]:
    """Return group (`emotion` or a dimension) -> label -> its anchors."""
    source = files("tracer.emotions") / "anchors.toml"
    data = tomllib.loads(source.read_text(encoding="utf-8"))
    return {
        group: {
            label: tuple(Anchor(**entry) for entry in entries) for label, entries in labels.items()
        }
        for group, labels in data.items()
    }


def list_labels(condition: Condition) -> list[tuple[str, str]]:
    """Return (group, label) of a condition: the emotion, then each dimension."""
    levels = [(name, str(getattr(condition, name))) for name in DIMENSIONS]
    return [("emotion", condition.emotion), *levels]
