"""Rescores runs in tests and looks at all that lies in their folders."""

from typing import Any

from flows.rescore import Report, rescore_run
from schemas.example import TrainingExample
from schemas.judgement import Judgement
from schemas.timing import Timing
from schemas.trajectory import Trajectory
from tracer.store.folder import RunFolder
from tracer.store.ledger import count_episodes, count_tasks
from tracer.store.lock import LOCK_FILE
from tracer.store.shard import list_shards, read_rejects, read_shard, read_timings
from tracer.store.stage import SWAP, StageFolder


def rescore(run: RunFolder, *, dry_run: bool = False) -> Report:
    return rescore_run(run, lambda *_: None, dry_run=dry_run)


def read_files(run: RunFolder, pattern: str = "*") -> dict[str, bytes]:
    """Return the run's files; what only a swap or a lock leaves there is none of the run's."""
    names = {path.relative_to(run.path).as_posix(): path for path in run.path.rglob(pattern)}
    return {
        name: path.read_bytes()
        for name, path in names.items()
        if path.is_file() and name.split("/")[0] not in (SWAP, LOCK_FILE) and path.suffix != ".tmp"
    }


def read_data(run: RunFolder) -> dict[str, bytes]:
    """Return the Parquet files with their manifests, all but the manifest of the run."""
    return {name: data for name, data in read_files(run).items() if name != "manifest.json"}


def read_all(run: RunFolder, stage: StageFolder, model: Any) -> list[Any]:
    return [row for part in list_shards(run, stage) for row in read_shard(run, stage, part, model)]


def list_trajectories(run: RunFolder) -> list[Trajectory]:
    return read_all(run, StageFolder.TRAJECTORIES, Trajectory)


def list_kept(run: RunFolder) -> list[str]:
    rows = read_all(run, StageFolder.EXAMPLES, TrainingExample)
    return [row.trajectory_id for row in rows]


def expect_whole(run: RunFolder) -> None:
    """Both ledgers are exact and stand so in the manifest, and no id leads nowhere."""
    ledgers = [count_tasks(run), count_episodes(run)]
    assert all(ledger.is_exact and not ledger.open for ledger in ledgers)
    manifest = run.load_manifest()
    assert manifest is not None
    assert manifest["ledgers"] == [ledger.model_dump(mode="json") for ledger in ledgers]
    known = [row.id for row in list_trajectories(run)]
    shards = list_shards(run, StageFolder.TRAJECTORIES)
    timings: list[Timing] = [
        row for shard in shards for row in read_timings(run, StageFolder.TRAJECTORIES, shard)
    ]
    left = [
        row.record_id for shard in shards for row in read_rejects(run, StageFolder.EXAMPLES, shard)
    ]
    judged = [row.trajectory_id for row in read_all(run, StageFolder.VERDICTS, Judgement)]
    assert judged == known
    assert [row.record_id for row in timings] == known
    assert sorted([*list_kept(run), *left]) == sorted(known)
