"""Five of each defect that only the verify stage can see, in both domains."""

import json
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from schemas.draft import FactKind, SlotValue, TaskDraft
from schemas.grounded import Action, GroundedWorkflow
from schemas.identity import dump_canonical
from schemas.verdict import Reason, Stage
from tasks.ground.solve import ground_workflow
from tasks.refine.write import refine_workflow
from tasks.sample.draw import draw_workflow
from tasks.verify.check import Candidate, check_refusal, verify_task
from tests.support.builders import make_information
from tests.support.planted import expect_reject, list_candidates
from tracer.domains.describer import load_describer
from tracer.domains.domain import DOMAIN_NAMES, load_domain
from tracer.domains.solver import load_solver
from tracer.domains.tool import ToolKind

N_EACH = 5
N_DRAWS = 60

pytestmark = pytest.mark.parametrize("domain", DOMAIN_NAMES)


def list_spoilt(domain: str, spoil: Callable[[Candidate], Candidate]) -> list[Any]:
    return [verify_task(spoil(item)) for item in list_candidates(domain, N_DRAWS, 3)[:N_EACH]]


@cache
def list_refusals(domain: str) -> tuple[Candidate, ...]:
    world, made = load_domain(domain), []
    for index in range(N_DRAWS):
        workflow = draw_workflow(3, domain, "2!", index)
        grounded = ground_workflow(workflow, world, load_solver(domain))
        if isinstance(grounded, GroundedWorkflow):
            draft = refine_workflow(grounded, world, load_describer(domain))
            assert isinstance(draft, TaskDraft)
            made.append(Candidate(workflow, grounded, draft, world))
    return tuple(made[:N_EACH])


def change_draft(candidate: Candidate, **changes: Any) -> Candidate:
    return replace(candidate, draft=candidate.draft.model_copy(update=changes))


def change_grounded(candidate: Candidate, **changes: Any) -> Candidate:
    return replace(candidate, grounded=candidate.grounded.model_copy(update=changes))


def test_request_without_an_action_is_seen_when_verifying(domain: str) -> None:
    def ask_more(candidate: Candidate) -> Candidate:
        facts = candidate.draft.facts
        request = next(fact for fact in facts if fact.kind is FactKind.REQUEST)
        topic = 1 + max(fact.topic for fact in facts)
        more = request.model_copy(update={"id": "f99", "topic": topic})
        return change_draft(candidate, facts=[*facts, more])

    for made in list_spoilt(domain, ask_more):
        expect_reject(made, Stage.VERIFY, Reason.INSUFFICIENT_INFORMATION)


def test_concern_asked_for_twice_is_seen_when_verifying(domain: str) -> None:
    def ask_again(candidate: Candidate) -> Candidate:
        facts = candidate.draft.facts
        request = next(fact for fact in facts if fact.kind is FactKind.REQUEST)
        return change_draft(candidate, facts=[*facts, request.model_copy(update={"id": "f99"})])

    for made in list_spoilt(domain, ask_again):
        expect_reject(made, Stage.VERIFY, Reason.INSUFFICIENT_INFORMATION)


def test_value_the_instruction_lost_is_seen_when_verifying(domain: str) -> None:
    def shorten_text(candidate: Candidate) -> Candidate:
        first = candidate.draft.instruction.splitlines()[1:]
        return change_draft(candidate, instruction="\n".join(first))

    for made in list_spoilt(domain, shorten_text):
        expect_reject(made, Stage.VERIFY, Reason.INSUFFICIENT_INFORMATION)


def test_facts_that_lead_elsewhere_are_seen_when_verifying(domain: str) -> None:
    """The request is for something else than what the reference does."""
    other = {"retail": "ask_profile.street", "airline": "ask_profile.tier"}[domain]

    def ask_else(candidate: Candidate) -> Candidate:
        facts = [
            fact.model_copy(update={"slots": [SlotValue(slot="intent", value=other)]})
            if fact.kind is FactKind.REQUEST
            else fact
            for fact in candidate.draft.facts
        ]
        return change_draft(candidate, facts=facts)

    changes = [
        item for item in list_candidates(domain, N_DRAWS, 3) if item.grounded.refusal is None
    ]
    for candidate in changes[:N_EACH]:
        made = verify_task(ask_else(candidate))
        expect_reject(made, Stage.VERIFY, Reason.INSUFFICIENT_INFORMATION)


def test_reference_without_a_look_up_breaks_policy_when_verifying(domain: str) -> None:
    def skip_look_up(candidate: Candidate) -> Candidate:
        return change_grounded(candidate, actions=candidate.grounded.actions[1:])

    for made in list_spoilt(domain, skip_look_up):
        expect_reject(made, Stage.VERIFY, Reason.POLICY_INCONSISTENT)


def test_write_that_fails_after_all_is_seen_when_verifying(domain: str) -> None:
    changes = [
        item
        for item in list_candidates(domain, N_DRAWS, 3)
        if item.grounded.start_digest != item.grounded.final_digest
    ]

    def pay_by_nothing(candidate: Candidate) -> Candidate:
        actions = candidate.grounded.actions
        key = {"retail": "order_id", "airline": "reservation_id"}[domain]
        return change_grounded(candidate, actions=[lose_record(item, key) for item in actions])

    for candidate in changes[:N_EACH]:
        expect_reject(verify_task(pay_by_nothing(candidate)), Stage.VERIFY, Reason.NOT_EXECUTABLE)


def lose_record(action: Action, key: str) -> Action:
    """Return the call with a record that is not there."""
    arguments = json.loads(action.arguments)
    changed = {**arguments, key: "NONE00"} if key in arguments else arguments
    return action.model_copy(update={"arguments": dump_canonical(changed)})


def test_refusal_whose_reason_is_told_by_another_answer_is_seen_when_verifying(domain: str) -> None:
    def make_answer_tell_it(candidate: Candidate) -> Candidate:
        refusal = candidate.grounded.refusal
        assert refusal is not None
        value = refusal.accepted[0]
        answer = make_information(topic=0, value=f"{value} today", accepted=[f"{value} today"])
        return change_grounded(candidate, information=[answer])

    made = [verify_task(make_answer_tell_it(item)) for item in list_refusals(domain)]
    assert len(made) == N_EACH
    for reject in made:
        expect_reject(reject, Stage.VERIFY, Reason.NOOP_PASSES)


def test_refusal_that_the_tool_does_not_refuse_is_seen_when_verifying(domain: str) -> None:
    changes = [
        item for item in list_candidates(domain, N_DRAWS, 3) if item.grounded.refusal is None
    ]
    (refusal, *_) = (item.grounded.refusal for item in list_refusals(domain))
    assert refusal is not None
    for item in changes[:N_EACH]:
        *before, last = item.grounded.actions
        if load_domain(domain).tools[last.tool].kind is not ToolKind.WRITE:
            continue
        allowed = refusal.model_copy(update={"tool": last.tool, "arguments": last.arguments})
        end = before[-1].state_digest
        made = change_grounded(item, actions=before, refusal=allowed, final_digest=end)
        fault = check_refusal(made)
        assert fault is not None
        assert fault[0] is Reason.POLICY_INCONSISTENT
        assert "does what clause" in fault[1]
