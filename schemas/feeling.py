"""Feeling: how the customer of one task feels, in words, with the condition it was written from."""

from typing import ClassVar

from schemas.record import Identified


class Feeling(Identified):
    """Text and label of one condition; both come from the same cell."""

    PREFIX: ClassVar[str] = "feel"

    workflow_id: str
    """The workflow whose task it belongs to."""
    condition: int | None
    """0 to 593; null is the neutral arm, without a stage direction."""
    text: str
    """Third person, from the story alone; empty in the neutral arm."""
    direction: str
    """Second-person stage direction rendered from the condition; empty in the neutral arm."""
    confidence: float | None
    """0 to 1, how sure the classifier is; null while there is no classifier in between."""
