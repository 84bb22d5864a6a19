"""Compose: gives a story a feeling, its condition drawn evenly over all 594 cells.

Sees the story alone, never the database. arXiv:2610.19560 (feeling generator).
"""

import random

from schemas.condition import N_CONDITIONS, decode_condition
from schemas.feeling import Feeling
from schemas.grounded import Story
from schemas.identity import derive_seed
from tracer.emotions.render import render_condition


def compose_feeling(workflow_id: str, story: Story, seed: int, neutral_rate: float) -> Feeling:
    """Return a feeling for a story; `seed` decides the cell, `neutral_rate` how many have none."""
    rng = random.Random(derive_seed(seed, workflow_id, "feel"))
    if rng.random() < neutral_rate:
        return Feeling.create(
            workflow_id=workflow_id, condition=None, text="", direction="", confidence=None
        )
    number = rng.randrange(N_CONDITIONS)
    rendering = render_condition(decode_condition(number), story.name, rng)
    return Feeling.create(
        workflow_id=workflow_id,
        condition=number,
        text=rendering.text,
        direction=rendering.direction,
        confidence=None,
    )
