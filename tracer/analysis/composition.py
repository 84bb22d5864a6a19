"""Composition: what conversations are made of, how much the agent does and how much it asks."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tracer.analysis.rate import Rate


class Shape(NamedTuple):
    """The agent's side of one conversation."""

    n_call_turns: int
    """Assistant messages with calls."""
    n_text_turns: int
    """Assistant messages with text."""
    texts: Sequence[str]
    """What the agent said to the customer."""


@dataclass(frozen=True, slots=True)
class Composition:
    """Figures of a set of conversations."""

    more_calls: Rate
    """Conversations with more assistant turns with calls than with text."""
    questions: Rate
    """Assistant texts that ask something, over conversations: `share` is questions for each."""


def asks(text: str) -> bool:
    """Return whether a text asks something.

    >>> asks("Done. Shall I send it?"), asks("Done.")
    (True, False)
    """
    return "?" in text or "\uff1f" in text


def measure_composition(shapes: Sequence[Shape]) -> Composition:
    """Return the figures of conversations of these shapes.

    >>> measure_composition([Shape(2, 1, ["Which one?"]), Shape(1, 1, ["Done."])])
    Composition(more_calls=Rate(n=1, of=2), questions=Rate(n=1, of=2))
    """
    n_more = sum(shape.n_call_turns > shape.n_text_turns for shape in shapes)
    n_questions = sum(asks(text) for shape in shapes for text in shape.texts)
    return Composition(Rate(n_more, len(shapes)), Rate(n_questions, len(shapes)))
