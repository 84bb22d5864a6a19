"""Runs that are not rescored, and what is left by whoever is killed while one is."""

import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from schemas.config import RunConfig
from schemas.errors import ConfigError, DataError
from tests.support import new_rules
from tests.support.flows import run_flow
from tests.support.played_run import write_played_run
from tests.support.rescored import expect_whole, read_files, rescore
from tracer.cli.app import main
from tracer.store.folder import RunFolder, create_run, open_run
from tracer.store.ledger import count_tasks
from tracer.store.lock import hold_run
from tracer.store.shard import list_shards
from tracer.store.stage import SWAP, StageFolder
from tracer.store.swap import is_sealed

Capture = pytest.CaptureFixture[str]
Patch = pytest.MonkeyPatch
ROOT = Path(__file__).parents[2]


@pytest.fixture
def run(run_root: Path, monkeypatch: Patch) -> RunFolder:
    monkeypatch.setenv("TRACER_RUNS", str(run_root))
    return write_played_run(run_root)


def test_run_that_is_not_finished_is_refused(run: RunFolder) -> None:
    (run.path / "manifest.json").unlink()
    with pytest.raises(ConfigError, match=r"^run played is not finished \(no manifest.json\)"):
        rescore(run)


def test_run_that_lacks_a_shard_is_refused(run: RunFolder) -> None:
    (run.path / "07_examples" / "_part-00001.json").unlink()
    with pytest.raises(ConfigError, match=r"not finished \(07_examples lacks shards\)"):
        rescore(run)


def test_run_that_lost_its_rejects_is_refused_by_the_name_of_the_file(run: RunFolder) -> None:
    (run.path / "rejects" / "07_examples-part-00002.parquet").unlink()
    with pytest.raises(DataError, match=r"07_examples-part-00002.parquet: missing"):
        rescore(run)


@pytest.mark.parametrize("flags", [[], ["--dry-run"]])
def test_run_that_another_process_writes_is_refused_in_one_line(
    run: RunFolder, capsys: Capture, flags: list[str]
) -> None:
    with hold_run(run):
        assert main(["rescore", run.name, *flags]) == 2
    assert capsys.readouterr().err == (
        "tracer: run played: another process is writing it; wait for its end\n"
    )


def test_flow_leaves_a_run_alone_that_is_being_rescored(home: Path, runs: Path) -> None:
    del home
    run = create_run(runs, "held")
    with hold_run(run), pytest.raises(ConfigError, match="another process is writing it"):
        run_flow(run, RunConfig(tasks=2))
    assert list_shards(run, StageFolder.WORKFLOWS) == []


class KilledError(BaseException):
    """Stands for a signal that no program can catch."""


WRITES = (
    (Path, "write_bytes"),
    (Path, "replace"),
    (Path, "unlink"),
    (shutil, "rmtree"),
)


def kill_after(monkeypatch: Patch, n_writes: int) -> list[int]:
    """Let nothing be written any more after so many writes; return a list of those done."""
    done: list[int] = []

    def count(write: Any) -> Any:
        def run_once(*args: Any, **options: Any) -> Any:
            if len(done) >= n_writes:
                raise KilledError
            done.append(1)
            return write(*args, **options)

        return run_once

    for owner, name in WRITES:
        monkeypatch.setattr(owner, name, count(getattr(owner, name)))
    return done


def add_rules(monkeypatch: Patch) -> None:
    new_rules.add_guard(monkeypatch)
    new_rules.add_reward_rule(monkeypatch)


@pytest.fixture
def small(run_root: Path) -> RunFolder:
    """A run of one task with a long conversation and an order to cancel."""
    return write_played_run(run_root, "small", shards=((8,),))


def copy_run(run: RunFolder, name: str) -> RunFolder:
    shutil.copytree(run.path, run.path.parent / name)
    return RunFolder(run.path.parent / name)


def test_whoever_is_killed_after_any_write_leaves_a_run_that_comes_to_the_same_end(
    small: RunFolder, monkeypatch: Patch
) -> None:
    with monkeypatch.context() as patch:
        add_rules(patch)
        rescore(small)
    before = read_files(small)
    # The way back: rejects are to be removed, rows and rewards come again, ids are renamed.
    # The ledger of tasks stays as it is, and to count it takes longer than all the rest.
    tasks = count_tasks(small)
    for module in ("finished", "rescore"):
        monkeypatch.setattr(f"flows.{module}.count_tasks", lambda _: tasks)
    whole = copy_run(small, "whole")
    with monkeypatch.context() as patch:
        done = kill_after(patch, 10**6)
        assert rescore(whole).flips
        n_writes = len(done)
    end = read_files(whole)
    assert end != before
    expect_whole(whole)
    seen = set()
    for place in range(n_writes):
        run = copy_run(small, f"killed-{place}")
        with monkeypatch.context() as patch:
            kill_after(patch, place)
            with pytest.raises(KilledError):
                rescore(run)
        if is_sealed(run):
            seen.add("sealed")
            with pytest.raises(ConfigError, match="a rescoring of it is at work or was cut short"):
                open_run(run.path.parent, run.name)
        else:
            state = read_files(run)
            assert state in (before, end)
            seen.add("before" if state == before else "end")
        rescore(run)
        assert read_files(run) == end, place
        assert not (run.path / SWAP).exists()
        assert list(run.path.rglob("*.tmp")) == []
    assert seen == {"before", "sealed", "end"}


@pytest.mark.parametrize("n_moves", ["0", "3"])
def test_process_that_is_killed_for_good_is_made_up_for_by_the_next(
    run: RunFolder, monkeypatch: Patch, capsys: Capture, n_moves: str
) -> None:
    before = read_files(run)
    command = [sys.executable, "-m", "tests.support.dying_rescore", str(run.path), n_moves]
    assert subprocess.run(command, cwd=ROOT, check=False).returncode == -signal.SIGKILL
    assert is_sealed(run)
    assert main(["funnel", run.name]) == 2
    assert "`tracer rescore played` finishes it" in capsys.readouterr().err
    assert main(["rescore", run.name, "--dry-run"]) == 2
    new_rules.add_guard(monkeypatch)
    assert rescore(run).finished_earlier
    expect_whole(run)
    assert read_files(run) != before
    assert not (run.path / SWAP).exists()
