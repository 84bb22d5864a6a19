"""The same config gives the same bytes, whatever works on it, how many at once, which process."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from schemas.config import RunConfig
from tests.support.flows import make_run
from tracer.store.folder import RunFolder
from tracer.store.stage import REJECTS, StageFolder

ROOT = Path(__file__).parents[2]
CONFIG = RunConfig(tasks=50, trials=2, shard_records=8, in_flight_shards=1)
LIMIT_S = 120


@pytest.fixture(scope="module")
def run(home: Path, runs: Path) -> RunFolder:
    del home
    return make_run(runs, "one-at-a-time", CONFIG)


def read_parts(run: RunFolder) -> dict[str, bytes]:
    """Return the bytes of every Parquet file of a run; timings lie apart and are left out."""
    folders = (*StageFolder, REJECTS)
    paths = [path for folder in folders for path in (run.path / folder).glob("*.parquet")]
    return {str(path.relative_to(run.path)): path.read_bytes() for path in sorted(paths)}


def expect_same_bytes(other: RunFolder, run: RunFolder) -> None:
    found, expected = read_parts(other), read_parts(run)
    assert found.keys() == expected.keys()
    assert [name for name in expected if found[name] != expected[name]] == []


def test_run_has_files_of_every_stage_to_compare(run: RunFolder) -> None:
    folders = {name.split("/")[0] for name in read_parts(run)}
    assert folders == {*StageFolder, REJECTS}
    assert len(read_parts(run)) > 60


def test_eight_shards_at_once_give_the_bytes_of_one_at_a_time(run: RunFolder, runs: Path) -> None:
    config = CONFIG.model_copy(update={"in_flight_shards": 8})
    expect_same_bytes(make_run(runs, "eight-at-once", config), run)


def test_other_processes_and_hash_orders_give_the_same_bytes(
    run: RunFolder, home: Path, runs: Path
) -> None:
    children = [start_child(home, runs, seed) for seed in ("0", "1")]
    for child in children:
        _, error = child.communicate(timeout=LIMIT_S)
        assert child.returncode == 0, error
    for seed in ("0", "1"):
        expect_same_bytes(RunFolder(runs / f"hash-{seed}"), run)


def start_child(home: Path, runs: Path, hash_seed: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tests.support.flows", str(home), str(runs)]
    return subprocess.Popen(
        [*command, f"hash-{hash_seed}", CONFIG.model_dump_json()],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_other_seed_gives_other_data(home: Path, runs: Path, run: RunFolder) -> None:
    del home
    config = CONFIG.model_copy(update={"seed": 2, "tasks": 10})
    parts = read_parts(make_run(runs, "other-seed", config))
    assert parts["01_workflows/part-00000.parquet"] not in read_parts(run).values()
