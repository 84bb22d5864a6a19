"""DeskAgent: the rule-based agent, a policy over what it heard and looked up.

It receives policy and tools through its playbook, the acts of the customer's messages and the
results of its own calls; never a task, a workflow, a reference or a guard (an import contract and a
canary test).
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from schemas.act import Act, ActKind
from schemas.identity import dump_canonical
from schemas.message import FunctionCall, Message, Role, ToolCall
from tracer.domains.playbook import (
    Ask,
    Call,
    Concern,
    Mention,
    Notebook,
    Plan,
    Playbook,
    Propose,
    Stuck,
)
from tracer.domains.transcript import parse_arguments
from tracer.harness.agents.habit import STALLING, Habit, mistake_argument
from tracer.harness.agents.reply import ReplyWriter
from tracer.harness.parties import AgentReply

IDENTITY_SLOTS = frozenset({"email", "name", "postcode", "birth_date"})


@dataclass(slots=True)
class DeskAgent:
    """Plays one conversation; `habits` maps a bad habit to how often it still shows."""

    playbook: Playbook
    writer: ReplyWriter
    habits: dict[Habit, int]
    rng: random.Random
    notebook: Notebook = field(default_factory=Notebook)
    concerns: dict[int, Concern] = field(default_factory=dict)
    listed: dict[int, Propose] = field(default_factory=dict)
    agreed: list[int] = field(default_factory=list)
    running: dict[str, tuple[int, Propose]] = field(default_factory=dict)
    settled: set[int] = field(default_factory=set)
    n_read: int = 0

    async def reply(self, messages: Sequence[Message], heard: Sequence[Act]) -> AgentReply:
        """Return calls or text; takes in first what came since the last step."""
        if messages[-1].role is Role.USER:
            for act in heard:
                self.take(act)
            self.writer.react(heard)
        self.read(messages)
        self.n_read = len(messages)
        return self.decide()

    def take(self, act: Act) -> None:
        """Take in one act of the customer."""
        if act.kind is ActKind.REQUEST:
            self.concerns[act.topic] = Concern(act.topic, act.slot, self.find_early(act.topic))
        elif act.kind is ActKind.INFORM and act.slot in IDENTITY_SLOTS:
            self.notebook.identity[act.slot] = act.value
        elif act.kind is ActKind.INFORM:
            concern = self.concerns.setdefault(act.topic, Concern(act.topic, ""))
            concern.mentions.append(Mention(act.slot, act.value, act.about))
            self.listed.pop(act.topic, None)
            self.notebook.chosen.pop(act.topic, None)
        elif act.kind is ActKind.AFFIRM:
            self.agree(act.topic)
        elif act.kind is ActKind.DENY:
            self.listed.pop(act.topic, None)
            self.agreed = [topic for topic in self.agreed if topic != act.topic]

    def agree(self, topic: int) -> None:
        """Take in a yes; one to nothing, or a second one, changes nothing."""
        if topic in self.listed and topic not in self.agreed:
            self.agreed.append(topic)

    def find_early(self, topic: int) -> list[Mention]:
        """Return what was said about a concern before it was asked for."""
        early = self.concerns.get(topic)
        return early.mentions if early else []

    def read(self, messages: Sequence[Message]) -> None:
        """Write down the results of the desk's own calls."""
        calls: dict[str | None, ToolCall] = {}
        for message in messages[self.n_read :]:
            for call in message.tool_calls or ():
                calls[call.id] = call
            if message.role is Role.TOOL:
                self.note(calls[message.tool_call_id], message.content)

    def note(self, call: ToolCall, content: str) -> None:
        """Write down one result; that of a write is reported."""
        name, arguments = call.function.name, parse_arguments(call.function.arguments)
        self.notebook.note(name, arguments, content)
        key = (name, dump_canonical(arguments))
        if " ".join(key) not in self.running:
            return
        topic, propose = self.running.pop(" ".join(key))
        self.settled.add(topic)
        refusal = self.notebook.refusals.get(key)
        if refusal is not None:
            self.writer.decline(topic, refusal)
            return
        result = self.notebook.results[key]
        self.playbook.apply(Call(name, arguments), result, self.notebook)
        self.writer.report(topic, propose.call.tool, self.playbook.report(propose, result))

    def decide(self) -> AgentReply:
        """Return the next step."""
        needed = self.playbook.identify(self.notebook)
        if isinstance(needed, Call):
            return call_tools([needed])
        if isinstance(needed, Ask):
            return self.writer.ask(0, needed)
        if self.agreed:
            return self.execute()
        return self.stall() or self.work()

    def execute(self) -> AgentReply:
        """Make the calls the customer said yes to, or only claim to have made them."""
        topics, self.agreed = self.agreed, []
        if not self.habits.pop(Habit.FALSE_DONE, 0):
            return call_tools([self.start(topic, self.listed.pop(topic)) for topic in topics])
        for topic in topics:
            propose = self.listed.pop(topic)
            self.settled.add(topic)
            self.writer.report(topic, propose.call.tool, self.playbook.report(propose, None))
        return self.work()

    def start(self, topic: int, propose: Propose) -> Call:
        """Return the call of a listing, remembered until its result comes."""
        call = propose.call
        if self.habits.pop(Habit.WRONG_ARGUMENT, 0):
            call = mistake_argument(call, self.notebook, self.rng)
        key = f"{call.tool} {dump_canonical(dict(call.arguments))}"
        self.running[key] = (topic, propose)
        return call

    def stall(self) -> AgentReply | None:
        """Give in to a habit that moves nothing, or return None."""
        for habit in STALLING:
            if self.habits.get(habit) and self.may_stall(habit):
                self.habits[habit] -= 1
                return self.writer.stall(habit)
        return None

    def may_stall(self, habit: Habit) -> bool:
        """Return whether a habit could show now: asking for a record's details needs a record."""
        if self.listed or self.writer.said_bye:
            return False
        is_asking = habit is not Habit.EMPTY_SYMPATHY
        open_intents = [self.concerns[topic].intent for topic in set(self.concerns) - self.settled]
        return not is_asking or any(map(self.playbook.needs_record, open_intents))

    def work(self) -> AgentReply:
        """Take open concerns in order: look up what is needed, then say what there is to say."""
        if self.habits.get(Habit.STOPS_EARLY) and (self.settled or self.listed):
            self.habits[Habit.STOPS_EARLY] -= 1
            return self.writer.close_early()
        for topic in sorted(set(self.concerns) - self.settled):
            if topic in self.listed:
                return self.writer.confirm(topic)
            plan = self.plan(topic)
            if isinstance(plan, Call):
                return call_tools([plan, *plan.others] if self.writer.parallel else [plan])
            if isinstance(plan, Ask):
                return self.writer.ask(topic, plan)
            if isinstance(plan, Propose):
                return self.propose(topic, plan)
            self.writer.settle(topic, plan)
            self.settled.add(topic)
        return self.writer.wrap_up(any_settled=bool(self.settled))

    def plan(self, topic: int) -> Plan:
        """Return the next thing to do for a concern; a call refused before is not made again."""
        plan = self.playbook.plan(self.concerns[topic], self.notebook)
        if not isinstance(plan, Call):
            return plan
        refusal = self.notebook.get_refusal(plan.tool, plan.arguments)
        return plan if refusal is None else Stuck(refusal)

    def propose(self, topic: int, plan: Propose) -> AgentReply:
        """List a write and ask for a yes, or skip that out of habit."""
        if self.habits.get(Habit.SKIPS_CONFIRM):
            self.habits[Habit.SKIPS_CONFIRM] -= 1
            return call_tools([self.start(topic, plan)])
        self.listed[topic] = plan
        return self.writer.propose(topic, plan)


def call_tools(calls: Sequence[Call]) -> AgentReply:
    """Return a step of calls."""
    return AgentReply(calls=tuple(encode_call(call) for call in calls))


def encode_call(call: Call) -> ToolCall:
    """Return a call in message form."""
    function = FunctionCall(name=call.tool, arguments=dump_canonical(dict(call.arguments)))
    return ToolCall(id="", function=function)
