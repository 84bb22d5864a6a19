"""Check: the verification ladder of one task, cheapest first; the first failing rung is the reason.

arXiv:2610.19560 (verification): a concrete objective, sufficient information, an executable
reference and consistency with policy, all by deterministic replay.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from schemas.draft import FactKind, TaskDraft
from schemas.grounded import Action, GroundedWorkflow
from schemas.identity import dump_canonical, hash_content
from schemas.task import Task, TaskKind
from schemas.trajectory import Termination
from schemas.verdict import Reason, Reject, Stage
from schemas.workflow import Workflow
from tasks.bare_calls import is_spoken, list_violated
from tasks.effect import find_idle_write
from tasks.resolver import find_lack
from tracer.domains.domain import Domain
from tracer.domains.state import State
from tracer.domains.tool import ToolKind, ToolRefusal
from tracer.harness.information import is_told
from tracer.harness.reward import Goal, score_episode

Fault = tuple[Reason, str]
DONE = "It has been done as you asked."


@dataclass(frozen=True, slots=True)
class Candidate:
    """What belongs together of one workflow."""

    workflow: Workflow
    grounded: GroundedWorkflow
    draft: TaskDraft
    domain: Domain


def verify_task(candidate: Candidate) -> Task | Reject:
    """Return the task, or a reject with the reason of the first rung that failed."""
    for rung in RUNGS:
        fault = rung(candidate)
        if fault is not None:
            return reject(candidate, *fault)
    return make_task(candidate)


def check_objective(candidate: Candidate) -> Fault | None:
    """Something must be asked for."""
    if any(fact.kind is FactKind.REQUEST for fact in candidate.draft.facts):
        return None
    return Reason.NO_OBJECTIVE, "no fact asks for anything"


def check_information(candidate: Candidate) -> Fault | None:
    """The customer must be findable, every concern be asked for once and every value be told."""
    facts = candidate.draft.facts
    if not any(fact.kind is FactKind.IDENTITY for fact in facts):
        return Reason.INSUFFICIENT_INFORMATION, "nothing identifies the customer"
    asked = Counter(fact.topic for fact in facts if fact.kind is FactKind.REQUEST)
    topics = Counter(candidate.grounded.list_topics())
    if asked != topics:
        others = sorted((asked - topics) | (topics - asked))
        return Reason.INSUFFICIENT_INFORMATION, f"concerns {others} do not match"
    untold = next(list_untold(candidate.draft), None)
    if untold is not None:
        return Reason.INSUFFICIENT_INFORMATION, f"the instruction does not tell {untold}"
    return None


def list_untold(draft: TaskDraft) -> Iterator[str]:
    """Yield the values of facts that the instruction does not tell; a request's is an intent."""
    for fact in draft.facts:
        if fact.kind is not FactKind.REQUEST:
            yield from (slot.value for slot in fact.slots if slot.value not in draft.instruction)


def check_schema(candidate: Candidate) -> Fault | None:
    """Every reference action must name a tool and fit its schema."""
    for place, action in enumerate(candidate.grounded.actions):
        tool = candidate.domain.tools.get(action.tool)
        fault = "no such tool" if tool is None else tool.find_fault(json.loads(action.arguments))
        if fault is not None:
            return Reason.NOT_EXECUTABLE, f"action {place} {action.tool}: {fault}"
    return None


def check_replay(candidate: Candidate) -> Fault | None:
    """The reference must run again from the start with the same results and the same states."""
    state = candidate.domain.start()
    if state.digest() != candidate.grounded.start_digest:
        return Reason.NOT_EXECUTABLE, "the start state is another one"
    for place, action in enumerate(candidate.grounded.actions):
        fault = replay_action(action, state, candidate.domain)
        if fault:
            return Reason.NOT_EXECUTABLE, f"action {place} {action.tool}: {fault}"
    if state.digest() != candidate.grounded.final_digest:
        return Reason.NOT_EXECUTABLE, "the final state is another one"
    return None


def replay_action(action: Action, state: State, domain: Domain) -> str:
    """Run one action and return what differs from the record, or ""."""
    arguments: dict[str, Any] = json.loads(action.arguments)
    try:
        result = domain.tools[action.tool].run(state, arguments)
    except ToolRefusal as refusal:
        return f"refused: {refusal}"
    if dump_canonical(result) != action.result:
        return "another result"
    return "" if state.digest() == action.state_digest else "another state"


def check_effect(candidate: Candidate) -> Fault | None:
    """What the reference writes must not be true at the start already."""
    grounded = candidate.grounded
    idle = find_idle_write(grounded.actions, grounded.start_digest, candidate.domain)
    return None if idle is None else (Reason.ALREADY_TRUE, idle)


