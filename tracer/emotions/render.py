"""Render: a condition as words, the feeling in third person and the stage direction in second.

Label and text come from one cell: each text is composed of one anchor per part of the same
condition.
"""

import random
from dataclasses import dataclass

from schemas.condition import Condition
from tracer.emotions.anchors import list_labels, load_anchors


@dataclass(frozen=True, slots=True)
class Rendering:
    """The two texts of one condition."""

    text: str
    direction: str


def render_condition(condition: Condition, name: str, rng: random.Random) -> Rendering:
    """Return both texts; the feeling and the direction draw their anchors separately.

    Args:
        condition: The cell.
        name: First name of the customer, for the third person.
        rng: Source of the choices; the same state gives the same texts.
    """
    anchors = load_anchors()
    pools = [anchors[group][label] for group, label in list_labels(condition)]
    third = [rng.choice(pool).third.replace("{name}", name) for pool in pools]
    second = [rng.choice(pool).second for pool in pools]
    tail = second[1:]
    rng.shuffle(tail)
    return Rendering(" ".join(third), " ".join([second[0], *tail]))
