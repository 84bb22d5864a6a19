"""Material: tasks and worlds the benchmarks run on."""

import json
from dataclasses import replace

from flows.single import MAX_DRAWS, find_single
from schemas.config import MixConfig
from schemas.feeling import Feeling
from schemas.identity import hash_content
from schemas.task import Task
from tasks.sample.quota import plan_cells
from tracer.domains.domain import Domain, load_domain
from tracer.domains.state import Base


def make_tasks(n_tasks: int, seed: int = 1, domain: str = "retail") -> list[tuple[Task, Feeling]]:
    """Return verified tasks with feelings, in the usual mix."""
    world = load_domain(domain)
    return [
        find_single(world, cell, seed, place * MAX_DRAWS)
        for cell, quota in plan_cells(n_tasks, MixConfig(), seed, domain).items()
        for place in range(quota)
    ]


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
    digest = hash_content([domain.base.digest, factor])
    return replace(domain, base=Base(tables, digest, domain.base.forms))


def rebase(task: Task, domain: Domain) -> Task:
    """Return the task with the digests its reference leads to over another base of equal rows."""
    state = domain.start()
    start_digest = state.digest()
    for action in task.actions:
        domain.tools[action.tool].run(state, json.loads(action.arguments))
    return task.model_copy(update={"start_digest": start_digest, "final_digest": state.digest()})
