"""The filter stage: trajectories -> verdicts, then examples, equal conversations thinned."""

from collections.abc import Mapping
from typing import NamedTuple

from prefect import task

from schemas.example import Provenance
from schemas.job import ShardJob
from schemas.judgement import Judgement
from schemas.manifest import ShardManifest
from schemas.record import Record
from schemas.task import Task
from schemas.trajectory import Trajectory
from schemas.verdict import Reason
from tasks.filter.example import make_example
from tasks.filter.judge import judge_trajectory
from tasks.filter.reject import leave, make_reject
from tasks.options import TASK_OPTIONS
from tasks.shard import run_stage
from tracer.domains.domain import load_domain
from tracer.store.folder import RunFolder
from tracer.store.shard import read_shard
from tracer.store.stage import StageFolder


class Case(NamedTuple):
    """One trajectory with its task."""

    trajectory: Trajectory
    task: Task


def read_cases(run: RunFolder, shard: int) -> list[Case]:
    """Return the trajectories of a shard with their tasks."""
    tasks = {item.id: item for item in read_shard(run, StageFolder.TASKS, shard, Task)}
    trajectories = read_shard(run, StageFolder.TRAJECTORIES, shard, Trajectory)
    return [Case(item, tasks[item.task_id]) for item in trajectories]


@task(name="filter", **TASK_OPTIONS)
def judge_trajectories(job: ShardJob) -> ShardManifest:
    """Judge every trajectory of a shard and return its manifest."""

    def work(case: Case) -> Judgement:
        return judge_trajectory(case.trajectory, case.task, load_domain(case.task.domain))

    return run_stage(job, StageFolder.VERDICTS, lambda run: read_cases(run, job.shard), work)


@task(name="keep", **TASK_OPTIONS)
def keep_examples(
    job: ShardJob,
    losers: Mapping[str, tuple[Reason, str]],
    provenance: Mapping[str, Provenance],
) -> ShardManifest:
    """Write the kept trajectories of a shard as examples, the others as rejects.

    Args:
        job: The shard.
        losers: Trajectory id -> reason and detail for kept ones that the pass over the run drops.
        provenance: Domain -> versions the rows were made with.
    """

    def read(run: RunFolder) -> list[tuple[Case, Judgement]]:
        judgements = read_shard(run, StageFolder.VERDICTS, job.shard, Judgement)
        return list(zip(read_cases(run, job.shard), judgements, strict=True))

    def work(pair: tuple[Case, Judgement]) -> Record:
        (trajectory, its_task), judgement = pair
        if not judgement.kept:
            return make_reject(judgement)
        if trajectory.id in losers:
            return leave(judgement, *losers[trajectory.id])
        domain = load_domain(its_task.domain)
        return make_example(trajectory, its_task, judgement, domain, provenance[domain.name])

    return run_stage(job, StageFolder.EXAMPLES, read, work, anew=True)
