"""Five of each defect that only the verify stage can see, in both domains."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from schemas.draft import FactKind, SlotValue
from schemas.grounded import Action
from schemas.identity import dump_canonical
from schemas.verdict import Reason, Stage
from tasks.verify.check import Candidate, verify_task
from tests.support.planted import expect_reject, list_candidates
from tracer.domains.domain import DOMAIN_NAMES

N_EACH = 5
N_DRAWS = 60

pytestmark = pytest.mark.parametrize("domain", DOMAIN_NAMES)


def list_spoilt(domain: str, spoil: Callable[[Candidate], Candidate]) -> list[Any]:
    return [verify_task(spoil(item)) for item in list_candidates(domain, N_DRAWS, 3)[:N_EACH]]


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
