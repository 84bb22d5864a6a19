"""Rehearsal: the bare calls of a witness, run on a fresh state for the guards to look at."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from graphs.link import link_holds
from schemas.grounded import Action, ActionRole
from schemas.identity import derive_seed
from tasks.bare_calls import find_wordless, list_violated, write_transcript
from tasks.ground.reference import Reference
from tasks.ground.search import Node, Search
from tracer.domains.domain import Domain
from tracer.domains.solver import Solver, Step
from tracer.domains.tool import ToolRefusal
from tracer.domains.transcript import Transcript

N_SEARCHES = 3
"""Searches, each with a seed of its own, before nodes count as not to be grounded."""


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """One grounding of some nodes, run: look-up and supporting reads first, as a desk would."""

    customer_id: str
    steps: list[Step]
    """One step per node."""
    actions: list[Action]
    """Every call, with those that identify and supply."""

    def write_transcript(self) -> Transcript:
        """Return the calls as a conversation in which nobody else says a word."""
        return write_transcript(self.actions)


@dataclass(slots=True)
class Stage:
    """Where rehearsals are made: a domain with its solver, and what was learnt of its tools."""

    domain: Domain
    solver: Solver
    wordless: dict[str, frozenset[int]] = field(default_factory=dict)

    def rehearse(self, nodes: Sequence[Node], seed: int) -> Rehearsal | str:
        """Return a rehearsal of the nodes, or why there is none."""
        names = [node.tool for node in nodes]
        rng = random.Random(derive_seed("witness", seed, *names))
        search = Search(self.domain, self.solver, list(nodes), rng)
        found = search.run()
        if found is None:
            stuck = names[max(search.depth, 0)]
            return search.refused or f"no customer has what {stuck} needs"
        customer_id, steps = found
        reference = Reference(self.domain, self.solver, rng, self.domain.start())
        try:
            reference.look_up(customer_id)
            reference.follow(nodes, steps)
        except ToolRefusal as refusal:
            return str(refusal)
        return Rehearsal(customer_id, steps, reference.actions)

    def list_broken(self, rehearsal: Rehearsal) -> dict[int, str]:
        """Return clause -> detail for what the calls break, clauses about words left out."""
        tools = {step.tool for step in rehearsal.steps}
        spoken = frozenset().union(*(self.list_wordless(tool) for tool in sorted(tools)))
        found = list_violated(rehearsal.actions, self.domain)
        return {clause: detail for clause, detail in found.items() if clause not in spoken}

    def list_wordless(self, tool: str) -> frozenset[int]:
        """Return the clauses that the tool alone breaks, whoever it is called for."""
        if tool not in self.wordless:
            self.wordless[tool] = find_wordless(tool, self.domain, self.solver)
        return self.wordless[tool]

    def uses_link(self, nodes: Sequence[Node], rehearsal: Rehearsal) -> bool:
        """Return whether every declared link is used by the calls as they were run."""
        state = self.domain.start()
        before: Step | None = None
        for node, step in zip(nodes, rehearsal.steps, strict=True):
            if before is not None and node.link is not None:
                touched = (
                    self.solver.touch(before.tool, before.arguments, state),
                    self.solver.touch(step.tool, step.arguments, state),
                )
                if not link_holds(node.link, before.result, step.arguments, touched):
                    return False
            result = self.domain.tools[step.tool].run(state, step.arguments)
            before = Step(step.tool, step.arguments, result)
        return True


def list_walk_calls(actions: Sequence[Action]) -> list[Action]:
    """Return the calls of the nodes, without those that identify and supply."""
    return [action for action in actions if action.role is ActionRole.WALK]
