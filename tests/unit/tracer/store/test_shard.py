import errno
import json
from collections.abc import Callable
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from schemas.errors import ConfigError, DataError
from schemas.feeling import Feeling
from schemas.record import Record
from schemas.verdict import Reject
from schemas.workflow import Workflow
from tests.support.builders import make_feeling, make_reject, make_timing, make_workflow
from tracer.store.folder import RunFolder, create_run
from tracer.store.shard import (
    ShardOutput,
    list_shards,
    locate_manifest,
    locate_part,
    locate_rejects,
    read_manifest,
    read_rejects,
    read_shard,
    read_timings,
    write_shard,
    write_timings,
)
from tracer.store.stage import StageFolder

WORKFLOWS = StageFolder.WORKFLOWS


@pytest.fixture
def run(run_root: Path) -> RunFolder:
    return create_run(run_root, "a")


def write(
    run: RunFolder, records: list[Record], rejects: list[Reject] | None = None, shard: int = 0
) -> None:
    output = ShardOutput(records, rejects or [], n_in=len(records), wall_s=0.5)
    write_shard(run, WORKFLOWS, shard, output)


def list_files(run: RunFolder) -> list[str]:
    return sorted(str(path.relative_to(run.path)) for path in run.path.rglob("*") if path.is_file())


def test_records_come_back_in_order(run: RunFolder) -> None:
    records = [make_workflow(index=index) for index in (2, 0, 1)]
    write(run, [*records])
    assert read_shard(run, WORKFLOWS, 0, Workflow) == records


def test_manifest_counts_and_names_the_digest(run: RunFolder) -> None:
    output = ShardOutput([make_workflow()], [make_reject()], n_in=2, wall_s=0.5)
    manifest = write_shard(run, WORKFLOWS, 3, output)
    assert (manifest.stage, manifest.shard) == ("01_workflows", 3)
    assert (manifest.n_in, manifest.n_out, manifest.n_rejected) == (2, 1, 1)
    assert read_manifest(run, WORKFLOWS, 3) == manifest
    assert read_rejects(run, WORKFLOWS, 3) == [make_reject()]


def test_files_have_their_places_and_no_rejects_no_file(run: RunFolder) -> None:
    write(run, [make_workflow()])
    write(run, [], [make_reject()], shard=1)
    assert list_files(run) == [
        "01_workflows/_part-00000.json",
        "01_workflows/_part-00001.json",
        "01_workflows/part-00000.parquet",
        "01_workflows/part-00001.parquet",
        "rejects/01_workflows-part-00001.parquet",
    ]
    assert read_rejects(run, WORKFLOWS, 0) == []
    assert read_shard(run, WORKFLOWS, 1, Workflow) == []


def test_same_records_give_the_same_bytes(run: RunFolder) -> None:
    write(run, [make_workflow()], shard=0)
    write(run, [make_workflow()], shard=1)
    first, second = (locate_part(run, WORKFLOWS, shard).read_bytes() for shard in (0, 1))
    assert first == second


def test_row_groups_hold_a_thousand_rows(run: RunFolder) -> None:
    write(run, [make_workflow(index=index) for index in range(1001)])
    with pq.ParquetFile(locate_part(run, WORKFLOWS, 0)) as file:
        sizes = [file.metadata.row_group(group).num_rows for group in range(2)]
        assert file.metadata.row_group(0).column(0).compression == "ZSTD"
    assert sizes == [1000, 1]


def test_shard_written_again_leaves_nothing_of_the_first(run: RunFolder) -> None:
    write(run, [make_workflow()], [make_reject()])
    write(run, [make_workflow(index=1)])
    assert read_shard(run, WORKFLOWS, 0, Workflow) == [make_workflow(index=1)]
    assert read_rejects(run, WORKFLOWS, 0) == []


def test_only_shards_with_a_manifest_count(run: RunFolder) -> None:
    write(run, [make_workflow()], shard=100000)
    write(run, [make_workflow()], shard=2)
    write(run, [make_workflow()], shard=7)
    locate_manifest(locate_part(run, WORKFLOWS, 7)).unlink()
    assert list_shards(run, WORKFLOWS) == [2, 100000]
    assert list_shards(run, StageFolder.EXAMPLES) == []
    assert read_manifest(run, WORKFLOWS, 7) is None
    with pytest.raises(DataError, match=r"part-00007\.parquet: not written yet"):
        read_shard(run, WORKFLOWS, 7, Workflow)


