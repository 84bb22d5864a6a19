"""The rollout stage: tasks with feelings -> trajectories, every outcome kept."""

import asyncio
import time

from prefect import task

from schemas.feeling import Feeling
from schemas.job import ShardJob
from schemas.manifest import ShardManifest
from schemas.task import Task
from schemas.timing import Timing
from schemas.trajectory import Trajectory
from tasks.options import TASK_OPTIONS
from tasks.rollout.company import open_company
from tasks.rollout.play import Episode, play_episode
from tasks.shard import open_folder, write_results
from tracer.domains.domain import load_domain
from tracer.store.folder import RunFolder
from tracer.store.shard import read_manifest, read_shard, write_timings
from tracer.store.stage import StageFolder


@task(name="rollout", **TASK_OPTIONS)
def play_tasks(job: ShardJob) -> ShardManifest:
    """Play every trial of every task of a shard and return its manifest."""
    run = open_folder(job)
    done = read_manifest(run, StageFolder.TRAJECTORIES, job.shard)
    if done is not None:
        return done
    start = time.perf_counter()
    played = asyncio.run(play_all(job, run))
    write_timings(
        run,
        StageFolder.TRAJECTORIES,
        job.shard,
        [timing for _, timings in played for timing in timings],
    )
    trajectories = [trajectory for trajectory, _ in played]
    return write_results(run, StageFolder.TRAJECTORIES, job.shard, trajectories, start)


async def play_all(job: ShardJob, run: RunFolder) -> list[tuple[Trajectory, list[Timing]]]:
    """Play the shard's episodes side by side; results stand in the order of tasks and trials."""
    episodes = list_episodes(job, run)
    async with open_company(job, run) as company:
        limit = asyncio.Semaphore(company.n_side_by_side)

        async def play(episode: Episode) -> tuple[Trajectory, list[Timing]]:
            async with limit:
                domain = load_domain(episode.task.domain)
                return await play_episode(episode, domain, company, job.config)

        return await asyncio.gather(*(play(episode) for episode in episodes))


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
