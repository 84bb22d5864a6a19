"""Rehearsal: the bare calls of a witness, run on a fresh state and put before the domain's guards.

Nobody speaks in it but the customer, who gives the details of the look-up. So it breaks every
clause about words (say before you do): those that each call of a tool breaks when it stands alone
count as such. Whatever else the guards find was broken by the calls, or by their order.
"""

import json
import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from graphs.link import link_holds
from schemas.grounded import Action, ActionRole
from schemas.identity import derive_seed
from schemas.message import FunctionCall, Message, Role, ToolCall
from schemas.verdict import ClauseVerdict
from tasks.ground.reference import Reference
from tasks.ground.search import Node, Search
from tracer.domains.domain import Domain
from tracer.domains.solver import Solver, Step
from tracer.domains.tool import ToolRefusal
from tracer.domains.transcript import Transcript, read_transcript

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
        look_up = json.loads(self.actions[0].arguments)
        said = " ".join(str(value) for value in look_up.values())
        messages = [Message(role=Role.USER, content=said)]
        for number, action in enumerate(self.actions):
            function = FunctionCall(name=action.tool, arguments=action.arguments)
            call = ToolCall(id=f"call_{number}", function=function)
            messages += [
                Message(role=Role.ASSISTANT, content="", tool_calls=[call]),
                Message(
                    role=Role.TOOL, content=action.result, tool_call_id=call.id, name=action.tool
                ),
            ]
        return read_transcript(messages)


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
        found = self.judge(rehearsal)
        return {clause: detail for clause, detail in found.items() if clause not in spoken}

    def list_wordless(self, tool: str) -> frozenset[int]:
        """Return the clauses that the tool alone breaks, whoever it is called for."""
        if tool not in self.wordless:
            alone = [self.rehearse([Node(tool, 0, None)], seed) for seed in range(N_SEARCHES)]
            made = [set(self.judge(item)) for item in alone if isinstance(item, Rehearsal)]
            self.wordless[tool] = frozenset(set.intersection(*made) if made else ())
        return self.wordless[tool]

    def judge(self, rehearsal: Rehearsal) -> dict[int, str]:
        """Return clause -> detail for every clause a guard finds violated."""
        transcript = rehearsal.write_transcript()
        findings = {
            clause: guard(transcript, self.domain.base)
            for clause, guard in self.domain.guards.items()
        }
        return {
            clause: finding.detail
            for clause, finding in findings.items()
            if finding.verdict is ClauseVerdict.VIOLATED
        }

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
