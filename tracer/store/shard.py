"""Shard: one part of one stage, its Parquet file whole or not there, its manifest last."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import pyarrow as pa
import pyarrow.parquet as pq
from pydantic import ValidationError

from schemas.arrow import from_table, to_table
from schemas.errors import DataError
from schemas.identity import hash_bytes
from schemas.manifest import ShardManifest
from schemas.record import Record
from schemas.timing import Timing
from schemas.verdict import Reject
from tracer.store.file import explain_os_errors, read_file, write_file
from tracer.store.folder import RunFolder
from tracer.store.stage import REJECTS, STAGE_TABLES, TIMINGS, StageFolder

ROWS_PER_GROUP = 1000
ZSTD_LEVEL = 3

RecordT = TypeVar("RecordT", bound=Record)


@dataclass(frozen=True, slots=True)
class ShardOutput:
    """What a stage made of one shard."""

    records: Sequence[Record]
    """Records that go on, of the stage's model, in order."""
    rejects: Sequence[Reject]
    """Records that leave."""
    n_in: int
    """Records that came in."""
    wall_s: float
    """Seconds it took."""


def locate_part(run: RunFolder, stage: StageFolder, shard: int) -> Path:
    """Return the path of a shard's Parquet file."""
    return run.path / stage / f"part-{shard:05d}.parquet"


def locate_rejects(run: RunFolder, stage: StageFolder, shard: int) -> Path:
    """Return the path of a shard's rejects; there is no such file when nothing was rejected."""
    return run.path / REJECTS / f"{stage}-part-{shard:05d}.parquet"


def write_shard(
    run: RunFolder, stage: StageFolder, shard: int, output: ShardOutput
) -> ShardManifest:
    """Write a shard, its rejects, then its manifest; a shard written before is replaced.

    Raises:
        DataError: a record cannot be stored, or is of another model than the stage's.
        ConfigError: the folder cannot be written; the shard then counts as not written.
    """
    part, rejects = locate_part(run, stage, shard), locate_rejects(run, stage, shard)
    data = _pack(STAGE_TABLES[stage].model, output.records)
    reject_data = _pack(Reject, output.rejects) if output.rejects else None
    # Without its manifest the old shard is gone, so a stop between two files mixes nothing.
    for stale in (locate_manifest(part), rejects):
        with explain_os_errors(stale, "replace"):
            stale.unlink(missing_ok=True)
    if reject_data is not None:
        write_file(rejects, reject_data)
    write_file(part, data)
    manifest = ShardManifest(
        stage=stage,
        shard=shard,
        n_in=output.n_in,
        n_out=len(output.records),
        n_rejected=len(output.rejects),
        sha256=hash_bytes(data),
        wall_s=output.wall_s,
    )
    write_file(locate_manifest(part), f"{manifest.model_dump_json(indent=2)}\n".encode())
    return manifest


def locate_manifest(part: Path) -> Path:
    """Return the path of a part's manifest; readers of a whole folder pass over such names."""
    return part.with_name(f"_{part.stem}.json")


def _pack(model: type[Record], records: Sequence[Record]) -> bytes:
    for record in records:
        if type(record) is not model:
            raise DataError(f"got a {type(record).__name__}, expected only {model.__name__}")
    sink = pa.BufferOutputStream()
    pq.write_table(
        to_table(model, records),
        sink,
        compression="zstd",
        compression_level=ZSTD_LEVEL,
        row_group_size=ROWS_PER_GROUP,
    )
    packed: bytes = sink.getvalue().to_pybytes()
    return packed


def read_shard(
    run: RunFolder, stage: StageFolder, shard: int, model: type[RecordT]
) -> list[RecordT]:
    """Return the records of a shard in the order written.

    Raises:
        DataError: the shard is not written, damaged, or of another model.
    """
    part = locate_part(run, stage, shard)
    if read_manifest(run, stage, shard) is None:
        raise DataError(f"{part}: not written yet, its manifest is missing")
    return _read_records(part, model)


