"""Walk: a path of tools through a graph, from a root.

arXiv:2610.19560 (workflow sampling): no tool twice in a walk, except where a self-loop repeats it
on another entity.
"""

import random
from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import accumulate, pairwise
from math import sqrt

from graphs.graph import ToolGraph, load_graph
from graphs.infeasible import load_infeasible

Walk = tuple[str, ...]


@cache
def list_walks(domain: str, length: int) -> tuple[Walk, ...]:
    """Return every walk of `length` tools through the domain's shipped graph, sorted."""
    return enumerate_walks(load_graph(domain), length)


@cache
def list_feasible_walks(domain: str, length: int) -> tuple[Walk, ...]:
    """Return the walks of `length` tools but those known to fit no customer, sorted.

    A list of such walks that was made with another graph counts for nothing.
    """
    known = load_infeasible(domain)
    walks = list_walks(domain, length)
    if known is None or known.graph != load_graph(domain).digest:
        return walks
    return tuple(walk for walk in walks if not known.holds(walk))


def find_longest(domain: str, most: int) -> int:
    """Return the length of the longest walk that can be drawn, at most `most`; 0 for none.

    Each walk goes on from a shorter one, so every length below it can be drawn as well.
    """
    lengths = (length for length in range(1, most + 1) if not list_feasible_walks(domain, length))
    return next(lengths, most + 1) - 1


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


def weigh_walks(walks: Sequence[Walk]) -> list[float]:
    """Return a weight for each walk, so that drawing by weight uses the edges evenly.

    A walk weighs n to the power of -1.5, n being the number of walks that use its rarest edge. An
    edge that few walks use is then drawn nearly as often as one that most walks use; with a power
    of 1 it stays behind, with 2 and more a handful of walks would fill the data.
    """
    n_uses = Counter(edge for walk in walks for edge in set(pairwise(walk)))
    rarest = [min((n_uses[edge] for edge in pairwise(walk)), default=1) for walk in walks]
    # The square root is exact to the last bit everywhere, a power is not.
    return [1 / (count * sqrt(count)) for count in rarest]


@cache
def accumulate_weights(domain: str, length: int) -> tuple[float, ...]:
    """Return the running sums of the weights of the walks that can be drawn."""
    return tuple(accumulate(weigh_walks(list_feasible_walks(domain, length))))


def draw_walk(domain: str, length: int, rng: random.Random) -> Walk:
    """Return one walk, drawn so that over many draws the edges are used evenly.

    It depends on the random numbers handed in alone, not on what was drawn before.

    Raises:
        LookupError: the graph has no walk of this length that can be grounded.
    """
    walks = list_feasible_walks(domain, length)
    if not walks:
        msg = f"graphs/{domain}.toml has no walk of {length} tools that can be grounded"
        raise LookupError(msg)
    return rng.choices(walks, cum_weights=accumulate_weights(domain, length))[0]
