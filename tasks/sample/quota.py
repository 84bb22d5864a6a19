"""Quota: how many tasks of each cell a run asks for, exact by largest remainder.

arXiv:2610.19560 (workflow sampling): walks of 2, 3 and 4 tools at .5, .3 and .2; 1, 2 and 3 intents
at .6, .3 and .1.
"""

import random
from collections import Counter
from collections.abc import Mapping

from schemas.config import MixConfig
from schemas.identity import derive_seed
from schemas.workflow import REFUSAL_MARK, name_cell


def split_exactly(total: int, weights: Mapping[int, float]) -> dict[int, int]:
    """Return whole numbers that add up to `total`, as near to the weights as can be.

    >>> split_exactly(10, {1: 0.6, 2: 0.3, 3: 0.1})
    {1: 6, 2: 3, 3: 1}
    """
    mass = sum(weights.values())
    exact = {key: total * weight / mass for key, weight in weights.items()}
    counts = {key: int(value) for key, value in exact.items()}
    by_remainder = sorted(exact, key=lambda key: (counts[key] - exact[key], key))
    for key in by_remainder[: total - sum(counts.values())]:
        counts[key] += 1
    return counts


def plan_cells(n_tasks: int, mix: MixConfig, seed: int, domain: str) -> dict[str, int]:
    """Return cell -> tasks asked for.

    The seed only deals walk lengths to tasks, the totals are exact.
    """
    by_intents = split_exactly(n_tasks, mix.intents)
    n_walks = sum(intents * count for intents, count in by_intents.items())
    by_length = split_exactly(n_walks, mix.walk_lengths)
    lengths = [length for length, count in sorted(by_length.items()) for _ in range(count)]
    random.Random(derive_seed(seed, domain, "lengths", n_tasks)).shuffle(lengths)
    cells: Counter[str] = Counter()
    for intents, count in sorted(by_intents.items()):
        for _ in range(count):
            cells[name_cell([lengths.pop() for _ in range(intents)])] += 1
    turn_into_refusals(cells, round(n_tasks * mix.refusal_rate))
    return {cell: count for cell, count in sorted(cells.items()) if count}


def turn_into_refusals(cells: Counter[str], n_refusals: int) -> None:
    """Make so many of the tasks of one walk refusal tasks, in proportion to their lengths.

    The mix of lengths and intents stays as it was. There are never more than tasks of one walk.
    """
    single = {int(cell): count for cell, count in cells.items() if cell.isdigit()}
    total = min(n_refusals, sum(single.values()))
    if total == 0:
        return
    for length, count in split_exactly(total, single).items():
        cells[str(length)] -= count
        cells[f"{length}{REFUSAL_MARK}"] += count
