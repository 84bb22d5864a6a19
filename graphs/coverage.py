"""Coverage: how often the walks of a run use each edge of its graph."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from graphs.graph import ToolGraph

Pair = tuple[str, str]


@dataclass(slots=True)
class Coverage:
    """Edge counts over the walks of many tasks."""

    graph: ToolGraph
    n_tasks: int = 0
    n_walks: Counter[int] = field(default_factory=Counter)
    """Length of a walk -> walks."""
    uses: dict[int, Counter[Pair]] = field(default_factory=dict)
    """Length of a walk -> edge -> times it is used in walks of that length."""

    def count(self, edge: Pair) -> int:
        """Return how often the edge is used in all."""
        return sum(counter[edge] for counter in self.uses.values())

    @property
    def pairs(self) -> list[Pair]:
        """The edges of the graph, in its order."""
        return [(edge.first, edge.second) for edge in self.graph.edges]

    @property
    def unused(self) -> list[Pair]:
        """The edges no walk uses."""
        return [pair for pair in self.pairs if not self.count(pair)]

    @property
    def unknown(self) -> list[Pair]:
        """Pairs that walks use and the graph does not have: the run was made with another one."""
        found = {pair for counter in self.uses.values() for pair in counter}
        return sorted(found - set(self.pairs))


def measure_coverage(graph: ToolGraph, tasks: Iterable[Sequence[Sequence[str]]]) -> Coverage:
    """Return the edge counts of tasks; each task is its walks."""
    coverage = Coverage(graph)
    for walks in tasks:
        coverage.n_tasks += 1
        for walk in walks:
            coverage.n_walks[len(walk)] += 1
            coverage.uses.setdefault(len(walk), Counter()).update(pairwise(walk))
    return coverage
