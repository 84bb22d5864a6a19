"""AgendaCustomer: the rule-based user, an agenda of facts spoken in the register of a condition.

It emits, beside each text, the acts that the text conveys; every value of an act stands in the
text. Costs of patience follow what the desk's message does; see `mood`.
"""

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from schemas.act import Act, ActKind
from schemas.message import Message
from tracer.harness.parties import Signal, UserReply
from tracer.harness.users.agenda import Agenda
from tracer.harness.users.listening import hear
from tracer.harness.users.mood import TOOL_SLOTS, Cause, Mood
from tracer.harness.users.telling import Telling

CHECK_RATES = {"trusting": 0.0, "cautious": 0.35, "skeptical": 0.55}
MAX_EARLY_ENDS = 2
AMOUNT = re.compile(r"\d\.\d{2}\b")


@dataclass(slots=True)
class AgendaCustomer:
    """Plays one customer in one conversation."""

    agenda: Agenda
    mood: Mood
    telling: Telling
    rng: random.Random
    n_early_ends: int = 0
    has_checked: bool = False
    read_text: str = ""
    causes: list[Cause] = field(default_factory=list)

    async def speak(self, said: Sequence[Message], heard: Sequence[Act]) -> UserReply:
        """Return the next message, or the last one with its signal."""
        if not said:
            self.telling.open(self.agenda)
            return self.send()
        self.read_text = said[-1].content
        heard = heard or self.listen(said[-1])
        self.causes = self.find_causes(heard)
        self.mood.read(heard, self.causes)
        self.agenda.settle(heard)
        if self.mood.is_gone or self.n_early_ends > MAX_EARLY_ENDS:
            self.telling.leave()
            return self.send(Signal.UNSATISFIED)
        return self.answer(heard)

    def listen(self, message: Message) -> list[Act]:
        """Return what the desk's words do, for a desk that gives no acts."""
        raised = [topic for topic in self.agenda.topics if self.agenda.is_raised(topic)]
        current = self.agenda.current
        return hear(message.content, raised[-1] if current is None else current)

    def find_causes(self, heard: Sequence[Act]) -> list[Cause]:
        """Return what in the desk's message costs patience."""
        causes = [cause for act in heard if (cause := self.judge(act, heard)) is not None]
        return list(dict.fromkeys(causes))

    def judge(self, act: Act, heard: Sequence[Act]) -> Cause | None:
        """Return what one act costs patience for, or None."""
        if act.kind is ActKind.DECLINE:
            return None if self.agenda.accepts_refusal(act.topic) else Cause.DECLINES
        if act.kind is ActKind.BYE and not self.agenda.is_done:
            self.n_early_ends += 1
            return Cause.ENDS_EARLY
        if act.kind is ActKind.ASK and act.slot in TOOL_SLOTS:
            return Cause.ASKS_WHAT_A_TOOL_TELLS
        if act.kind is ActKind.ASK and self.was_told(act):
            return Cause.ASKS_AGAIN
        if act.kind is ActKind.APOLOGISE and len(heard) == 1:
            self.mood.n_empty += 1
            return Cause.EMPTY_TALK if self.mood.n_empty > 1 else None
        return None

    def was_told(self, ask: Act) -> bool:
        """Return whether everything that answers a question was told before."""
        found = self.agenda.find_answers(ask)
        return bool(found) and all(fact.id in self.agenda.told for fact in found)

    def answer(self, heard: Sequence[Act]) -> UserReply:
        """React to listings, then to questions, then go on with the agenda."""
        listings = sorted({act.topic for act in heard if act.kind is ActKind.PROPOSE})
        asks = [act for act in heard if act.kind is ActKind.ASK]
        if listings:
            self.agree_or_correct(listings[0], heard)
        elif any(act.slot == "confirm" for act in asks):
            self.telling.consent(asks[0].topic)
        elif asks:
            self.respond(asks)
        else:
            return self.go_on(heard)
        return self.send()

    def agree_or_correct(self, topic: int, heard: Sequence[Act]) -> None:
        """Say yes to a listing, put it right, or check something first."""
        shown = [act for act in heard if act.kind is ActKind.PROPOSE and act.topic == topic]
        wrong = self.agenda.find_mismatches(topic, shown)
        unshown = self.agenda.find_unshown(topic, shown)
        if wrong:
            self.telling.correct(topic, wrong, self.agenda)
        elif unshown:
            self.telling.give(unshown, self.agenda)
        elif self.wants_check():
            self.has_checked = True
            self.telling.check(topic, has_amount=AMOUNT.search(self.read_text) is not None)
        else:
            self.telling.consent(topic)

    def wants_check(self) -> bool:
        """Return whether the customer asks something before saying yes; once per conversation."""
        condition = self.mood.condition
        if condition is None or self.has_checked:
            return False
        return self.rng.random() < CHECK_RATES[condition.trust]

    def respond(self, asks: Sequence[Act]) -> None:
        """Answer the desk's questions, as far as the customer can."""
        for ask in asks:
            facts = self.agenda.find_answers(ask)
            if not facts:
                self.telling.miss(self.causes)
            elif self.was_told(ask):
                self.telling.repeat(facts, self.causes, self.agenda)
            else:
                self.telling.give(facts, self.agenda)

    def go_on(self, heard: Sequence[Act]) -> UserReply:
        """Bring up the next concern, push an open one, or end satisfied."""
        thanks = any(act.kind in (ActKind.REPORT, ActKind.ANSWER) for act in heard)
        if self.agenda.current is not None:
            self.telling.push(self.agenda, self.agenda.current, self.causes)
        elif self.agenda.upcoming is not None:
            self.telling.raise_next(self.agenda, self.agenda.upcoming, thanks=thanks)
        else:
            self.telling.part(thanks=thanks)
            return self.send(Signal.STOP)
        return self.send()

    def send(self, signal: Signal = Signal.NONE) -> UserReply:
        """Return the message collected."""
        draft = self.telling.take()
        self.agenda.told |= set(draft.facts)
        return UserReply(
            text=draft.text,
            acts=draft.list_acts(),
            facts=tuple(draft.facts),
            signal=signal,
            patience=self.mood.patience,
            cause=", ".join(self.causes),
        )