def damage_part(run: RunFolder) -> None:
    part = locate_part(run, WORKFLOWS, 0)
    data = bytearray(part.read_bytes())
    data[len(data) // 2] ^= 1
    part.write_bytes(bytes(data))


def remove_part(run: RunFolder) -> None:
    locate_part(run, WORKFLOWS, 0).unlink()


def damage_manifest(run: RunFolder) -> None:
    locate_manifest(locate_part(run, WORKFLOWS, 0)).write_text('{"stage": "01')


def remove_rejects(run: RunFolder) -> None:
    locate_rejects(run, WORKFLOWS, 0).unlink()


@pytest.mark.parametrize(
    ("harm", "message"),
    [
        (damage_part, r"part-00000\.parquet: changed or damaged"),
        (remove_part, r"part-00000\.parquet: missing"),
        (damage_manifest, r"_part-00000\.json: no shard manifest"),
        (remove_rejects, r"rejects/01_workflows-part-00000\.parquet: missing"),
    ],
)
def test_damage_is_loud_and_names_the_file(
    run: RunFolder, harm: Callable[[RunFolder], None], message: str
) -> None:
    write(run, [make_workflow()], [make_reject()])
    harm(run)
    with pytest.raises(DataError, match=message):
        read_shard(run, WORKFLOWS, 0, Workflow)


def test_damaged_rejects_are_loud(run: RunFolder) -> None:
    write(run, [], [make_reject()])
    locate_rejects(run, WORKFLOWS, 0).write_bytes(b"PAR1")
    with pytest.raises(DataError, match=r"part-00000\.parquet: no Parquet file"):
        read_rejects(run, WORKFLOWS, 0)


def test_shard_read_as_another_record_is_refused(run: RunFolder) -> None:
    write(run, [make_workflow()])
    with pytest.raises(DataError, match=r"part-00000\.parquet: Feeling in row 0: "):
        read_shard(run, WORKFLOWS, 0, Feeling)


def test_record_of_another_stage_is_refused(run: RunFolder) -> None:
    with pytest.raises(DataError, match="got a Feeling, expected only Workflow"):
        write(run, [make_feeling()])
    assert list_files(run) == []


def test_record_that_cannot_be_stored_leaves_the_old_shard(run: RunFolder) -> None:
    write(run, [make_workflow()])
    bad = make_workflow().model_copy(update={"domain": "\ud800"})
    with pytest.raises(DataError, match="lone surrogate"):
        write(run, [bad])
    assert read_shard(run, WORKFLOWS, 0, Workflow) == [make_workflow()]


@pytest.mark.parametrize("suffix", ["01_workflows-part-00000.parquet", ".parquet", ".json"])
def test_full_disk_at_any_file_leaves_no_shard_and_no_scraps(
    run: RunFolder, monkeypatch: pytest.MonkeyPatch, suffix: str
) -> None:
    write(run, [make_workflow()], [make_reject()])
    rename = Path.replace

    def fill_disk(draft: Path, target: Path) -> Path:
        if target.name.endswith(suffix):
            raise OSError(errno.ENOSPC, "No space left on device")
        return rename(draft, target)

    monkeypatch.setattr(Path, "replace", fill_disk)
    with pytest.raises(ConfigError, match="No space left on device"):
        write(run, [make_workflow(index=1)], [make_reject()])
    assert list_shards(run, WORKFLOWS) == []
    assert [name for name in list_files(run) if name.endswith(".tmp")] == []


def test_manifest_is_plain_json_for_a_human(run: RunFolder) -> None:
    write(run, [make_workflow()])
    manifest = json.loads(locate_manifest(locate_part(run, WORKFLOWS, 0)).read_text())
    assert manifest["n_out"] == 1
    assert len(manifest["sha256"]) == 64


def test_timings_stand_apart(run: RunFolder) -> None:
    write_timings(run, StageFolder.TRAJECTORIES, 4, [make_timing()])
    assert read_timings(run, StageFolder.TRAJECTORIES, 4) == [make_timing()]
    assert read_timings(run, StageFolder.TRAJECTORIES, 5) == []
    path = run.path / "timings" / "06_trajectories-part-00004.parquet"
    assert pq.read_table(path).to_pylist() == [make_timing().model_dump()]
