"""Agenda: what a customer still has to tell and to see settled, concern by concern.

The agenda-based user of dialogue research: a stack of facts worked off turn by turn.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from schemas.act import Act, ActKind
from schemas.draft import Fact, FactKind

NAMING_SLOTS = frozenset({"order", "reservation"})
SETTLING = frozenset({ActKind.REPORT, ActKind.ANSWER, ActKind.DECLINE})


@dataclass(slots=True)
class Agenda:
    """The facts of one task, with what was told and what is settled."""

    facts: Sequence[Fact]
    answers: Mapping[str, tuple[str, ...]]
    told: set[str] = field(default_factory=set)
    settled: set[int] = field(default_factory=set)

    @property
    def topics(self) -> list[int]:
        """The concerns, in order."""
        return [fact.topic for fact in self.facts if fact.kind is FactKind.REQUEST]

    @property
    def current(self) -> int | None:
        """The first concern that was brought up and is not settled."""
        return next((t for t in self.topics if self.is_raised(t) and t not in self.settled), None)

    @property
    def upcoming(self) -> int | None:
        """The first concern not brought up yet."""
        return next((topic for topic in self.topics if not self.is_raised(topic)), None)

    @property
    def is_done(self) -> bool:
        """Whether every concern is settled."""
        return self.settled >= set(self.topics)

    def get_request(self, topic: int) -> Fact:
        """Return the request of a concern."""
        return next(
            fact for fact in self.facts if fact.kind is FactKind.REQUEST and fact.topic == topic
        )

    def is_raised(self, topic: int) -> bool:
        """Return whether a concern was brought up."""
        return self.get_request(topic).id in self.told

    def list_details(self, topic: int) -> list[Fact]:
        """Return what belongs to a concern beside the request, in order."""
        aside = (FactKind.REQUEST, FactKind.IDENTITY, FactKind.STANCE)
        return [fact for fact in self.facts if fact.topic == topic and fact.kind not in aside]

    def accepts_refusal(self, topic: int) -> bool:
        """Return whether the customer takes a reasoned no for this concern."""
        return any(
            fact.kind is FactKind.STANCE and fact.wording == "accept" and fact.topic == topic
            for fact in self.facts
        )

    def list_untold(self, topic: int) -> list[Fact]:
        """Return the details of a concern that were not told."""
        return [fact for fact in self.list_details(topic) if fact.id not in self.told]

    def settle(self, heard: Sequence[Act]) -> None:
        """Take in what the desk says it has done, answered or declined."""
        self.settled |= {act.topic for act in heard if act.kind in SETTLING}

    def find_answers(self, ask: Act) -> list[Fact]:
        """Return the facts that answer the desk's question, untold ones alone if there are any."""
        for wording in self.answers.get(ask.slot, (ask.slot,)):
            found = [fact for fact in self.facts if self.answers_with(fact, wording, ask.topic)]
            untold = [fact for fact in found if fact.id not in self.told]
            if found:
                return untold or found
        return []

    def answers_with(self, fact: Fact, wording: str, topic: int) -> bool:
        """Return whether a fact is worded so and belongs to the concern.

        Identity belongs to all.
        """
        if fact.kind is FactKind.REQUEST or (
            fact.kind is not FactKind.IDENTITY and fact.topic != topic
        ):
            return False
        return fact.wording == wording or fact.wording.startswith(f"{wording}.")

    def find_mismatches(self, topic: int, shown: Sequence[Act]) -> list[Fact]:
        """Return the facts of a concern that a listing contradicts.

        A fact is contradicted when the listing shows its slot, about the same thing, with other
        values only.
        """
        return [fact for fact in self.list_details(topic) if contradicts(fact, shown)]

    def find_unshown(self, topic: int, shown: Sequence[Act]) -> list[Fact]:
        """Return what tells one thing from another and was neither told nor shown in a listing.

        The desk may have guessed which thing is meant; the customer says so before agreeing.
        """
        return [
            fact
            for fact in self.list_untold(topic)
            if any(is_naming(slot.slot) for slot in fact.slots)
            and not any(shows(act, fact) for act in shown)
        ]


def is_naming(slot: str) -> bool:
    """Return whether a slot names the one thing a concern is about, as `order.date` does."""
    return slot.partition(".")[0] in NAMING_SLOTS


def shows(act: Act, fact: Fact) -> bool:
    """Return whether an act of a listing shows one of the fact's values."""
    return any(act.slot == slot.slot and act.value == slot.value for slot in fact.slots)


def contradicts(fact: Fact, shown: Sequence[Act]) -> bool:
    """Return whether what is shown gives one of the fact's slots another value."""
    for slot in fact.slots:
        values = {act.value for act in shown if act.slot == slot.slot and act.about == fact.about}
        if slot.value and values and slot.value not in values:
            return True
    return False
