"""HumanUser: a customer played at the terminal; it sees its instruction and what was said aloud.

A rule agent needs to know what a message means: which facts it tells is asked, the rest is read
out of the words as for a model user.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from rich.table import Table

from schemas.act import Act
from schemas.draft import Fact, FactKind
from schemas.message import Message
from tasks.rollout.cast import Part
from tracer.cli.seat import Seat, split_command
from tracer.cli.terminal import plain
from tracer.harness.parties import Signal, UserReply
from tracer.harness.users.conveyed import list_conveyed

HELP = """\
A line is said to the desk. /stop ends satisfied, /unsatisfied gives up, each with your last words
behind it if you like; the same words without the slash are words. /facts shows your side again,
/quit leaves."""
LAST_WORDS = {
    Signal.STOP: "Thank you, that was everything.",
    Signal.UNSATISFIED: "This leads nowhere. I am leaving it here.",
}
SIGNALS = {str(signal): signal for signal in LAST_WORDS}
NOTHING = "-"


@dataclass(slots=True)
class HumanUser:
    """Plays one customer in one conversation."""

    seat: Seat
    part: Part
    told: set[str] = field(default_factory=set)

    @property
    def facts(self) -> list[Fact]:
        """The facts that can be told: a stance never is."""
        return [fact for fact in self.part.facts if fact.kind is not FactKind.STANCE]

    async def speak(self, said: Sequence[Message], heard: Sequence[Act]) -> UserReply:
        """Return the next message typed in, with the signal that was given beside it.

        Raises:
            Left: the human left.
        """
        self.seat.show_new(said)
        while True:
            line = self.seat.ask("user> ")
            word, rest = split_command(line)
            if word in SIGNALS:
                signal = SIGNALS[word]
                return self.send(rest or LAST_WORDS[signal], heard, signal)
            if line and not line.startswith("/"):
                return self.send(line, heard, Signal.NONE)
            if word == "facts":
                self.show_side()
            else:
                self.seat.say(HELP)

    def send(self, text: str, heard: Sequence[Act], signal: Signal) -> UserReply:
        """Return a text as a message with its annotation."""
        ids = guess_told(text, self.facts, self.told)
        if signal is Signal.NONE:
            ids = self.ask_told(ids)
        self.told |= set(ids)
        facts = [fact for fact in self.facts if fact.id in ids]
        acts = list_conveyed(text, facts, heard, signal)
        return UserReply(text=text, acts=tuple(acts), facts=tuple(ids), signal=signal)

    def ask_told(self, guess: Sequence[str]) -> list[str]:
        """Return the ids of the facts a message tells, those guessed when the line is empty."""
        known = [fact.id for fact in self.facts]
        prompt = f"tells [{' '.join(guess) or NOTHING}]: "
        while True:
            found = parse_told(self.seat.ask(prompt), guess, known)
            if found is not None:
                return found
            self.seat.say(f"expected some of {' '.join(known)}, or {NOTHING} for none")

    def show_side(self) -> None:
        """Print instruction, stage direction and facts."""
        self.seat.say(self.part.instruction)
        if self.part.feeling.direction:
            self.seat.say(self.part.feeling.direction)
        table = Table("fact", "kind", "text", "values, to be said as they stand")
        for fact in self.part.facts:
            table.add_row(fact.id, fact.kind, plain(fact.text), plain("; ".join(list_values(fact))))
        self.seat.console.print(table)


def list_values(fact: Fact) -> list[str]:
    """Return the values of a fact that are said; a request and a stance have none."""
    if fact.kind in (FactKind.REQUEST, FactKind.STANCE):
        return []
    return [slot.value for slot in fact.slots if slot.value]


def guess_told(text: str, facts: Sequence[Fact], told: Collection[str]) -> list[str]:
    """Return the ids of the facts a text seems to tell, in their order.

    A fact is told when all its values stand in the text; the request of its concern comes along
    when it was not told yet, and that of the first concern with the first message.
    """
    found = {
        fact.id: fact.topic
        for fact in facts
        if (values := list_values(fact)) and all(value in text for value in values)
    }
    topics = {
        fact.topic for fact in facts if fact.id in found and fact.kind is not FactKind.IDENTITY
    }
    topics |= set() if told else {0}
    return [
        fact.id
        for fact in facts
        if fact.id in found
        or (fact.kind is FactKind.REQUEST and fact.topic in topics and fact.id not in told)
    ]


def parse_told(line: str, guess: Sequence[str], known: Sequence[str]) -> list[str] | None:
    """Return the ids in a line; the guess for an empty one, none for a dash, None for a slip.

    >>> parse_told("f2, f1", [], ["f1", "f2"]), parse_told("-", ["f1"], ["f1"])
    (['f2', 'f1'], [])
    """
    if not line:
        return list(guess)
    ids = [] if line == NOTHING else [part for part in re.split(r"[\s,]+", line) if part]
    return list(dict.fromkeys(ids)) if set(ids) <= set(known) else None
