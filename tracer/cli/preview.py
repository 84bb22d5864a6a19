"""`tracer preview`: three tasks without a workflow server, one whole conversation on the screen."""

import asyncio
from typing import Annotated

from cyclopts import Parameter

from schemas.config import RunConfig
from schemas.draft import TaskDraft
from schemas.feeling import Feeling
from schemas.grounded import GroundedWorkflow
from schemas.task import Task
from schemas.trajectory import Trajectory
from tasks.feel.compose import compose_feeling
from tasks.ground.solve import ground_workflow
from tasks.refine.write import refine_workflow
from tasks.rollout.company import Company
from tasks.rollout.play import Episode, play_episode
from tasks.sample.draw import draw_workflow
from tasks.verify.check import Candidate, verify_task
from tracer.cli.conversation import render_conversation
from tracer.cli.terminal import make_console
from tracer.domains.describer import load_describer
from tracer.domains.domain import Domain, load_domain
from tracer.domains.solver import load_solver

N_TASKS = 3
CELLS = ("2", "3", "2+2")
MAX_DRAWS = 50


def preview(
    *,
    domain: Annotated[str, Parameter(help="Domain to draw from.")] = "retail",
    seed: Annotated[int, Parameter(help="Seed everything random follows from.")] = 1,
) -> None:
    """Make three tasks, play them by rules, and show one conversation."""
    console = make_console()
    world = load_domain(domain)
    made = [make_one(world, cell, seed) for cell in CELLS]
    played = [play_one(world, task, feeling) for task, feeling in made]
    for (task, _), trajectory in zip(made, played, strict=True):
        walks = "; ".join(" > ".join(walk) for walk in task.walks)
        ending = f"{trajectory.termination}, reward {trajectory.reward}"
        console.print(f"{task.id}  {walks}  ({ending})", highlight=False, soft_wrap=True)
    console.rule()
    best = max(played, key=lambda item: (item.reward or 0, len(item.messages)))
    render_conversation(best, console)


def make_one(domain: Domain, cell: str, seed: int) -> tuple[Task, Feeling]:
    """Return the first task of a cell that verifies, with its feeling.

    Raises:
        RuntimeError: none of many draws verified, which a sound graph rules out.
    """
    for index in range(MAX_DRAWS):
        workflow = draw_workflow(seed, domain.name, cell, index)
        grounded = ground_workflow(workflow, domain, load_solver(domain.name))
        if not isinstance(grounded, GroundedWorkflow):
            continue
        draft = refine_workflow(grounded, domain, load_describer(domain.name))
        if not isinstance(draft, TaskDraft):
            continue
        task = verify_task(Candidate(workflow, grounded, draft, domain))
        if isinstance(task, Task):
            return task, compose_feeling(workflow.id, grounded.story, seed, 0.0)
    msg = f"{domain.name}: no task of cell {cell} in {MAX_DRAWS} draws"
    raise RuntimeError(msg)


def play_one(domain: Domain, task: Task, feeling: Feeling) -> Trajectory:
    """Return the episode of a task."""
    config = RunConfig()
    company = Company(config)
    episode = Episode(task, feeling, 0)
    trajectory, _ = asyncio.run(play_episode(episode, domain, company, config))
    return trajectory