def read_columns(
    run: RunFolder, stage: StageFolder, shard: int, columns: Sequence[str]
) -> list[tuple[Any, ...]]:
    """Return some columns of a shard row by row, in the order written.

    What is not asked for stays unread.

    Raises:
        DataError: the shard is not written or damaged.
    """
    part = locate_part(run, stage, shard)
    if read_manifest(run, stage, shard) is None:
        raise DataError(f"{part}: not written yet, its manifest is missing")
    table = pq.read_table(part, columns=list(columns))
    return list(zip(*(table[name].to_pylist() for name in columns), strict=True))


def read_rejects(run: RunFolder, stage: StageFolder, shard: int) -> list[Reject]:
    """Return the rejects of a written shard; none when there is no file.

    Raises:
        DataError: the file is damaged.
    """
    path = locate_rejects(run, stage, shard)
    return _read_records(path, Reject) if path.exists() else []


def _read_records(path: Path, model: type[RecordT]) -> list[RecordT]:
    try:
        table = pq.read_table(pa.BufferReader(read_file(path)))
    except pa.ArrowException as error:
        raise DataError(f"{path}: no Parquet file: {error}") from error
    try:
        return from_table(model, table)
    except DataError as error:
        raise DataError(f"{path}: {error}") from error


def read_manifest(run: RunFolder, stage: StageFolder, shard: int) -> ShardManifest | None:
    """Return the manifest of a shard after checking its file; None when it is not written.

    Raises:
        DataError: the manifest is damaged, or the files are not those it was written for.
    """
    part = locate_part(run, stage, shard)
    path = locate_manifest(part)
    if not path.exists():
        return None
    try:
        manifest = ShardManifest.model_validate_json(read_file(path))
    except ValidationError as error:
        raise DataError(f"{path}: no shard manifest; remove it to redo the shard") from error
    if not part.exists():
        raise DataError(f"{part}: missing, though {path.name} says it is written")
    if hash_bytes(read_file(part)) != manifest.sha256:
        raise DataError(f"{part}: changed or damaged: its sha256 is not that of {path.name}")
    if manifest.n_rejected and not locate_rejects(run, stage, shard).exists():
        raise DataError(f"{locate_rejects(run, stage, shard)}: missing: {path.name} counts rejects")
    return manifest


def check_parts(run: RunFolder) -> None:
    """Read every file of every written shard once.

    Raises:
        DataError: one is missing or damaged; the message names the first.
    """
    for stage in StageFolder:
        for shard in list_shards(run, stage):
            read_manifest(run, stage, shard)
            read_rejects(run, stage, shard)
            read_timings(run, stage, shard)


def list_shards(run: RunFolder, stage: StageFolder) -> list[int]:
    """Return the numbers of the shards of a stage that have a manifest, in order."""
    folder = run.path / stage
    if not folder.is_dir():
        return []
    with explain_os_errors(folder, "read"):
        names = [path.name for path in folder.iterdir()]
    found = (re.fullmatch(r"_part-(\d{5,})\.json", name) for name in names)
    return sorted(int(match[1]) for match in found if match)


def locate_timings(run: RunFolder, stage: StageFolder, shard: int) -> Path:
    """Return the path of a shard's timings; a stage that takes none has no such file."""
    return run.path / TIMINGS / f"{stage}-part-{shard:05d}.parquet"


def write_timings(run: RunFolder, stage: StageFolder, shard: int, rows: Sequence[Timing]) -> None:
    """Write what is not reproducible about a shard; replaces what was written before.

    Raises:
        ConfigError: the folder cannot be written.
    """
    write_file(locate_timings(run, stage, shard), _pack(Timing, rows))


def read_timings(run: RunFolder, stage: StageFolder, shard: int) -> list[Timing]:
    """Return the timings of a shard; none when there is no file.

    Raises:
        DataError: the file is damaged.
    """
    path = locate_timings(run, stage, shard)
    return _read_records(path, Timing) if path.exists() else []
