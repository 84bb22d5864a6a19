import random
from collections.abc import Iterable, Sequence

import pytest

from schemas.grounded import ActionRole, GroundedWorkflow
from schemas.verdict import STAGE_REASONS, Reason, Reject, Stage
from tasks.ground.solve import ground_workflow
from tests.support.making import CANCEL, LOOK, Walks, expect_reject, load_retail, make_draw
from tests.unit.tasks.ground.solver import PlainSolver
from tracer.domains.retail.solver import SOLVER
from tracer.domains.solver import Arguments, Question, Solver, Step
from tracer.domains.state import Base, State


class NobodyComes(PlainSolver):
    def list_customers(self, base: Base) -> Sequence[str]:
        del base
        return []


class HasNothing(PlainSolver):
    def propose(
        self, tool: str, state: State, customer_id: str, trail: Sequence[Step], rng: random.Random
    ) -> Iterable[Arguments]:
        found = super().propose(tool, state, customer_id, trail, rng)
        return found if tool == "get_order" else []


class WantsTheForbidden(PlainSolver):
    """Proposes to cancel orders that are delivered."""

    def propose(
        self, tool: str, state: State, customer_id: str, trail: Sequence[Step], rng: random.Random
    ) -> Iterable[Arguments]:
        if tool != "cancel_order":
            return super().propose(tool, state, customer_id, trail, rng)
        return [
            {"order_id": key, "reason": "no longer needed"}
            for key, row in state.rows("orders")
            if row["customer_id"] == customer_id and row["status"] == "delivered"
        ]


class AsksNothing(PlainSolver):
    def ask(self, step: Step, rng: random.Random) -> Question | None:
        del step, rng
        return None


class LooksUpAStranger(PlainSolver):
    def look_up(self, state: State, customer_id: str, rng: random.Random) -> tuple[str, Arguments]:
        del state, customer_id, rng
        return "find_customer_by_email", {"email": "nobody@example.com"}


@pytest.mark.parametrize(
    ("solver", "walks", "reason", "detail"),
    [
        (NobodyComes(), CANCEL, Reason.NO_ENTITY, "no customer has what get_order needs"),
        (HasNothing(), CANCEL, Reason.NO_ENTITY, "no customer has what cancel_order needs"),
        (WantsTheForbidden(), CANCEL, Reason.POLICY_BLOCKED, "cancel_order: Order K"),
        (AsksNothing(), LOOK, Reason.NO_EFFECT, "no write and nothing that must be told"),
        (LooksUpAStranger(), CANCEL, Reason.REPLAY_ERROR, "nobody@example.com"),
    ],
    ids=["nobody", "nothing to propose", "refused", "nothing asked", "look-up fails"],
)
def test_workflow_that_cannot_be_grounded_says_why(
    solver: Solver, walks: Walks, reason: Reason, detail: str
) -> None:
    workflow = make_draw(walks)
    lost = expect_reject(ground_workflow(workflow, load_retail(), solver))
    assert (lost.reason, lost.stage) == (reason, Stage.GROUND)
    assert lost.reason in STAGE_REASONS[Stage.GROUND]
    assert detail in lost.detail
    assert (lost.workflow_id, lost.record_id) == (workflow.id, workflow.id)


def test_same_workflow_is_grounded_the_same() -> None:
    workflow = make_draw([("get_order", "get_product", "exchange_items")])
    made = [ground_workflow(workflow, load_retail(), SOLVER) for _ in range(2)]
    assert isinstance(made[0], GroundedWorkflow)
    assert made[0] == made[1]


def test_other_seed_finds_other_entities() -> None:
    customers = set()
    for seed in range(8):
        made = ground_workflow(make_draw(CANCEL, seed), load_retail(), SOLVER)
        assert not isinstance(made, Reject)
        customers.add(made.customer_id)
    assert len(customers) > 4


def test_reference_begins_with_the_look_up_of_its_own_customer() -> None:
    made = ground_workflow(make_draw(CANCEL), load_retail(), SOLVER)
    assert isinstance(made, GroundedWorkflow)
    assert made.actions[0].role is ActionRole.LOOKUP
    assert made.actions[0].result == f'{{"customer_id":"{made.customer_id}"}}'


def test_digests_are_those_before_the_first_and_after_the_last_action() -> None:
    made = ground_workflow(make_draw(CANCEL), load_retail(), SOLVER)
    assert isinstance(made, GroundedWorkflow)
    assert made.start_digest == load_retail().start().digest() == made.actions[0].state_digest
    assert made.final_digest == made.actions[-1].state_digest != made.start_digest


def test_information_task_leaves_the_state_and_has_something_to_tell() -> None:
    made = ground_workflow(make_draw(LOOK), load_retail(), SOLVER)
    assert isinstance(made, GroundedWorkflow)
    assert made.final_digest == made.start_digest
    assert [item.topic for item in made.information] == [0]
    assert made.information[0].value in made.information[0].accepted
