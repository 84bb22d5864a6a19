from pathlib import Path

import pytest

from schemas.ledger import LedgerLine, LedgerName
from schemas.record import Record
from schemas.verdict import Reason, Reject, Stage
from tests.support.builders import (
    make_example,
    make_reject,
    make_task,
    make_trajectory,
    make_workflow,
)
from tracer.store.folder import RunFolder, create_run
from tracer.store.ledger import count_episodes, count_tasks
from tracer.store.shard import ShardOutput, write_shard
from tracer.store.stage import StageFolder

WORKFLOWS = [make_workflow(index=index) for index in range(5)]
EPISODES = [make_trajectory(trial=trial) for trial in range(4)]


@pytest.fixture
def run(run_root: Path) -> RunFolder:
    run = create_run(run_root, "a")
    write(run, StageFolder.WORKFLOWS, [*WORKFLOWS])
    write(run, StageFolder.TRAJECTORIES, [*EPISODES])
    return run


def write(
    run: RunFolder, stage: StageFolder, records: list[Record], rejects: list[Reject] | None = None
) -> None:
    output = ShardOutput(records, rejects or [], n_in=len(records), wall_s=0.0)
    write_shard(run, stage, 0, output)


def drop(index: int, stage: Stage, reason: Reason) -> Reject:
    return make_reject(workflow_id=WORKFLOWS[index].id, stage=stage, reason=reason)


def drop_episode(trial: int, reason: Reason) -> Reject:
    return make_reject(record_id=EPISODES[trial].id, stage=Stage.FILTER, reason=reason)


def keep(*indices: int) -> list[Record]:
    return [make_task(workflow_id=WORKFLOWS[index].id, index=index) for index in indices]


def keep_episode(*trials: int) -> list[Record]:
    return [make_example(trajectory_id=EPISODES[trial].id, trial=trial) for trial in trials]


def test_every_workflow_is_a_task_or_has_left(run: RunFolder) -> None:
    write(run, StageFolder.GROUNDED, [], [drop(0, Stage.GROUND, Reason.NO_EFFECT)])
    rejects = [drop(index, Stage.VERIFY, Reason.SURPLUS) for index in (2, 3)]
    write(run, StageFolder.TASKS, keep(1, 4), rejects)
    ledger = count_tasks(run)
    assert (ledger.started, ledger.kept, ledger.rejected, ledger.open) == (5, 2, 3, 0)
    assert ledger.lines == [
        LedgerLine(ledger=LedgerName.TASKS, stage=Stage.GROUND, reason=Reason.NO_EFFECT, count=1),
        LedgerLine(ledger=LedgerName.TASKS, stage=Stage.VERIFY, reason=Reason.SURPLUS, count=2),
    ]
    assert ledger.is_exact


def test_every_episode_is_an_example_or_has_left(run: RunFolder) -> None:
    failed = [drop_episode(trial, Reason.FAILED) for trial in (0, 1)]
    write(run, StageFolder.VERDICTS, [], failed)
    write(run, StageFolder.EXAMPLES, keep_episode(2), [drop_episode(3, Reason.DUPLICATE)])
    ledger = count_episodes(run)
    assert (ledger.started, ledger.kept, ledger.rejected, ledger.open) == (4, 1, 3, 0)
    assert [(line.reason, line.count) for line in ledger.lines] == [
        (Reason.FAILED, 2),
        (Reason.DUPLICATE, 1),
    ]
    assert ledger.is_exact


def test_run_under_way_is_exact_with_some_open(run: RunFolder) -> None:
    write(run, StageFolder.GROUNDED, [], [drop(0, Stage.GROUND, Reason.NO_ENTITY)])
    tasks, episodes = count_tasks(run), count_episodes(run)
    assert (tasks.open, tasks.is_exact) == (4, True)
    assert (episodes.open, episodes.kept, episodes.is_exact) == (4, 0, True)


def test_rejects_of_one_ledger_do_not_count_in_the_other(run: RunFolder) -> None:
    write(run, StageFolder.GROUNDED, [], [drop(0, Stage.GROUND, Reason.NO_ENTITY)])
    write(run, StageFolder.VERDICTS, [], [drop_episode(0, Reason.FAILED)])
    assert (count_tasks(run).rejected, count_episodes(run).rejected) == (1, 1)


def test_run_without_a_shard_is_exact_and_empty(run_root: Path) -> None:
    ledger = count_tasks(create_run(run_root, "empty"))
    assert (ledger.started, ledger.kept, ledger.open, ledger.lines) == (0, 0, 0, [])
    assert ledger.is_exact


def test_kept_and_rejected_is_named_and_not_exact(run: RunFolder) -> None:
    write(run, StageFolder.TASKS, keep(0), [drop(0, Stage.VERIFY, Reason.SURPLUS)])
    ledger = count_tasks(run)
    assert not ledger.is_exact
    assert len(ledger.faults) == 1
    assert ledger.faults[0].startswith(f"{WORKFLOWS[0].id}: started 1, kept 1, rejected 1 times; ")


def test_rejected_twice_is_not_exact(run: RunFolder) -> None:
    write(run, StageFolder.GROUNDED, [], [drop(0, Stage.GROUND, Reason.NO_EFFECT)])
    write(run, StageFolder.TASKS, [], [drop(0, Stage.VERIFY, Reason.SURPLUS)])
    assert not count_tasks(run).is_exact


def test_task_of_an_unknown_workflow_is_not_exact(run: RunFolder) -> None:
    write(run, StageFolder.TASKS, [make_task(workflow_id="wf_stray")])
    ledger = count_tasks(run)
    assert not ledger.is_exact
    assert ledger.faults[0].startswith("wf_stray: started 0, kept 1")


def test_episode_kept_twice_hides_no_lost_one(run: RunFolder) -> None:
    write(run, StageFolder.EXAMPLES, [*keep_episode(0), *keep_episode(0), *keep_episode(1, 2)])
    ledger = count_episodes(run)
    assert (ledger.started, ledger.kept, ledger.open) == (4, 4, 1)
    assert not ledger.is_exact


def test_many_faults_are_cut_with_their_number(run: RunFolder) -> None:
    write(run, StageFolder.TASKS, [make_task(workflow_id=f"wf_{n:02}") for n in range(25)])
    faults = count_tasks(run).faults
    assert len(faults) == 21
    assert faults[-1] == "and 5 more"
