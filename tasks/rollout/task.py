"""The rollout stage: tasks with feelings -> trajectories, every outcome kept."""

import asyncio
import logging
import time
from collections.abc import Sequence

from prefect import task

from schemas.errors import BudgetError, TracerError
from schemas.feeling import Feeling
from schemas.job import ShardJob
from schemas.manifest import ShardManifest
from schemas.task import Task
from tasks.options import TASK_OPTIONS
from tasks.rollout.budget import Budget
from tasks.rollout.company import Company, engage_models
from tasks.rollout.play import Episode, Played, play_episode
from tasks.shard import ask_to_drain, open_folder, write_results
from tracer.domains.domain import load_domain
from tracer.inference.pool import share_pool
from tracer.store.folder import RunFolder
from tracer.store.journal import Journal, locate_journal
from tracer.store.shard import read_manifest, read_shard, write_timings
from tracer.store.stage import StageFolder

log = logging.getLogger(__name__)


@task(name="rollout", **TASK_OPTIONS)
def play_tasks(job: ShardJob) -> ShardManifest:
    """Play every trial of every task of a shard and return its manifest.

    Raises:
        BudgetError: too many episodes were lost to one cause; the run begins nothing new.
    """
    run = open_folder(job)
    done = read_manifest(run, StageFolder.TRAJECTORIES, job.shard)
    if done is not None:
        return done
    start = time.perf_counter()
    try:
        played = play_shard(job, run)
    except BudgetError:
        ask_to_drain(run)
        raise
    timings = [timing for _, timings in played for timing in timings]
    # Before the manifest, which says that the shard is done; written anew when it is played again.
    write_timings(run, StageFolder.TRAJECTORIES, job.shard, timings)
    trajectories = [trajectory for trajectory, _ in played]
    return write_results(run, StageFolder.TRAJECTORIES, job.shard, trajectories, start)


def play_shard(job: ShardJob, run: RunFolder) -> list[Played]:
    """Play a shard: rules here and now, models on the loop that all shards share."""
    episodes = list_episodes(job, run)
    if not job.config.model_roles:
        return asyncio.run(play_all(episodes, Company(job.config)))
    path = locate_journal(run, StageFolder.TRAJECTORIES, job.shard)
    with share_pool() as pool, Journal.open(path) as journal:
        return pool.run(play_all(episodes, engage_models(job.config, pool, journal)))


async def play_all(episodes: Sequence[Episode], company: Company) -> list[Played]:
    """Play episodes side by side; results stand in the order of the episodes.

    A bug that ends one episode is logged at once and raised once the others are done, so that none
    of their model calls is lost. Whatever else is raised ends them all.

    Raises:
        BudgetError: too many were lost to one cause.
    """
    budget, limit = Budget(company.config.budget), asyncio.Semaphore(company.n_side_by_side)
    bugs: list[Exception] = []

    async def play(episode: Episode) -> Played | None:
        async with limit:
            try:
                played = await play_episode(episode, load_domain(episode.task.domain), company)
            except TracerError:
                raise
            except Exception as bug:
                log.exception("episode %s: ended by a bug; the others go on", episode.name)
                bug.add_note(f"while episode {episode.name} was played")
                bugs.append(bug)
                return None
        budget.count(played[0])
        return played

    played = await gather_or_cancel([asyncio.create_task(play(episode)) for episode in episodes])
    if bugs:
        raise bugs[0]
    return [item for item in played if item is not None]


async def gather_or_cancel(tasks: Sequence[asyncio.Task[Played | None]]) -> list[Played | None]:
    """Return what the tasks return; when one fails, the others are cancelled first."""
    try:
        return await asyncio.gather(*tasks)
    finally:
        for unfinished in tasks:
            unfinished.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def list_episodes(job: ShardJob, run: RunFolder) -> list[Episode]:
    """Return the episodes of a shard, by task and trial."""
    feelings = {
        item.workflow_id: item for item in read_shard(run, StageFolder.FEELINGS, job.shard, Feeling)
    }
    tasks = read_shard(run, StageFolder.TASKS, job.shard, Task)
    return [
        Episode(item, feelings[item.workflow_id], trial)
        for item in tasks
        for trial in range(job.config.trials)
    ]
