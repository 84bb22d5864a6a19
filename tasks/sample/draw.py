"""Draw: one numbered workflow of a cell, from its seed alone."""

import random
from functools import cache

from graphs.review import require_review
from graphs.walk import Walk, draw_walk, list_walks
from schemas.identity import derive_seed
from schemas.workflow import Workflow, is_refusal_cell, read_lengths
from tracer.domains.domain import load_domain
from tracer.domains.solver import load_solver
from tracer.domains.tool import ToolKind


def draw_workflow(run_seed: int, domain: str, cell: str, index: int) -> Workflow:
    """Return workflow number `index` of a cell; the same whatever else is drawn, in any order.

    Raises:
        DataError: the domain's graph has no review that holds.
    """
    require_review(domain)
    seed = derive_seed(run_seed, domain, cell, index)
    rng = random.Random(seed)
    lengths = read_lengths(cell)
    rng.shuffle(lengths)
    if is_refusal_cell(cell):
        walks = [list(rng.choice(list_refusal_walks(domain, lengths[0])))]
    else:
        walks = [list(draw_walk(domain, length, rng)) for length in lengths]
    return Workflow.create(domain=domain, cell=cell, index=index, seed=seed, walks=walks)


@cache
def list_refusal_walks(domain: str, length: int) -> tuple[Walk, ...]:
    """Return the walks of reads that end in a write which policy may forbid, sorted."""
    tools = load_domain(domain).tools
    forbiddable = load_solver(domain).forbiddable
    return tuple(
        walk
        for walk in list_walks(domain, length)
        if walk[-1] in forbiddable and all(tools[name].kind is ToolKind.READ for name in walk[:-1])
    )
