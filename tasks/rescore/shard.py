"""Shard: the stored trajectories of one shard, scored and judged by today's rules."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from schemas.errors import DataError
from schemas.judgement import Judgement
from schemas.task import Task
from schemas.trajectory import Trajectory
from tasks.filter.judge import judge_trajectory
from tasks.rescore.renewal import keep_if_same
from tasks.rescore.score import Standard, score_again, set_standard
from tracer.domains.domain import load_domain
from tracer.store.folder import RunFolder
from tracer.store.shard import read_shard
from tracer.store.stage import StageFolder


@dataclass(frozen=True, slots=True)
class Rescored:
    """One episode: as it was stored, and as it stands today."""

    stored: Trajectory
    trajectory: Trajectory
    judgement: Judgement
    is_same: bool
    """Whether trajectory and judgement are the stored records."""
    fault: str
    """Why it could not be rescored, so that both are the stored ones; else empty."""


def rescore_shard(run: RunFolder, shard: int) -> Iterator[Rescored]:
    """Yield every trajectory of a shard with what today's rules say of it, in the order stored.

    One that cannot be rescored keeps reward and judgement as stored, both of them: its results are
    not those an agent would get today, so neither the state they lead to nor the policy can be
    asked about it, and a judgement half old and half new would be nobody's.

    Raises:
        DataError: the shard is damaged, or lacks a trajectory's task or judgement.
        ConfigError: a domain is not there.
    """
    tasks = read_tasks(run, shard)
    judgements = {
        item.trajectory_id: item for item in read_shard(run, StageFolder.VERDICTS, shard, Judgement)
    }

    @cache
    def set_once(task_id: str) -> Standard:
        task = tasks[task_id]
        return set_standard(task, load_domain(task.domain))

    for stored in read_shard(run, StageFolder.TRAJECTORIES, shard, Trajectory):
        if stored.task_id not in tasks or stored.id not in judgements:
            msg = (
                f"shard {shard}: trajectory {stored.id} has no task {stored.task_id} or no "
                f"judgement in run {run.name}; the run is not whole"
            )
            raise DataError(msg)
        yield rescore_one(
            stored, tasks[stored.task_id], judgements[stored.id], set_once(stored.task_id)
        )


def rescore_one(stored: Trajectory, task: Task, judged: Judgement, standard: Standard) -> Rescored:
    """Return one trajectory scored and judged today; `judged` is its stored judgement."""
    domain = load_domain(stored.domain)
    scored = score_again(stored, standard, domain)
    if scored.fault:
        return Rescored(stored, stored, judged, is_same=True, fault=scored.fault)
    trajectory = scored.trajectory
    judgement = keep_if_same(judged, judge_trajectory(trajectory, task, domain))
    is_same = trajectory is stored and judgement is judged
    return Rescored(stored, trajectory, judgement, is_same, fault="")


def read_tasks(run: RunFolder, shard: int) -> dict[str, Task]:
    """Return the tasks of a shard by id.

    Raises:
        DataError: the shard is not written or damaged.
    """
    return {item.id: item for item in read_shard(run, StageFolder.TASKS, shard, Task)}
