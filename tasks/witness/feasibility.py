"""Feasibility: which walks of a graph no customer can be given.

Each walk is searched over all customers with a few seeds; one that is never grounded within the
search's budget of calls counts as infeasible. A longer walk that begins with it is not searched.
"""

from collections.abc import Callable, Iterator
from itertools import pairwise

from graphs.graph import ToolGraph
from graphs.infeasible import Infeasible, make_infeasible
from graphs.walk import Walk, enumerate_walks
from tasks.ground.search import Node
from tasks.witness.rehearsal import N_SEARCHES, Stage

LONGEST = 4
"""Longest walks searched, tools: those of arXiv:2610.19560. Longer ones are left to grounding."""


def find_infeasible(
    graph: ToolGraph, stage: Stage, longest: int = LONGEST, tick: Callable[[], None] | None = None
) -> Infeasible:
    """Return the walks of up to `longest` tools that cannot be grounded; `tick` counts walks."""
    found: set[Walk] = set()
    for walk in list_searched(graph, longest):
        if tick is not None:
            tick()
        begins = any(walk[:length] in found for length in range(1, len(walk)))
        if not begins and not is_feasible(graph, stage, walk):
            found.add(walk)
    return make_infeasible(stage.domain, longest, found)


def list_searched(graph: ToolGraph, longest: int) -> Iterator[Walk]:
    """Yield the walks of up to `longest` tools, shorter ones first."""
    for length in range(1, longest + 1):
        yield from enumerate_walks(graph, length)


def is_feasible(graph: ToolGraph, stage: Stage, walk: Walk) -> bool:
    """Return whether one of a few searches grounds the walk."""
    nodes = [Node(walk[0], 0, None)]
    nodes += [Node(b, 0, graph.find_edge(a, b).link) for a, b in pairwise(walk)]
    return any(not isinstance(stage.rehearse(nodes, seed), str) for seed in range(N_SEARCHES))
