"""ReplyWriter: what the desk says, sentence by sentence, until a message goes out."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from schemas.act import Act, ActKind
from tracer.domains.playbook import Ask, Propose, Stuck, Tell
from tracer.harness.agents.habit import Habit
from tracer.harness.agents.wording import Wording
from tracer.harness.draft import Draft, make_act
from tracer.harness.parties import AgentReply

SYMPATHY_RATES: Mapping[str, float] = {"brief": 0.15, "plain": 0.35, "kind": 0.75}
WELCOME_RATE = 0.45
PARALLEL_RATE = 0.5


@dataclass(slots=True)
class ReplyWriter:
    """Collects sentences with their acts; `send` makes them one message."""

    wording: Wording
    rng: random.Random
    draft: Draft = field(default_factory=Draft)
    parallel: bool = field(default=False)
    said_bye: bool = False
    has_greeted: bool = False
    has_sympathised: bool = False

    def __post_init__(self) -> None:
        """Draw whether this desk makes several reads in one message."""
        self.parallel = self.rng.random() < PARALLEL_RATE

    def send(self) -> AgentReply:
        """Return what was collected as one message."""
        draft, self.draft = self.draft, Draft()
        self.has_greeted = True
        return AgentReply(text=draft.text, acts=draft.list_acts())

    def say(
        self, kind: ActKind, section: str, key: str = "", topic: int = 0, slot: str = ""
    ) -> None:
        """Collect a sentence without values."""
        self.draft.add(self.wording.write(section, key), [make_act(kind, topic, slot)])

    def react(self, acts: Sequence[Act]) -> None:
        """Begin the answer to a customer's message."""
        kinds = {act.kind for act in acts}
        self.said_bye = ActKind.BYE in kinds
        if not self.has_greeted and self.rng.random() < WELCOME_RATE:
            self.say(ActKind.GREET, "welcome")
        is_low = any(act.kind is ActKind.FEEL and act.slot == "low" for act in acts)
        if is_low and not self.has_sympathised:
            self.sympathise()
        if ActKind.DENY in kinds:
            self.say(ActKind.APOLOGISE, "corrected")
        for act in acts:
            if act.kind is ActKind.CHECK:
                self.say(ActKind.ASSURE, "assure", act.slot or "scope")

    def sympathise(self) -> None:
        """Acknowledge a feeling once, more readily in a kinder style."""
        self.has_sympathised = True
        if self.rng.random() < SYMPATHY_RATES[self.wording.style]:
            self.say(ActKind.THANK, "sorry")

    def ask(self, topic: int, ask: Ask) -> AgentReply:
        """Ask for what only the customer can tell."""
        text = self.wording.write("ask", ask.slot, ask.values)
        self.draft.add(text, [make_act(ActKind.ASK, topic, ask.slot)])
        return self.send()

    def stall(self, habit: Habit) -> AgentReply:
        """Say something that moves nothing."""
        if habit is Habit.EMPTY_SYMPATHY:
            self.say(ActKind.APOLOGISE, "empty_sympathy")
        else:
            slot = self.wording.find_number() if habit is Habit.ASKS_NUMBER else "known"
            self.say(ActKind.ASK, "ask", slot, slot=slot)
        return self.send()

    def propose(self, topic: int, plan: Propose) -> AgentReply:
        """List a write and ask for a yes."""
        tool = plan.call.tool
        values = self.add_difference(plan.values)
        shown = [
            make_act(ActKind.PROPOSE, topic, item.slot, item.value, item.about)
            for item in plan.shown
        ]
        listing = make_act(ActKind.PROPOSE, topic, tool)
        self.draft.add(self.wording.write("propose", tool, values), [listing, *shown])
        if "forfeit" in values:
            self.draft.add(self.wording.write("forfeit", values={"amount": values["forfeit"]}))
        if plan.final:
            self.draft.add(self.wording.write("once", tool))
        self.draft.add(self.wording.write("confirm"))
        return self.send()

    def confirm(self, topic: int) -> AgentReply:
        """Ask once more for the yes to a listing that still stands."""
        self.say(ActKind.ASK, "confirm", topic=topic, slot="confirm")
        return self.send()

    def add_difference(self, values: Mapping[str, str]) -> dict[str, str]:
        """Return the values with the clause for a price difference, if there is a sign for one."""
        if "sign" not in values:
            return dict(values)
        clause = self.wording.fragment("difference", values["sign"], values)
        return {**values, "difference": clause}

    def report(self, topic: int, tool: str, values: Mapping[str, str]) -> None:
        """Say that a write has been done."""
        filled = dict(values)
        if "when" in values:
            filled["when"] = self.wording.fragment("timing", values["when"], {})
        text = self.wording.write("report", tool, filled)
        self.draft.add(text, [make_act(ActKind.REPORT, topic, tool)])

    def decline(self, topic: int, reason: str) -> None:
        """Say that something can't be done."""
        text = self.wording.write("refused", values={"reason": reason.rstrip(".")})
        self.draft.add(text, [make_act(ActKind.DECLINE, topic)])

    def settle(self, topic: int, plan: Tell | Stuck) -> None:
        """Answer a question, or say why not."""
        if isinstance(plan, Stuck):
            self.decline(topic, plan.reason)
            return
        text = self.wording.write("answer", plan.intent, plan.values)
        self.draft.add(text, [make_act(ActKind.ANSWER, topic, plan.intent)])

    def close_early(self) -> AgentReply:
        """End as if all were done."""
        self.say(ActKind.BYE, "closing_early")
        return self.send()

    def wrap_up(self, *, any_settled: bool) -> AgentReply:
        """Say goodbye when the customer did, else ask what else there is."""
        if self.said_bye:
            self.say(ActKind.BYE, "closing")
        else:
            section = "offer" if any_settled else "welcome"
            self.say(ActKind.OFFER, section)
        return self.send()
