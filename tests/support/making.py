"""Makes real retail records, stage by stage, from walks a test names."""

from collections.abc import Sequence
from typing import Any

from schemas.draft import TaskDraft
from schemas.grounded import GroundedWorkflow
from schemas.task import Task
from schemas.verdict import Reject
from schemas.workflow import Workflow, name_cell
from tasks.ground.solve import ground_workflow
from tasks.refine.write import refine_workflow
from tasks.verify.check import Candidate, verify_task
from tests.support.builders import make_workflow
from tracer.domains.describer import load_describer
from tracer.domains.domain import Domain, load_domain
from tracer.domains.solver import load_solver

Walks = Sequence[Sequence[str]]
CANCEL: Walks = (("get_order", "cancel_order"),)
LOOK: Walks = (("get_customer",),)


def load_retail() -> Domain:
    return load_domain("retail")


def make_draw(walks: Walks, seed: int = 1) -> Workflow:
    cell = name_cell([len(walk) for walk in walks])
    return make_workflow(walks=[list(walk) for walk in walks], cell=cell, seed=seed)


def ground(walks: Walks, seed: int = 1) -> GroundedWorkflow:
    made = ground_workflow(make_draw(walks, seed), load_retail(), load_solver("retail"))
    assert isinstance(made, GroundedWorkflow), made
    return made


def refine(grounded: GroundedWorkflow) -> TaskDraft:
    made = refine_workflow(grounded, load_retail(), load_describer("retail"))
    assert isinstance(made, TaskDraft), made
    return made


def make_candidate(walks: Walks = CANCEL, seed: int = 1) -> Candidate:
    workflow = make_draw(walks, seed)
    grounded = ground(walks, seed)
    return Candidate(workflow, grounded, refine(grounded), load_retail())


def make_real_task(walks: Walks = CANCEL, seed: int = 1) -> Task:
    made = verify_task(make_candidate(walks, seed))
    assert isinstance(made, Task), made
    return made


def expect_reject(made: Any) -> Reject:
    assert isinstance(made, Reject), made
    return made
