"""Single: one task from draw to verification, in memory, without shards or a workflow server."""

from schemas.draft import TaskDraft
from schemas.feeling import Feeling
from schemas.grounded import GroundedWorkflow
from schemas.task import Task
from schemas.verdict import Reject
from tasks.feel.compose import compose_feeling
from tasks.ground.solve import ground_workflow
from tasks.refine.write import refine_workflow
from tasks.sample.draw import draw_workflow
from tasks.verify.check import Candidate, verify_task
from tracer.domains.describer import load_describer
from tracer.domains.domain import Domain
from tracer.domains.solver import load_solver

MAX_DRAWS = 100


def make_single(domain: Domain, cell: str, seed: int, index: int) -> tuple[Task, Feeling] | Reject:
    """Return draw number `index` of a cell as a verified task with its feeling, or its reject."""
    workflow = draw_workflow(seed, domain.name, cell, index)
    grounded = ground_workflow(workflow, domain, load_solver(domain.name))
    if not isinstance(grounded, GroundedWorkflow):
        return grounded
    draft = refine_workflow(grounded, domain, load_describer(domain.name))
    if not isinstance(draft, TaskDraft):
        return draft
    task = verify_task(Candidate(workflow, grounded, draft, domain))
    if not isinstance(task, Task):
        return task
    return task, compose_feeling(workflow.id, grounded.story, seed, 0.0)


def find_single(domain: Domain, cell: str, seed: int, start: int = 0) -> tuple[Task, Feeling]:
    """Return the first draw of a cell from `start` on that verifies.

    Raises:
        RuntimeError: none of many does, which a sound graph rules out.
    """
    for index in range(start, start + MAX_DRAWS):
        made = make_single(domain, cell, seed, index)
        if not isinstance(made, Reject):
            return made
    msg = f"{domain.name}: no task of cell {cell} in {MAX_DRAWS} draws from {start} on"
    raise RuntimeError(msg)
