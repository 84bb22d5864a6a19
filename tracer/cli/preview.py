"""`tracer preview`: three tasks without a workflow server, one whole conversation on the screen."""

import asyncio
from typing import Annotated

from cyclopts import Parameter

from flows.single import find_single
from schemas.config import RunConfig
from schemas.feeling import Feeling
from schemas.task import Task
from schemas.trajectory import Trajectory
from tasks.rollout.company import Company
from tasks.rollout.play import Episode, play_episode
from tracer.cli.conversation import render_conversation
from tracer.cli.terminal import make_console
from tracer.domains.domain import Domain, load_domain

N_TASKS = 3
CELLS = ("2", "3", "2+2")


def preview(
    *,
    domain: Annotated[str, Parameter(help="Domain to draw from.")] = "retail",
    seed: Annotated[int, Parameter(help="Seed everything random follows from.")] = 1,
) -> None:
    """Make three tasks, play them by rules, and show one conversation."""
    console = make_console()
    world = load_domain(domain)
    made = [find_single(world, cell, seed) for cell in CELLS]
    played = [play_one(world, task, feeling) for task, feeling in made]
    for (task, _), trajectory in zip(made, played, strict=True):
        walks = "; ".join(" > ".join(walk) for walk in task.walks)
        ending = f"{trajectory.termination}, reward {trajectory.reward}"
        console.print(f"{task.id}  {walks}  ({ending})", highlight=False, soft_wrap=True)
    console.rule()
    best = max(played, key=lambda item: (item.reward or 0, len(item.messages)))
    render_conversation(best, console)


def play_one(domain: Domain, task: Task, feeling: Feeling) -> Trajectory:
    """Return the episode of a task."""
    episode = Episode(task, feeling, 0)
    trajectory, _ = asyncio.run(play_episode(episode, domain, Company(RunConfig())))
    return trajectory
