"""Witness: for one edge a customer and two calls that run, break no clause and use the link.

A sound edge (arXiv:2610.19560, tool-dependency graphs): data flows or an entity is shared, and a
state exists in which both calls succeed with no clause broken. No witness, no edge.
"""

from dataclasses import dataclass

from graphs.graph import Edge
from schemas.identity import dump_canonical
from tasks.ground.search import Node
from tasks.witness.rehearsal import N_SEARCHES, Rehearsal, Stage


@dataclass(frozen=True, slots=True)
class Witness:
    """Shows that an edge stands."""

    first: str
    second: str
    rehearsal: Rehearsal

    def describe(self) -> str:
        """Return customer and calls in one line."""
        calls = (f"{step.tool} {dump_canonical(step.arguments)}" for step in self.rehearsal.steps)
        return f"{self.rehearsal.customer_id}: {' > '.join(calls)}"


def find_witness(edge: Edge, stage: Stage) -> Witness | str:
    """Return the witness of an edge, or why there is none after a few searches.

    The search starts at the edge's first tool, on the domain's fresh state, over all customers.
    """
    nodes = [Node(edge.first, 0, None), Node(edge.second, 0, edge.link)]
    cause = ""
    for seed in range(N_SEARCHES):
        made = stage.rehearse(nodes, seed)
        if isinstance(made, str):
            cause = made
            continue
        broken = stage.list_broken(made)
        if not broken and stage.uses_link(nodes, made):
            return Witness(edge.first, edge.second, made)
        clauses = (f"clause {clause} is broken: {detail}" for clause, detail in broken.items())
        cause = "; ".join(clauses) or f"the link to {edge.link.source} is not used"
    return cause


def find_run(first: str, second: str, stage: Stage) -> Witness | str:
    """Return two calls of a pair that is no edge, whatever ties them, or why they never run."""
    made = stage.rehearse([Node(first, 0, None), Node(second, 0, None)], 0)
    return made if isinstance(made, str) else Witness(first, second, made)
