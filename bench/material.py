"""Material: tasks and worlds the benchmarks run on."""

import json
from dataclasses import replace
from itertools import count

from schemas.config import MixConfig
from schemas.draft import TaskDraft
from schemas.feeling import Feeling
from schemas.grounded import GroundedWorkflow
from schemas.identity import hash_content
from schemas.task import Task
from tasks.feel.compose import compose_feeling
from tasks.ground.solve import ground_workflow
from tasks.refine.write import refine_workflow
from tasks.sample.draw import draw_workflow
from tasks.sample.quota import plan_cells
from tasks.verify.check import Candidate, verify_task
from tracer.domains.describer import load_describer
from tracer.domains.domain import Domain, load_domain
from tracer.domains.solver import load_solver
from tracer.domains.state import Base


def make_tasks(n_tasks: int, seed: int = 1, domain: str = "retail") -> list[tuple[Task, Feeling]]:
    """Return verified tasks with feelings, in the usual mix."""
    world = load_domain(domain)
    return [
        make_one(world, cell, seed, place)
        for cell, quota in plan_cells(n_tasks, MixConfig(), seed, domain).items()
        for place in range(quota)
    ]


def make_one(world: Domain, cell: str, seed: int, place: int) -> tuple[Task, Feeling]:
    """Return the first task of a stretch of draws that verifies."""
    for index in count(place * 100):
        workflow = draw_workflow(seed, world.name, cell, index)
        grounded = ground_workflow(workflow, world, load_solver(world.name))
        if not isinstance(grounded, GroundedWorkflow):
            continue
        draft = refine_workflow(grounded, world, load_describer(world.name))
        if not isinstance(draft, TaskDraft):
            continue
        task = verify_task(Candidate(workflow, grounded, draft, world))
        if isinstance(task, Task):
            return task, compose_feeling(workflow.id, grounded.story, seed, 0.0)
    raise AssertionError


def enlarge(domain: Domain, factor: int) -> Domain:
    """Return the domain with every table `factor` times as long.

    The added rows are copies under new keys.
    """
    tables = {
        name: {
            **rows,
            **{f"{key}~{copy}": row for copy in range(1, factor) for key, row in rows.items()},
        }
        for name, rows in domain.base.tables.items()
    }
    return replace(domain, base=Base(tables, hash_content([domain.base.digest, factor])))


def rebase(task: Task, domain: Domain) -> Task:
    """Return the task with the digests its reference leads to over another base of equal rows."""
    state = domain.start()
    start_digest = state.digest()
    for action in task.actions:
        domain.tools[action.tool].run(state, json.loads(action.arguments))
    return task.model_copy(update={"start_digest": start_digest, "final_digest": state.digest()})
