"""Workflow: walks through a tool graph that one task is made of, before any entity is chosen."""

from typing import ClassVar

from schemas.record import Identified


class Workflow(Identified):
    """One draw of the sampler: one walk per intent."""

    PREFIX: ClassVar[str] = "wf"

    domain: str
    """Domain name."""
    cell: str
    """The quota cell: the lengths of the walks joined by `+`, longest first, such as `3+2`."""
    index: int
    """Number of the draw within its cell, from 0; the lowest that verifies wins."""
    seed: int
    """Seed of everything drawn at random for this workflow, 63 bits."""
    walks: list[list[str]]
    """One list of tool names per intent, in order."""


def name_cell(lengths: list[int]) -> str:
    """Return the name of the quota cell of walks with these lengths.

    >>> name_cell([2, 4])
    '4+2'
    """
    return "+".join(str(length) for length in sorted(lengths, reverse=True))
