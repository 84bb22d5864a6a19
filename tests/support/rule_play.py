"""Plays whole episodes of the rule engine on verified tasks."""

from dataclasses import dataclass
from functools import cache

from bench.material import make_tasks
from schemas.config import RolloutConfig
from schemas.feeling import Feeling
from schemas.task import Task
from schemas.trajectory import Termination
from tasks.rollout.cast import Part, cast_customer, cast_desk
from tracer.domains.domain import load_domain
from tracer.harness.environment import Environment
from tracer.harness.episode import run_episode
from tracer.harness.log import EpisodeLog
from tracer.harness.parties import Agent
from tracer.harness.reward import Score, score_episode, set_goal
from tracer.harness.users.customer import AgendaCustomer

DOMAIN = "retail"
LIMITS = RolloutConfig()


@dataclass(frozen=True, slots=True)
class Played:
    """One finished episode with what it is judged by."""

    task: Task
    log: EpisodeLog
    ended: Termination
    score: Score
    final_digest: str
    user: AgendaCustomer


@cache
def list_tasks(n_tasks: int, seed: int) -> tuple[tuple[Task, Feeling], ...]:
    """Return verified tasks with feelings, made once per process."""
    return tuple(make_tasks(n_tasks, seed))


async def play(
    task: Task, feeling: Feeling, seed: int, flawless_rate: float = 1.0, agent: Agent | None = None
) -> Played:
    """Play one task by rules on both sides, or with another agent."""
    domain = load_domain(DOMAIN)
    part = Part(task.instruction, task.facts, task.story, feeling)
    user = cast_customer(DOMAIN, part, seed + 1)
    environment = Environment(domain.tools, domain.start())
    desk = agent or cast_desk(DOMAIN, seed, flawless_rate)
    log, ended, _ = await run_episode(desk, user, environment, domain.policy.text, LIMITS)
    digest = environment.state.digest()
    score = score_episode(ended, digest, set_goal(task, domain.tools), log.messages)
    return Played(task, log, ended, score, digest, user)
