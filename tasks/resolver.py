"""Resolver: what the facts of a draft come to, from the facts and the tools alone.

arXiv:2610.19560 (reverse refinement, verification): preferences are feasible and information is
sufficient when a desk that hears every fact is led to the reference's own calls. The domain's
playbook reads them: it shares no code with the describer that wrote the facts.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from schemas.draft import Fact, FactKind
from schemas.grounded import Action, GroundedWorkflow, Information
from schemas.identity import dump_canonical
from tracer.domains.domain import Domain
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
    Tell,
    load_playbook,
)
from tracer.domains.state import State
from tracer.domains.tool import ToolRefusal
from tracer.harness.information import is_told

MAX_CALLS = 60
"""Calls for one concern before its facts count as leading nowhere."""


class Gap(StrEnum):
    """What is wrong with facts that do not lead to the reference."""

    MISSING = "missing"
    AMBIGUOUS = "ambiguous"


Lack = tuple[Gap, str]
"""The gap with the concern and what shows it."""


@dataclass(slots=True)
class Reader:
    """A desk that hears all facts at once and may make every read."""

    domain: Domain
    playbook: Playbook
    state: State
    notebook: Notebook = field(default_factory=Notebook)

    def identify(self, facts: Iterable[Fact]) -> Lack | None:
        """Find the customer by the identity facts, or return what they lack."""
        self.notebook.identity = {
            slot.slot: slot.value
            for fact in facts
            if fact.kind is FactKind.IDENTITY
            for slot in fact.slots
        }
        while (plan := self.playbook.identify(self.notebook)) is not None:
            if isinstance(plan, Ask):
                return Gap.MISSING, "nothing finds the customer"
            self.call(plan)
        return None

    def call(self, call: Call) -> None:
        """Make a call and note what comes of it, a refusal too."""
        arguments = dict(call.arguments)
        try:
            result = self.domain.tools[call.tool].run(self.state, arguments)
        except ToolRefusal as refusal:
            result = {"error": str(refusal)}
        self.notebook.note(call.tool, arguments, dump_canonical(result))

    def settle(self, concern: Concern) -> Plan:
        """Return what a concern comes to once every read it needs was made."""
        for _ in range(MAX_CALLS):
            plan = self.playbook.plan(concern, self.notebook)
            if not isinstance(plan, Call):
                return plan
            refusal = self.notebook.get_refusal(plan.tool, plan.arguments)
            if refusal is not None:
                return Stuck(refusal)
            self.call(plan)
        return Stuck("it needs ever more calls")

    def reaches(self, call: Call, action: Action) -> bool:
        """Return whether a write leaves the reference's state, whatever the order of its lists."""
        if call.tool != action.tool:
            return False
        arguments = dict(call.arguments)
        try:
            result = self.domain.tools[call.tool].run(self.state, arguments)
        except ToolRefusal:
            return False
        self.playbook.apply(call, json.loads(dump_canonical(result)), self.notebook)
        return self.state.digest() == action.state_digest


def find_lack(facts: Sequence[Fact], grounded: GroundedWorkflow, domain: Domain) -> Lack | None:
    """Return what the facts of the first concern lack that do not lead to the reference."""
    reader = Reader(domain, load_playbook(domain.name), domain.start())
    lack = reader.identify(facts)
    if lack is not None:
        return lack
    told = {item.topic: item for item in grounded.information}
    for topic, action in sorted(map_actions(grounded).items()):
        concern = gather_concern(topic, facts)
        fault = judge_plan(reader.settle(concern), concern, reader, action, told.get(topic))
        if fault is not None:
            return fault[0], f"concern {topic} {concern.intent}: {fault[1]}"
    return None


def map_actions(grounded: GroundedWorkflow) -> dict[int, Action | None]:
    """Return topic -> the action that settles it, None for the concern that must be declined."""
    topics = dict.fromkeys(sorted(grounded.list_topics()))
    return {
        **topics,
        **{item.topic: item for item in grounded.actions if item.topic is not None},
    }


def gather_concern(topic: int, facts: Iterable[Fact]) -> Concern:
    """Return what the facts say of one concern, as a desk notes it."""
    concern = Concern(topic, "")
    for fact in facts:
        if fact.topic != topic or fact.kind in (FactKind.IDENTITY, FactKind.STANCE):
            continue
        if fact.kind is FactKind.REQUEST:
            concern.intent = fact.slots[0].value
            continue
        concern.mentions += [Mention(slot.slot, slot.value, fact.about) for slot in fact.slots]
    return concern


def judge_plan(
    plan: Plan, concern: Concern, reader: Reader, action: Action | None, told: Information | None
) -> Lack | None:
    """Return what a concern's facts lack, seen from what they come to."""
    if isinstance(plan, Ask):
        gap = Gap.AMBIGUOUS if concern.has(plan.slot) else Gap.MISSING
        return gap, f"a desk would have to ask for {plan.slot}"
    if action is None:
        return None
    if isinstance(plan, Propose):
        is_right = reader.reaches(plan.call, action)
        shown = dump_canonical(dict(plan.call.arguments))
    elif isinstance(plan, Tell):
        is_right = told is not None and is_told(told.accepted, [" ".join(plan.values.values())])
        shown = f"{plan.intent} {dump_canonical(dict(plan.values))}"
    else:
        is_right, shown = False, str(plan)
    return None if is_right else (Gap.AMBIGUOUS, f"the facts lead to another end: {shown}")
