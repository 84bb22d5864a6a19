"""Describer: how a domain turns reference actions into what the customer knows.

Ids are replaced by descriptions. arXiv:2610.19560 (reverse refinement): reference actions become a
natural request with feasible preferences.
"""

import random
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Protocol

from schemas.draft import Fact, FactKind, SlotValue
from schemas.grounded import Action, ActionRole, GroundedWorkflow, Information, Refusal
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


class Sitter(Protocol):
    """What one customer knows, built up action by action."""

    def describe(self, action: Action, asked: Information | None) -> Iterable[Said]:
        """Yield the request an action settles, then its details."""
        ...


class WrittenDescriber(ABC):
    """A describer whose sentences stand in the domain's `instructions.toml`."""

    @abstractmethod
    def portray(self, grounded: GroundedWorkflow, base: Base, rng: random.Random) -> Sitter:
        """Return the customer, nothing of whom has been told yet."""

    @abstractmethod
    def identify(self, action: Action) -> Said:
        """Return how the customer can be found, from the look-up."""

    @abstractmethod
    def read_lines(self) -> Mapping[str, Any]:
        """Return the domain's sentences."""

    @abstractmethod
    def fill(self, piece: Said) -> dict[str, str]:
        """Return every placeholder that the sentences may use for a piece."""

    def describe(
        self, grounded: GroundedWorkflow, base: Base, rng: random.Random
    ) -> Sequence[Said]:
        """Return what the customer knows."""
        portrait = self.portray(grounded, base, rng)
        asked = {item.topic: item for item in grounded.information}
        concerns = [action for action in grounded.actions if action.topic is not None]
        if grounded.refusal is not None:
            concerns.append(stand_in(grounded.refusal))
        pieces = [self.identify(grounded.actions[0])]
        for action in sorted(concerns, key=lambda action: action.topic or 0):
            pieces += portrait.describe(action, asked.get(action.topic or 0))
        if grounded.refusal is not None:
            topic = grounded.refusal.topic
            pieces.append(Said(FactKind.STANCE, topic, (("accept", ""),)))
        return pieces

    def word(self, piece: Said, rng: random.Random) -> str:
        """Return the piece as a clause of the instruction."""
        section = "request" if piece.kind is FactKind.REQUEST else "fact"
        line: str = rng.choice(self.read_lines()[section][piece.wording])
        return line.format(**self.fill(piece))

    def introduce(self, grounded: GroundedWorkflow, base: Base, rng: random.Random) -> str:
        """Return who the player is."""
        name = base.tables["customers"][grounded.customer_id]["name"]
        line: str = rng.choice(self.read_lines()["intro"]["lines"])
        return line.format(name=f"{name['first']} {name['last']}")

    def close(self, rng: random.Random) -> str:
        """Return how to go about it."""
        line: str = rng.choice(self.read_lines()["closing"]["lines"])
        return line


def stand_in(refusal: Refusal) -> Action:
    """Return the call that must not be made, as the action of its concern."""
    return Action(
        tool=refusal.tool,
        arguments=refusal.arguments,
        result="null",
        state_digest="",
        role=ActionRole.WALK,
        intent=0,
        topic=refusal.topic,
    )


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
