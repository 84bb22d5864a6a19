"""Listing: what a write changes, and whether a text tells the customer so."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tracer.domains.checking.wording import mentions
from tracer.domains.state import Base, Row
from tracer.domains.transcript import Called

PROPOSAL = re.compile(
    r"\b(?:i'd|i would|i can|i could|i'll|i will|i'm going to|shall i|should i|you'd|would)\b"
)
MONEY = re.compile(
    r"\d[.,]\d{2}\b|€|\beur\b|\beuros?\b|\bno (?:extra |price )?(?:charge|cost|difference)\b"
    r"|\bnothing (?:more |extra |else )?to pay\b|\bfree\b|\bsame price\b|\bcosts? the same\b"
)

Reader = Callable[[str], bool]
"""Takes a normalised text."""


@dataclass(frozen=True, slots=True)
class Detail:
    """One thing the customer must be told.

    `forms` are alternatives, each a set of phrases that must all occur; `pattern` and `tells` are
    one more each.
    """

    label: str
    forms: tuple[tuple[str, ...], ...] = ()
    pattern: re.Pattern[str] | None = None
    siblings: tuple[str, ...] = ()
    """Values the same option could have had instead."""
    tells: Reader | None = None
    rivals: Reader | None = None
    """Whether a text names what could have stood here instead."""

    def is_in(self, text: str) -> bool:
        """Return whether a normalised text tells it."""
        if any(all(mentions(text, phrase) for phrase in form) for form in self.forms):
            return True
        if self.pattern is not None and self.pattern.search(text) is not None:
            return True
        return self.tells is not None and self.tells(text)

    def contradicts(self, text: str) -> bool:
        """Return whether a text names something else in its place and not this."""
        named = any(mentions(text, value) for value in self.siblings)
        named = named or (self.rivals is not None and self.rivals(text))
        return named and not self.is_in(text)


@dataclass(frozen=True, slots=True)
class Change:
    """A write with the details a listing of it needs."""

    call: Called
    subject: tuple[Detail, ...]
    """The row it changes, such as an order; none for a write that makes one."""
    items: tuple[Detail, ...]
    """Things that are listed all or not at all, such as items or passengers."""
    values: tuple[Detail, ...]
    """What is new."""
    payment: tuple[Detail, ...]
    kinds: tuple[str, ...]
    """Kinds of the payment methods the call names."""

    @property
    def details(self) -> tuple[Detail, ...]:
        """All details."""
        return self.subject + self.items + self.values + self.payment


@dataclass(frozen=True, slots=True, eq=False)
class Actions:
    """The writes of a domain, and how agents speak of them; texts are normalised."""

    read: Callable[[Called, Base], Change]
    words: Mapping[str, re.Pattern[str]]
    """Tool -> words that name what it does."""
    asks: Mapping[str, re.Pattern[str]]
    """Tool -> words of a question whether to do it."""
    kin: Mapping[str, str]
    """Tool -> the kind of action it is, for tools whose actions can be proposed in other words."""
    kinship: Mapping[str, re.Pattern[str]]
    """Kind of action -> words that settle that a text proposes it."""
    subjects: Callable[[str], Sequence[str]]
    """Finds ids of rows that writes change."""
    report: Reader
    """Whether a sentence tells what has been done."""
    all_items: re.Pattern[str]
    """Words for all items together."""
    kind: re.Pattern[str]
    """Words for kinds of payment method, each in a group."""
    kinds: Mapping[str, frozenset[str]]
    """Kind of payment method -> its words."""
    cue: re.Pattern[str] | None = None
    """What a text must hold, beside no word of another kind of action, for a new value in it to
    name a write; None where a new value alone does."""

    def names(self, change: Change, text: str) -> bool:
        """Return whether a text speaks of a write: its action or a new value, on its row."""
        named = self.words[change.call.tool].search(text) is not None
        named = named or (
            any(detail.is_in(text) for detail in change.values)
            and (self.cue is None or self.is_cue(change, text))
        )
        if not named and not self.proposes(change, text):
            return False
        others = self.subjects(text)
        return not (change.subject and others) or change.subject[0].is_in(text)

    def proposes(self, change: Change, text: str) -> bool:
        """Return whether a text proposes something with every detail and names no other action."""
        return (
            change.call.tool in self.kin
            and (PROPOSAL.search(text) is not None or self.is_cue(change, text))
            and all(detail.is_in(text) for detail in change.details)
            and not self.names_other(change, text)
        )

    def is_cue(self, change: Change, text: str) -> bool:
        """Return whether a text proposes or asks, and nothing of another kind than a write."""
        cued = self.cue is not None and self.cue.search(text) is not None
        return cued and not self.names_other(change, text)

    def names_other(self, change: Change, text: str) -> bool:
        """Return whether a text names another kind of action than a write's."""
        kin = self.kin.get(change.call.tool)
        return any(words.search(text) for name, words in self.kinship.items() if name != kin)

    def find_kinds(self, text: str) -> set[str]:
        """Return the words for kinds of payment method in a text."""
        return {word for found in self.kind.finditer(text) for word in found.groups() if word}


def find_row(base: Base, table: str, key: str) -> Row:
    """Return a row of the base, empty when there is none."""
    return base.tables.get(table, {}).get(key, {})


def list_texts(value: Any) -> list[str]:
    """Return the texts of a list argument, none when it is no list."""
    return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []
