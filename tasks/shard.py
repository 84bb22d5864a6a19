"""Shard: how every stage's task reads its shard, works record by record and writes the results."""

import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

from schemas.errors import DrainError
from schemas.job import ShardJob
from schemas.manifest import ShardManifest
from schemas.record import Record
from schemas.verdict import Reject
from tracer.store.folder import RunFolder
from tracer.store.shard import ShardOutput, read_manifest, write_shard
from tracer.store.stage import StageFolder

InputT = TypeVar("InputT")
DRAIN_FILE = "drain"
"""A file of this name in a run's folder asks it to begin nothing new."""


def open_folder(job: ShardJob) -> RunFolder:
    """Return the run's folder.

    Raises:
        DrainError: the run is being stopped; nothing new is begun.
    """
    run = RunFolder(Path(job.run))
    if (run.path / DRAIN_FILE).exists():
        msg = f"run {run.name} was stopped; what was finished stays in {run.path}"
        raise DrainError(msg)
    return run


def ask_to_drain(run: RunFolder) -> None:
    """Ask a run to begin nothing new."""
    (run.path / DRAIN_FILE).touch()


def run_stage(
    job: ShardJob,
    stage: StageFolder,
    read: Callable[[RunFolder], Iterable[InputT]],
    work: Callable[[InputT], Record | Reject],
    *,
    anew: bool = False,
) -> ShardManifest:
    """Work through a shard and write it; a shard already written is left as it is.

    Args:
        job: The shard.
        stage: Folder to write to.
        read: Returns what came in.
        work: Returns for one input the record that goes on, or its reject.
        anew: Write it again even so, because the result depends on more than the shard.
    """
    run = open_folder(job)
    done = read_manifest(run, stage, job.shard)
    if done is not None and not anew:
        return done
    start = time.perf_counter()
    inputs = list(read(run))
    results = [work(item) for item in inputs]
    return write_results(run, stage, job.shard, results, start)


def write_results(
    run: RunFolder,
    stage: StageFolder,
    shard: int,
    results: Iterable[Record | Reject],
    start: float,
) -> ShardManifest:
    """Write the results of a shard, rejects apart.

    `start` is when the work began, in seconds of perf_counter.
    """
    outcomes = list(results)
    rejects = [item for item in outcomes if isinstance(item, Reject)]
    records = [item for item in outcomes if not isinstance(item, Reject)]
    wall_s = round(time.perf_counter() - start, 3)
    output = ShardOutput(records, rejects, len(outcomes), wall_s)
    return write_shard(run, stage, shard, output)
