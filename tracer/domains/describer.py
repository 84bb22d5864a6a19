"""Describer: how a domain turns reference actions into what the customer knows.

Ids are replaced by descriptions. arXiv:2610.19560 (reverse refinement): reference actions become a
natural request with feasible preferences.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Protocol

from schemas.draft import Fact, FactKind, SlotValue
from schemas.grounded import GroundedWorkflow
from tracer.domains.state import Base


class AmbiguousError(Exception):
    """No description of something selects exactly one thing in the database."""


@dataclass(frozen=True, slots=True)
class Said:
    """One piece of what the customer knows, before it is numbered and put into words."""

    kind: FactKind
    topic: int
    slots: tuple[tuple[str, str], ...]
    about: str = ""
    key: str = ""
    """Which wording to use where the first slot does not say; else empty."""

    @property
    def wording(self) -> str:
        """Name of the lists of wordings for this piece."""
        return self.key or self.slots[0][0]


class Describer(Protocol):
    """A domain's way of putting references into the customer's terms."""

    def describe(
        self, grounded: GroundedWorkflow, base: Base, rng: random.Random
    ) -> Sequence[Said]:
        """Return what the customer knows, in the order in which it would come up.

        Raises:
            AmbiguousError: something needed has no description that selects exactly one thing.
        """
        ...

    def word(self, piece: Said, rng: random.Random) -> str:
        """Return the piece as a clause of the instruction, second person."""
        ...

    def introduce(self, grounded: GroundedWorkflow, base: Base, rng: random.Random) -> str:
        """Return the sentence that tells the player who they are."""
        ...

    def close(self, rng: random.Random) -> str:
        """Return the sentence that tells the player how to go about it."""
        ...

    def find_ids(self, text: str) -> list[str]:
        """Return the internal ids that stand in a text."""
        ...


def number_facts(pieces: Sequence[tuple[Said, str]]) -> list[Fact]:
    """Return the facts of pieces with their clauses, numbered from f1."""
    return [
        Fact(
            id=f"f{place}",
            kind=piece.kind,
            topic=piece.topic,
            slots=[SlotValue(slot=slot, value=value) for slot, value in piece.slots],
            about=piece.about,
            wording=piece.wording,
            text=text,
        )
        for place, (piece, text) in enumerate(pieces, start=1)
    ]


def load_describer(domain: str) -> Describer:
    """Return the describer of a domain."""
    describer: Describer = import_module(f"tracer.domains.{domain}.describer").DESCRIBER
    return describer
