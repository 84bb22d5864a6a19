"""A solver that leaves all to the shop's own, to be spoilt in one place by a test."""

import random
from collections.abc import Iterable, Sequence

from schemas.grounded import Story
from tracer.domains.retail.solver import SOLVER
from tracer.domains.solver import Arguments, Entity, Forbidden, Question, Step
from tracer.domains.state import Base, State


class PlainSolver:
    """Implements `Solver` as Kestrel Lane does."""

    def list_customers(self, base: Base) -> Sequence[str]:
        return SOLVER.list_customers(base)[:20]

    def look_up(self, state: State, customer_id: str, rng: random.Random) -> tuple[str, Arguments]:
        return SOLVER.look_up(state, customer_id, rng)

    def propose(
        self, tool: str, state: State, customer_id: str, trail: Sequence[Step], rng: random.Random
    ) -> Iterable[Arguments]:
        return SOLVER.propose(tool, state, customer_id, trail, rng)

    forbiddable: frozenset[str] = frozenset()

    def forbid(
        self, tool: str, state: State, customer_id: str, trail: Sequence[Step], rng: random.Random
    ) -> Iterable[Forbidden]:
        return SOLVER.forbid(tool, state, customer_id, trail, rng)

    def touch(self, tool: str, arguments: Arguments, state: State) -> frozenset[Entity]:
        return SOLVER.touch(tool, arguments, state)

    def act_on(self, tool: str, arguments: Arguments) -> Entity:
        return SOLVER.act_on(tool, arguments)

    def require(self, tool: str, arguments: Arguments, state: State) -> list[tuple[str, Arguments]]:
        return SOLVER.require(tool, arguments, state)

    def ask(self, step: Step, rng: random.Random) -> Question | None:
        return SOLVER.ask(step, rng)

    def tell_story(self, step: Step, state: State, customer_id: str, rng: random.Random) -> Story:
        return SOLVER.tell_story(step, state, customer_id, rng)
