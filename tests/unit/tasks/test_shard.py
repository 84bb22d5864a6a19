from collections.abc import Iterable
from pathlib import Path

import pytest

from schemas.config import RunConfig
from schemas.errors import DataError, DrainError
from schemas.job import ShardJob
from schemas.manifest import ShardManifest
from schemas.record import Record
from schemas.workflow import Workflow
from tasks.shard import open_folder, run_stage
from tests.support.builders import make_reject, make_workflow
from tracer.store.folder import RunFolder, create_run
from tracer.store.shard import list_shards, read_rejects, read_shard
from tracer.store.stage import StageFolder

STAGE = StageFolder.WORKFLOWS


@pytest.fixture
def job(run_root: Path) -> ShardJob:
    run = create_run(run_root, "a")
    return ShardJob(run=str(run.path), shard=4, config=RunConfig())


def judge(number: int) -> Record:
    return make_reject(record_id=f"wf_{number}") if number % 2 else make_workflow(index=number)


def run_over(job: ShardJob, numbers: Iterable[int]) -> ShardManifest:
    return run_stage(job, STAGE, lambda _: numbers, judge)


def test_records_go_on_in_order_and_rejects_lie_apart(job: ShardJob) -> None:
    manifest = run_over(job, [4, 1, 2, 3, 0])
    run = open_folder(job)
    assert [item.index for item in read_shard(run, STAGE, 4, Workflow)] == [4, 2, 0]
    assert [item.record_id for item in read_rejects(run, STAGE, 4)] == ["wf_1", "wf_3"]
    assert (manifest.n_in, manifest.n_out, manifest.n_rejected) == (5, 3, 2)


def test_shard_with_nothing_to_do_is_written_all_the_same(job: ShardJob) -> None:
    assert run_over(job, []).n_in == 0
    assert list_shards(open_folder(job), STAGE) == [4]


def test_shard_that_is_written_is_neither_read_nor_worked_again(job: ShardJob) -> None:
    first = run_over(job, [0, 2])

    def fail(_: object) -> Record:
        raise AssertionError

    assert run_stage(job, STAGE, fail, fail) == first


def test_damaged_shard_is_not_taken_for_done(job: ShardJob) -> None:
    run_over(job, [0])
    part = Path(job.run) / STAGE / "part-00004.parquet"
    part.write_bytes(part.read_bytes()[:-1])
    with pytest.raises(DataError, match="changed or damaged"):
        run_over(job, [0])


def test_failing_work_leaves_no_shard(job: ShardJob) -> None:
    def fail(number: int) -> Record:
        raise RuntimeError(number)

    with pytest.raises(RuntimeError):
        run_stage(job, STAGE, lambda _: [1], fail)
    assert list_shards(open_folder(job), STAGE) == []


def test_drained_run_begins_nothing_new(job: ShardJob) -> None:
    (Path(job.run) / "drain").touch()
    with pytest.raises(DrainError, match=r"^run a was stopped; "):
        run_over(job, [0])
    assert list_shards(RunFolder(Path(job.run)), STAGE) == []
