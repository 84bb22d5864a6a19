"""Workflow: walks through a tool graph that one task is made of, before any entity is chosen."""

from typing import ClassVar

from schemas.record import Identified


class Workflow(Identified):
    """One draw of the sampler: one walk per intent."""

    PREFIX: ClassVar[str] = "wf"

    domain: str
    """Domain name."""
    cell: str
    """The quota cell: the lengths of the walks joined by `+`, longest first, such as `3+2`; with a
    `!` behind it, the last call of the walk is one that the policy forbids."""
    index: int
    """Number of the draw within its cell, from 0; the lowest that verifies wins."""
    seed: int
    """Seed of everything drawn at random for this workflow, 63 bits."""
    walks: list[list[str]]
    """One list of tool names per intent, in order."""


REFUSAL_MARK = "!"


def is_refusal_cell(cell: str) -> bool:
    """Return whether the last call of the cell's workflows is one that policy forbids.

    >>> is_refusal_cell("2!")
    True
    """
    return cell.endswith(REFUSAL_MARK)


def read_lengths(cell: str) -> list[int]:
    """Return the lengths of a cell's walks.

    >>> read_lengths("3+2")
    [3, 2]
    """
    return [int(part) for part in cell.removesuffix(REFUSAL_MARK).split("+")]


def name_cell(lengths: list[int]) -> str:
    """Return the name of the quota cell of walks with these lengths.

    >>> name_cell([2, 4])
    '4+2'
    """
    return "+".join(str(length) for length in sorted(lengths, reverse=True))