def check_guards(candidate: Candidate) -> Fault | None:
    """The bare reference must break no clause but those about words, which it has none of."""
    domain, actions = candidate.domain, candidate.grounded.actions
    tools = {action.tool for action in actions}
    writes = sorted(name for name in tools if domain.tools[name].kind is ToolKind.WRITE)
    for clause, detail in list_violated(actions, domain).items():
        if not any(is_spoken(domain.name, tool, clause) for tool in writes):
            return Reason.POLICY_INCONSISTENT, f"clause {clause}: {detail}"
    return None


def check_coverage(candidate: Candidate) -> Fault | None:
    """What the customer can tell must lead to what the reference does, and to nothing else."""
    lack = find_lack(candidate.draft.facts, candidate.grounded, candidate.domain)
    return None if lack is None else (Reason.INSUFFICIENT_INFORMATION, lack[1])


def check_idleness(candidate: Candidate) -> Fault | None:
    """An agent that does nothing and says nothing must not pass."""
    grounded = candidate.grounded
    goal = Goal(grounded.final_digest, grounded.information, grounded.refusal)
    score = score_episode(Termination.STOP, grounded.start_digest, goal, [])
    if score.reward == 1:
        return Reason.NOOP_PASSES, "doing nothing reaches the goal"
    return None


def check_refusal(candidate: Candidate) -> Fault | None:
    """What must be declined must really be refused by the tool, whatever was done before."""
    refusal = candidate.grounded.refusal
    if refusal is None:
        return None
    if all(clause.number != refusal.clause for clause in candidate.domain.policy.clauses):
        return Reason.POLICY_INCONSISTENT, f"there is no clause {refusal.clause}"
    state = candidate.domain.start()
    for action in candidate.grounded.actions:
        replay_action(action, state, candidate.domain)
    try:
        candidate.domain.tools[refusal.tool].run(state, json.loads(refusal.arguments))
    except ToolRefusal:
        return None
    return Reason.POLICY_INCONSISTENT, f"{refusal.tool} does what clause {refusal.clause} forbids"


def check_giving_in(candidate: Candidate) -> Fault | None:
    """An agent that does all it can, then the forbidden call, and says it is done must not pass.

    Nothing of what it rightly tells may stand for the reason it should decline for.
    """
    refusal = candidate.grounded.refusal
    told = [f"It is {item.value}." for item in candidate.grounded.information]
    if refusal is None or not is_told(refusal.accepted, [*told, DONE]):
        return None
    return Reason.NOOP_PASSES, f"an agent that gives in tells the reason of clause {refusal.clause}"


RUNGS: tuple[Callable[[Candidate], Fault | None], ...] = (
    check_objective,
    check_information,
    check_schema,
    check_replay,
    check_effect,
    check_idleness,
    check_refusal,
    check_giving_in,
    check_guards,
    check_coverage,
)


def make_task(candidate: Candidate) -> Task:
    """Return the task of a candidate that passed."""
    workflow, grounded, draft = candidate.workflow, candidate.grounded, candidate.draft
    concerns = [(item.tool, item.arguments) for item in grounded.actions if item.topic is not None]
    if grounded.refusal is not None:
        concerns.append((grounded.refusal.tool, grounded.refusal.arguments))
    return Task.create(
        workflow_id=workflow.id,
        domain=workflow.domain,
        kind=name_kind(grounded),
        cell=workflow.cell,
        index=workflow.index,
        walks=workflow.walks,
        customer_id=grounded.customer_id,
        instruction=draft.instruction,
        preferences=draft.preferences,
        facts=draft.facts,
        story=grounded.story,
        actions=grounded.actions,
        information=grounded.information,
        refusal=grounded.refusal,
        start_digest=grounded.start_digest,
        final_digest=grounded.final_digest,
        duplicate_key=hash_content([workflow.walks, grounded.customer_id, concerns]),
    )


def name_kind(grounded: GroundedWorkflow) -> TaskKind:
    """Return what the right end of a grounded workflow is."""
    if grounded.refusal is not None:
        return TaskKind.REFUSAL
    changes = grounded.start_digest != grounded.final_digest
    return TaskKind.CHANGE if changes else TaskKind.INFORMATION


def reject(candidate: Candidate, reason: Reason, detail: str) -> Reject:
    """Return the reject of a candidate in this stage."""
    return Reject(
        workflow_id=candidate.workflow.id,
        record_id=candidate.draft.id,
        stage=Stage.VERIFY,
        reason=reason,
        detail=detail,
    )
