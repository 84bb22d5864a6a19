"""Solvers, describers and drafts of both domains that a test can spoil in one place."""

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from schemas.config import MixConfig
from schemas.draft import TaskDraft
from schemas.grounded import GroundedWorkflow, Story
from schemas.verdict import STAGE_REASONS, Reason, Reject, Stage
from schemas.workflow import Workflow
from tasks.ground.solve import ground_workflow
from tasks.refine.write import refine_workflow
from tasks.sample.draw import draw_workflow
from tasks.sample.quota import plan_cells
from tasks.verify.check import Candidate
from tracer.domains.describer import Describer, Said, load_describer
from tracer.domains.domain import load_domain
from tracer.domains.solver import Arguments, Entity, Forbidden, Question, Solver, Step, load_solver
from tracer.domains.state import Base, State

Change = Callable[[str, Arguments, State], Arguments | None]
"""Returns other arguments for a proposed call, or None to leave it out."""


@dataclass(slots=True)
class SpoiltSolver:
    """Implements `Solver` as another does, its proposals changed, its supporting reads at will."""

    inner: Solver
    change: Change = lambda _tool, arguments, _state: arguments
    reads: bool = True
    forbiddable: frozenset[str] = frozenset()

    def list_customers(self, base: Base) -> Sequence[str]:
        return self.inner.list_customers(base)

    def look_up(self, state: State, customer_id: str, rng: random.Random) -> tuple[str, Arguments]:
        return self.inner.look_up(state, customer_id, rng)

    def propose(
        self, tool: str, state: State, customer_id: str, trail: Sequence[Step], rng: random.Random
    ) -> Iterable[Arguments]:
        for arguments in self.inner.propose(tool, state, customer_id, trail, rng):
            changed = self.change(tool, arguments, state)
            if changed is not None:
                yield changed

    def forbid(
        self, tool: str, state: State, customer_id: str, trail: Sequence[Step], rng: random.Random
    ) -> Iterable[Forbidden]:
        return self.inner.forbid(tool, state, customer_id, trail, rng)

    def touch(self, tool: str, arguments: Arguments, state: State) -> frozenset[Entity]:
        return self.inner.touch(tool, arguments, state)

    def act_on(self, tool: str, arguments: Arguments) -> Entity:
        return self.inner.act_on(tool, arguments)

    def require(self, tool: str, arguments: Arguments, state: State) -> list[tuple[str, Arguments]]:
        return self.inner.require(tool, arguments, state) if self.reads else []

    def ask(self, step: Step, rng: random.Random) -> Question | None:
        return self.inner.ask(step, rng)

    def tell_story(self, step: Step, state: State, customer_id: str, rng: random.Random) -> Story:
        return self.inner.tell_story(step, state, customer_id, rng)


@dataclass(frozen=True, slots=True)
class SpoiltDescriber:
    """Implements `Describer` as another does, with pieces left out or cut and a sentence added."""

    inner: Describer
    added: str = ""
    keeps: Callable[[Said], bool] = lambda _piece: True
    cut: Callable[[Said], Said] = lambda piece: piece

    def describe(
        self, grounded: GroundedWorkflow, base: Base, rng: random.Random
    ) -> Sequence[Said]:
        pieces = self.inner.describe(grounded, base, rng)
        return [self.cut(piece) for piece in pieces if self.keeps(piece)]

    def word(self, piece: Said, rng: random.Random) -> str:
        return self.inner.word(piece, rng)

    def introduce(self, grounded: GroundedWorkflow, base: Base, rng: random.Random) -> str:
        return self.inner.introduce(grounded, base, rng)

    def close(self, rng: random.Random) -> str:
        return f"{self.inner.close(rng)} {self.added}".strip()

    def find_ids(self, text: str) -> list[str]:
        return self.inner.find_ids(text)


def list_draws(domain: str, n_draws: int, seed: int) -> list[Workflow]:
    """Return about so many workflows of a domain in the usual mix, refusals among them."""
    return [
        draw_workflow(seed, domain, cell, index)
        for cell, count in plan_cells(n_draws, MixConfig(), seed, domain).items()
        for index in range(count)
    ]


@cache
def list_grounded(
    domain: str, n_draws: int, seed: int
) -> tuple[tuple[Workflow, GroundedWorkflow], ...]:
    """Return the draws that ground, made once per process."""
    world, solver = load_domain(domain), load_solver(domain)
    made = (
        (item, ground_workflow(item, world, solver)) for item in list_draws(domain, n_draws, seed)
    )
    return tuple((item, found) for item, found in made if isinstance(found, GroundedWorkflow))


@cache
def list_candidates(domain: str, n_draws: int, seed: int) -> tuple[Candidate, ...]:
    """Return the draws that ground and refine, made once per process."""
    world, describer = load_domain(domain), load_describer(domain)
    made = (
        (workflow, grounded, refine_workflow(grounded, world, describer))
        for workflow, grounded in list_grounded(domain, n_draws, seed)
    )
    return tuple(
        Candidate(workflow, grounded, draft, world)
        for workflow, grounded, draft in made
        if isinstance(draft, TaskDraft)
    )


def expect_reject(made: Any, stage: Stage, reason: Reason) -> None:
    """Check that a record was rejected by this stage for this reason."""
    assert isinstance(made, Reject), made
    assert (made.stage, made.reason) == (stage, reason), made.detail
    assert reason in STAGE_REASONS[stage]
