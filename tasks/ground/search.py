"""Search: gives the tools of a workflow entities and arguments, depth first, by running them.

arXiv:2610.19560 (grounding): the reference comes out of the executable environment. The seeded
search is the rule engine's grounding agent.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import islice, pairwise
from typing import Any

from graphs.graph import Link, load_graph
from graphs.link import link_holds
from schemas.workflow import Workflow, is_refusal_cell
from tracer.domains.domain import Domain
from tracer.domains.solver import Arguments, Entity, Forbidden, Solver, Step
from tracer.domains.state import State
from tracer.domains.tool import ToolKind, ToolRefusal

MAX_RUNS = 1500
BRANCHES = 8


@dataclass(frozen=True, slots=True)
class Node:
    """One tool of a workflow, with the link to the tool before it in the same walk."""

    tool: str
    intent: int
    link: Link | None
    is_forbidden: bool = False
    """Whether the call is to be one that policy rules out; then it is the last of all."""


@dataclass(slots=True)
class Search:
    """One workflow being grounded; `blocked` names the tool the search got stuck at deepest."""

    domain: Domain
    solver: Solver
    nodes: list[Node]
    rng: random.Random
    n_runs: int = 0
    depth: int = -1
    refused: str = ""
    forbidden: Forbidden | None = None
    """The ruled-out call that was found for a refusal task."""
    used: set[tuple[int, str, Entity]] = field(default_factory=set)
    """(walk, tool, entity) taken; a write counts for every walk: two on one thing make no sense."""

    def run(self) -> tuple[str, list[Step]] | None:
        """Return (customer, one step per node), or None when no customer was found for it."""
        customers = list(self.solver.list_customers(self.domain.base))
        for customer_id in self.rng.sample(customers, len(customers)):
            steps = self.extend(self.domain.start(), customer_id, [])
            if steps is not None:
                return customer_id, steps
            if self.n_runs > MAX_RUNS:
                return None
        return None

    def extend(self, state: State, customer_id: str, trail: list[Step]) -> list[Step] | None:
        """Return the whole list of steps that `trail` can be made into, or None."""
        if len(trail) == len(self.nodes):
            return trail
        node = self.nodes[len(trail)]
        if node.is_forbidden:
            return self.end_refused(node, state, customer_id, trail)
        for step, entity in self.try_node(node, state, customer_id, trail):
            saved = state.save()
            place = self.locate(node, entity)
            self.used.add(place)
            ended = self.apply(node.tool, step.arguments, state)
            if ended is not None:
                found = self.extend(
                    state, customer_id, [*trail, Step(node.tool, step.arguments, ended)]
                )
                if found is not None:
                    return found
            self.used.discard(place)
            state.restore(saved)
        self.depth = max(self.depth, len(trail))
        return None

    def end_refused(
        self, node: Node, state: State, customer_id: str, trail: list[Step]
    ) -> list[Step] | None:
        """Return the trail with a last call that the tool really refuses, or None."""
        items = self.solver.forbid(node.tool, state, customer_id, trail, self.rng)
        for item in islice(items, BRANCHES):
            if not self.fits(node, item.arguments, state, trail):
                continue
            saved = state.save()
            if self.apply(node.tool, item.arguments, state) is None:
                self.forbidden = item
                return [*trail, Step(node.tool, item.arguments, None)]
            state.restore(saved)
        self.depth = max(self.depth, len(trail))
        return None

    def try_node(
        self, node: Node, state: State, customer_id: str, trail: list[Step]
    ) -> Iterator[tuple[Step, Entity]]:
        """Yield proposals for a node that hold its link and repeat no (tool, entity)."""
        proposals = self.solver.propose(node.tool, state, customer_id, trail, self.rng)
        fitting = (item for item in proposals if self.fits(node, item, state, trail))
        for arguments in islice(fitting, BRANCHES):
            if self.n_runs > MAX_RUNS:
                return
            yield Step(node.tool, arguments, None), self.solver.act_on(node.tool, arguments)

    def locate(self, node: Node, entity: Entity) -> tuple[int, str, Entity]:
        """Return what a call takes: a read for its own walk, a write for the whole task."""
        is_write = self.domain.tools[node.tool].kind is ToolKind.WRITE
        return -1 if is_write else node.intent, node.tool, entity

    def fits(self, node: Node, arguments: Arguments, state: State, trail: list[Step]) -> bool:
        """Return whether the call is new and uses what the edge before it declares."""
        if self.locate(node, self.solver.act_on(node.tool, arguments)) in self.used:
            return False
        if node.link is None:
            return True
        before = trail[-1]
        touched = (
            self.solver.touch(before.tool, before.arguments, state),
            self.solver.touch(node.tool, arguments, state),
        )
        return link_holds(node.link, before.result, arguments, touched)

    def apply(self, tool: str, arguments: Arguments, state: State) -> Any | None:
        """Run a call; None when the tool refuses it."""
        self.n_runs += 1
        try:
            return self.domain.tools[tool].run(state, arguments)
        except ToolRefusal as refusal:
            self.refused = f"{tool}: {refusal}"
            return None


def list_nodes(workflow: Workflow) -> list[Node]:
    """Return the tools of all walks in order, with the link of each edge."""
    graph = load_graph(workflow.domain)
    nodes = []
    for intent, walk in enumerate(workflow.walks):
        nodes.append(Node(walk[0], intent, None))
        for first, second in pairwise(walk):
            nodes.append(Node(second, intent, graph.find_edge(first, second).link))
    if is_refusal_cell(workflow.cell):
        nodes[-1] = replace(nodes[-1], is_forbidden=True)
    return nodes
