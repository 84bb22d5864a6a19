"""Harness: the loop alone, a scripted agent and user replaying the reference."""

import asyncio
import time
import tracemalloc
from collections.abc import Sequence

from schemas.config import RolloutConfig
from schemas.task import Task
from tests.support.scripted import ask_and_stop, follow_reference
from tracer.domains.domain import Domain
from tracer.domains.transcript import read_transcript
from tracer.harness.environment import Environment
from tracer.harness.episode import run_episode
from tracer.harness.log import EpisodeLog
from tracer.harness.reward import score_episode, set_goal

LIMITS = RolloutConfig()


async def replay_reference(task: Task, domain: Domain) -> tuple[EpisodeLog, Environment]:
    """Return the episode in which the reference is replayed.

    Raises:
        RuntimeError: it does not reach its goal.
    """
    environment = Environment(domain.tools, domain.start())
    log, ended, _ = await run_episode(
        follow_reference(task), ask_and_stop(), environment, domain.policy.text, LIMITS
    )
    goal = set_goal(task, domain.tools)
    score = score_episode(ended, environment.state.digest(), goal, log.messages)
    if score.reward != 1:
        msg = f"{task.id}: reward {score.reward}, {ended}: a failing episode measures nothing"
        raise RuntimeError(msg)
    return log, environment


async def replay_all(tasks: Sequence[Task], domain: Domain, *, guards: bool) -> int:
    """Replay every task once, with the guards over each when asked; return how many tasks."""
    for task in tasks:
        log, _ = await replay_reference(task, domain)
        if guards:
            transcript = read_transcript(log.messages)
            for guard in domain.guards.values():
                guard(transcript, domain.base)
    return len(tasks)


def measure_rate(tasks: Sequence[Task], domain: Domain, n_rounds: int, *, guards: bool) -> float:
    """Return episodes per CPU second over `n_rounds` rounds of all tasks."""
    asyncio.run(replay_all(tasks[:20], domain, guards=guards))
    start = time.process_time()
    n_episodes = sum(asyncio.run(replay_all(tasks, domain, guards=guards)) for _ in range(n_rounds))
    return n_episodes / (time.process_time() - start)


def measure_live_bytes(tasks: Sequence[Task], domain: Domain) -> float:
    """Return the bytes that one episode holds while it lives, messages and state together."""
    asyncio.run(replay_all(tasks[:20], domain, guards=False))
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    held = [asyncio.run(replay_reference(task, domain)) for task in tasks]
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return (after - before) / len(held)
