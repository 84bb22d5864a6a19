"""A run that is asked to stop: what is under way is finished, and it can go on from there."""

import threading
import time
from pathlib import Path

import pytest

from schemas.config import RunConfig
from schemas.errors import DrainError
from tests.support.flows import make_run, run_flow
from tracer.store.folder import RunFolder, create_run
from tracer.store.ledger import count_episodes, count_tasks
from tracer.store.shard import list_shards, read_manifest
from tracer.store.stage import StageFolder

CONFIG = RunConfig(tasks=30, shard_records=6, in_flight_shards=1)


@pytest.fixture(scope="module")
def run(home: Path, runs: Path) -> RunFolder:
    """A run that was stopped when it had begun to play, its mark taken away again."""
    del home
    run = create_run(runs, "drained")
    mark = threading.Thread(target=mark_when_playing, args=(run,), daemon=True)
    mark.start()
    with pytest.raises(DrainError, match=r"^run drained was stopped; what was finished stays in "):
        run_flow(run, CONFIG)
    mark.join()
    assert not (run.path / "drain").exists()
    return run


def mark_when_playing(run: RunFolder) -> None:
    deadline = time.monotonic() + 60
    while not list_shards(run, StageFolder.TRAJECTORIES) and time.monotonic() < deadline:
        time.sleep(0.005)
    (run.path / "drain").touch()


def test_what_was_under_way_is_whole_and_nothing_more_was_begun(run: RunFolder) -> None:
    n_played = len(list_shards(run, StageFolder.TRAJECTORIES))
    assert 0 < n_played < len(list_shards(run, StageFolder.TASKS))
    assert list_shards(run, StageFolder.EXAMPLES) == list_shards(run, StageFolder.VERDICTS)
    for stage in StageFolder:
        for shard in list_shards(run, stage):
            assert read_manifest(run, stage, shard) is not None
    assert list(run.path.rglob("*.tmp")) == []


def test_ledgers_of_a_stopped_run_are_exact_with_episodes_open(run: RunFolder) -> None:
    tasks, episodes = count_tasks(run), count_episodes(run)
    assert tasks.is_exact
    assert episodes.is_exact
    assert (tasks.kept, tasks.open) == (30, 0)
    assert episodes.started > episodes.kept + episodes.rejected or episodes.open == 0


def test_stopped_run_goes_on_to_the_same_end(run: RunFolder, runs: Path) -> None:
    run_flow(run, CONFIG)
    assert count_episodes(run).open == 0
    assert count_episodes(run).is_exact
    whole = make_run(runs, "not-drained", CONFIG)
    for stage in StageFolder:
        shards = list_shards(whole, stage)
        assert list_shards(run, stage) == shards
        assert [read_digest(run, stage, shard) for shard in shards] == [
            read_digest(whole, stage, shard) for shard in shards
        ]


def read_digest(run: RunFolder, stage: StageFolder, shard: int) -> str:
    manifest = read_manifest(run, stage, shard)
    assert manifest is not None
    return manifest.sha256


def test_run_that_is_marked_from_the_start_makes_nothing(home: Path, runs: Path) -> None:
    del home
    run = create_run(runs, "marked")
    (run.path / "drain").touch()
    with pytest.raises(DrainError):
        run_flow(run, CONFIG)
    assert all(list_shards(run, stage) == [] for stage in StageFolder)
