"""A whole finished run of the shop, played by rules in this process, shard by shard as a flow does.

What the filter keeps is written by its own functions, so that a rescoring has something true to
compare with.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from flows.provenance import collect_provenance
from schemas.config import RunConfig
from schemas.feeling import Feeling
from schemas.judgement import Judgement
from schemas.record import Record
from schemas.task import Task
from schemas.timing import Timing
from schemas.trajectory import Trajectory
from schemas.verdict import Reject
from schemas.workflow import Workflow
from tasks.filter.duplicates import JudgedRow
from tasks.filter.example import make_example
from tasks.filter.judge import judge_trajectory
from tasks.filter.losers import Losers, find_losers
from tasks.filter.reject import leave, make_reject
from tasks.rollout.company import Company
from tasks.rollout.play import Episode, play_episode
from tasks.sample.draw import draw_workflow
from tests.support.rule_play import list_tasks
from tests.support.small_run import write
from tracer.cli.summary import describe_run
from tracer.domains.domain import load_domain
from tracer.store.folder import RunFolder, create_run
from tracer.store.shard import ShardOutput, write_shard, write_timings
from tracer.store.stage import StageFolder

SEED = 1
SIZE = (9, 2, 0.3)
"""Tasks, trials, and the share of agents without a fault."""
WALL_S = 1.5
SHARDS = ((0, 1, 2), (3, 4, 5), (6, 7, 8))


@dataclass(frozen=True, slots=True)
class Played:
    """One episode with its task, how long it took, and what the filter says."""

    task: Task
    feeling: Feeling
    workflow: Workflow
    trajectory: Trajectory
    timings: list[Timing]
    judgement: Judgement


@cache
def play_all(n_tasks: int, trials: int, flawless_rate: float) -> tuple[Played, ...]:
    """Return the episodes of a run, played once per process."""
    config = make_config(n_tasks, trials, flawless_rate)
    return tuple(
        play(task, feeling, trial, config)
        for task, feeling in list_tasks(n_tasks, SEED)
        for trial in range(trials)
    )


def make_config(
    n_tasks: int, trials: int, flawless_rate: float, until_kept: int | None = None
) -> RunConfig:
    rollout = {"flawless_rate": flawless_rate}
    return RunConfig.model_validate(
        {"tasks": n_tasks, "trials": trials, "until_kept": until_kept, "rollout": rollout}
    )


def play(task: Task, feeling: Feeling, trial: int, config: RunConfig) -> Played:
    domain = load_domain(task.domain)
    episode = Episode(task, feeling, trial)
    trajectory, timings = asyncio.run(play_episode(episode, domain, Company(config)))
    return Played(
        task,
        feeling,
        draw_workflow(SEED, task.domain, task.cell, task.index),
        trajectory,
        timings,
        judge_trajectory(trajectory, task, domain),
    )


def write_played_run(
    root: Path,
    name: str = "played",
    until_kept: int | None = None,
    shards: Sequence[Sequence[int]] = SHARDS,
) -> RunFolder:
    """Write the run whole: config, shards, timings, manifest; `shards` names their tasks."""
    run, config = create_run(root, name), make_config(*SIZE, until_kept)
    run.save_config(config)
    parts = [pick(places) for places in shards]
    judgements = [row_of(item.judgement) for part in parts for item in part]
    losers = find_losers(judgements, config.until_kept)
    for shard, part in enumerate(parts):
        write_made(run, shard, part)
        outcomes = [finish(item, losers, config) for item in part]
        rejects = [item for item in outcomes if isinstance(item, Reject)]
        rows = [item for item in outcomes if not isinstance(item, Reject)]
        output = ShardOutput(rows, rejects, len(outcomes), WALL_S)
        write_shard(run, StageFolder.EXAMPLES, shard, output)
    run.save_manifest(describe_run(run, config, {}))
    return run


def pick(places: Sequence[int]) -> list[Played]:
    """Return the episodes of some of the tasks."""
    trials = SIZE[1]
    episodes = play_all(*SIZE)
    return [item for place in places for item in episodes[place * trials : (place + 1) * trials]]


def row_of(judgement: Judgement) -> JudgedRow:
    return JudgedRow(judgement.trajectory_id, judgement.kept, judgement.duplicate_key)


def finish(item: Played, losers: Losers, config: RunConfig) -> Record:
    if not item.judgement.kept:
        return make_reject(item.judgement)
    if item.trajectory.id in losers:
        return leave(item.judgement, *losers[item.trajectory.id])
    domain = load_domain(item.task.domain)
    provenance = collect_provenance(config)[domain.name]
    return make_example(item.trajectory, item.task, item.judgement, domain, provenance)


def write_made(run: RunFolder, shard: int, part: Sequence[Played]) -> None:
    """Write a shard of every stage before the last."""
    once = list({item.task.id: item for item in part}.values())
    write(run, StageFolder.WORKFLOWS, *(item.workflow for item in once), shard=shard)
    write(run, StageFolder.FEELINGS, *(item.feeling for item in once), shard=shard)
    write(run, StageFolder.TASKS, *(item.task for item in once), shard=shard)
    write_timings(
        run, StageFolder.TRAJECTORIES, shard, [row for item in part for row in item.timings]
    )
    write(run, StageFolder.TRAJECTORIES, *(item.trajectory for item in part), shard=shard)
    write(run, StageFolder.VERDICTS, *(item.judgement for item in part), shard=shard)
