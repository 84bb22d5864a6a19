"""Walk: a path of tools through a graph, from a root.

arXiv:2610.19560 (workflow sampling): no tool twice in a walk, except where a self-loop repeats it
on another entity.
"""

import random
from functools import cache

from graphs.graph import ToolGraph, load_graph

Walk = tuple[str, ...]


@cache
def list_walks(domain: str, length: int) -> tuple[Walk, ...]:
    """Return every walk of `length` tools through the domain's shipped graph, sorted."""
    return enumerate_walks(load_graph(domain), length)


def enumerate_walks(graph: ToolGraph, length: int) -> tuple[Walk, ...]:
    """Return every walk of `length` tools that starts at a root, sorted."""
    walks: list[Walk] = [(root,) for root in graph.roots]
    for _ in range(length - 1):
        walks = [(*walk, name) for walk in walks for name in list_next(graph, walk)]
    return tuple(sorted(walks))


def list_next(graph: ToolGraph, walk: Walk) -> list[str]:
    """Return the tools that may follow: those not yet in the walk and the last by its self-loop."""
    last = walk[-1]
    return [name for name in graph.network.successors(last) if name == last or name not in walk]


def draw_walk(domain: str, length: int, rng: random.Random) -> Walk:
    """Return one walk: first its last tool is drawn evenly, then one of the walks that end there.

    Drawing the end first keeps the few tools that many walks end in from filling the data.

    Raises:
        LookupError: the graph has no walk of this length.
    """
    by_end: dict[str, list[Walk]] = {}
    for walk in list_walks(domain, length):
        by_end.setdefault(walk[-1], []).append(walk)
    if not by_end:
        msg = f"graphs/{domain}.toml has no walk of {length} tools"
        raise LookupError(msg)
    return rng.choice(by_end[rng.choice(sorted(by_end))])
