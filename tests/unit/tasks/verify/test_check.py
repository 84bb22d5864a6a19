import json
from dataclasses import replace
from typing import Any

import pytest

from schemas.draft import FactKind
from schemas.grounded import Action, GroundedWorkflow
from schemas.identity import dump_canonical
from schemas.task import Task, TaskKind
from schemas.verdict import STAGE_REASONS, Reason, Stage
from tasks.verify.check import Candidate, verify_task
from tests.support.making import CANCEL, LOOK, Walks, expect_reject, load_retail, make_candidate


def change_grounded(candidate: Candidate, **changes: Any) -> Candidate:
    grounded = candidate.grounded.model_copy(update=changes)
    return replace(candidate, grounded=grounded)


def change_last(candidate: Candidate, **changes: Any) -> Candidate:
    *others, last = candidate.grounded.actions
    return change_grounded(candidate, actions=[*others, last.model_copy(update=changes)])


def drop_facts(candidate: Candidate, kind: FactKind) -> Candidate:
    facts = [fact for fact in candidate.draft.facts if fact.kind is not kind]
    return replace(candidate, draft=candidate.draft.model_copy(update={"facts": facts}))


def move_requests(candidate: Candidate) -> Candidate:
    facts = [
        fact.model_copy(update={"topic": 3}) if fact.kind is FactKind.REQUEST else fact
        for fact in candidate.draft.facts
    ]
    return replace(candidate, draft=candidate.draft.model_copy(update={"facts": facts}))


def cancel_twice(candidate: Candidate) -> Candidate:
    actions = candidate.grounded.actions
    return change_grounded(candidate, actions=[*actions, actions[-1]])


def send_where_it_goes_already(candidate: Candidate) -> Candidate:
    """Replace the reference by one write of the address that the order has."""
    state = candidate.domain.start()
    order = next(row for _, row in state.rows("orders") if row["status"] == "pending")
    arguments = {"order_id": order["order_id"], "address": order["address"]}
    result = candidate.domain.tools["change_order_address"].run(state, arguments)
    last = candidate.grounded.actions[-1]
    write = last.model_copy(
        update={
            "tool": "change_order_address",
            "arguments": dump_canonical(arguments),
            "result": dump_canonical(result),
            "state_digest": state.digest(),
        }
    )
    return change_grounded(candidate, actions=[write], final_digest=state.digest())


@pytest.mark.parametrize(
    ("candidate", "reason", "detail"),
    [
        (
            drop_facts(make_candidate(), FactKind.REQUEST),
            Reason.NO_OBJECTIVE,
            "no fact asks for anything",
        ),
        (
            drop_facts(make_candidate(), FactKind.IDENTITY),
            Reason.INSUFFICIENT_INFORMATION,
            "nothing identifies the customer",
        ),
        (
            move_requests(make_candidate()),
            Reason.INSUFFICIENT_INFORMATION,
            "concerns [0, 3] do not match",
        ),
        (
            change_last(make_candidate(), tool="give_presents"),
            Reason.NOT_EXECUTABLE,
            "give_presents: no such tool",
        ),
        (
            change_last(make_candidate(), arguments='{"order_id":"K10-0001"}'),
            Reason.NOT_EXECUTABLE,
            "'reason' is a required property",
        ),
        (cancel_twice(make_candidate()), Reason.NOT_EXECUTABLE, "refused: Order K"),
        (
            change_last(make_candidate(), result='{"status":"cancelled"}'),
            Reason.NOT_EXECUTABLE,
            "cancel_order: another result",
        ),
        (
            change_last(make_candidate(), state_digest="0" * 64),
            Reason.NOT_EXECUTABLE,
            "cancel_order: another state",
        ),
        (
            change_grounded(make_candidate(), start_digest="0" * 64),
            Reason.NOT_EXECUTABLE,
            "the start state is another one",
        ),
        (
            change_grounded(make_candidate(), final_digest="0" * 64),
            Reason.NOT_EXECUTABLE,
            "the final state is another one",
        ),
        (
            send_where_it_goes_already(make_candidate()),
            Reason.ALREADY_TRUE,
            "change_order_address leaves the state as it was",
        ),
        (
            change_grounded(make_candidate(LOOK), information=[]),
            Reason.NOOP_PASSES,
            "doing nothing reaches the goal",
        ),
    ],
    ids=[
        "no request",
        "no identity",
        "other concerns",
        "unknown tool",
        "bad arguments",
        "failing write",
        "other result",
        "other state on the way",
        "other start",
        "other end",
        "already true",
        "nothing to do",
    ],
)
def test_candidate_with_a_fault_leaves_with_its_reason(
    candidate: Candidate, reason: Reason, detail: str
) -> None:
    lost = expect_reject(verify_task(candidate))
    assert (lost.reason, lost.stage) == (reason, Stage.VERIFY)
    assert lost.reason in STAGE_REASONS[Stage.VERIFY]
    assert detail in lost.detail
    assert (lost.workflow_id, lost.record_id) == (candidate.workflow.id, candidate.draft.id)


@pytest.mark.parametrize(
    ("walks", "kind"),
    [(CANCEL, TaskKind.CHANGE), (LOOK, TaskKind.INFORMATION)],
    ids=["change", "information"],
)
def test_sound_candidate_becomes_a_task_of_its_kind(walks: Walks, kind: TaskKind) -> None:
    candidate = make_candidate(walks)
    task = verify_task(candidate)
    assert isinstance(task, Task)
    assert task.kind is kind
    assert (task.workflow_id, task.cell) == (candidate.workflow.id, candidate.workflow.cell)
    assert task.instruction == candidate.draft.instruction
    assert task.actions == candidate.grounded.actions


def make_key(candidate: Candidate) -> str:
    task = verify_task(candidate)
    assert isinstance(task, Task)
    return task.duplicate_key


def test_same_request_in_other_words_is_a_duplicate() -> None:
    candidate = make_candidate()
    words = f"In short: {candidate.draft.instruction}"
    reworded = candidate.draft.model_copy(update={"instruction": words})
    assert make_key(replace(candidate, draft=reworded)) == make_key(candidate)


def test_look_up_by_another_way_is_still_a_duplicate() -> None:
    candidate = make_candidate()
    assert make_key(look_up_otherwise(candidate)) == make_key(candidate)


def look_up_otherwise(candidate: Candidate) -> Candidate:
    first, *others = candidate.grounded.actions
    other = find_other_look_up(candidate.grounded, first)
    return change_grounded(candidate, actions=[first.model_copy(update=other), *others])


def find_other_look_up(grounded: GroundedWorkflow, first: Action) -> dict[str, str]:
    customer = load_retail().base.tables["customers"][grounded.customer_id]
    if first.tool == "find_customer_by_email":
        name = f"{customer['name']['first']} {customer['name']['last']}"
        found = {"name": name, "postcode": customer["address"]["postcode"]}
        return {
            "tool": "find_customer_by_name_and_postcode",
            "arguments": dump_canonical(found),
        }
    return {
        "tool": "find_customer_by_email",
        "arguments": dump_canonical({"email": customer["email"]}),
    }


def test_other_order_or_customer_is_no_duplicate() -> None:
    keys = {make_key(make_candidate(CANCEL, seed)) for seed in range(6)}
    orders = {
        json.loads(make_candidate(CANCEL, seed).grounded.actions[-1].arguments)["order_id"]
        for seed in range(6)
    }
    assert len(keys) == len(orders) > 1
