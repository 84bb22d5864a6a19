"""Draw: one numbered workflow of a cell, from its seed alone."""

import random

from graphs.walk import draw_walk
from schemas.identity import derive_seed
from schemas.workflow import Workflow


def draw_workflow(run_seed: int, domain: str, cell: str, index: int) -> Workflow:
    """Return workflow number `index` of a cell; the same whatever else is drawn, in any order."""
    seed = derive_seed(run_seed, domain, cell, index)
    rng = random.Random(seed)
    lengths = [int(part) for part in cell.split("+")]
    rng.shuffle(lengths)
    walks = [list(draw_walk(domain, length, rng)) for length in lengths]
    return Workflow.create(domain=domain, cell=cell, index=index, seed=seed, walks=walks)
