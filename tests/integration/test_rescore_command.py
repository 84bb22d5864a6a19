"""What `tracer rescore` prints."""

import json
from pathlib import Path

import pytest

from tests.support import new_rules
from tests.support.played_run import write_played_run
from tests.support.rescored import list_trajectories
from tracer.cli.app import main
from tracer.store.folder import RunFolder
from tracer.store.shard import locate_part
from tracer.store.stage import REJECTS, StageFolder

Capture = pytest.CaptureFixture[str]
Patch = pytest.MonkeyPatch


@pytest.fixture
def run(run_root: Path, monkeypatch: Patch) -> RunFolder:
    monkeypatch.setenv("TRACER_RUNS", str(run_root))
    return write_played_run(run_root)


def test_command_says_that_nothing_flipped(run: RunFolder, capsys: Capture) -> None:
    assert main(["rescore", run.name]) == 0
    assert capsys.readouterr() == ("nothing flipped, 18/18 episodes rescored\n", "")


def test_command_lists_flips_and_their_kinds(
    run: RunFolder, monkeypatch: Patch, capsys: Capture
) -> None:
    new_rules.add_guard(monkeypatch)
    assert main(["rescore", run.name, "--dry-run"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert "Flips: 4" in out
    assert out.count("kept -> policy_violation") == 5
    assert "4/18" in out
    assert out.endswith("4 flipped, 18/18 episodes rescored; dry run, nothing was written\n")


def test_command_names_episodes_that_could_not_be_rescored(
    run: RunFolder, monkeypatch: Patch, capsys: Capture
) -> None:
    new_rules.change_results(monkeypatch, "track_delivery")
    unfit = list_trajectories(run)[2]
    assert main(["rescore", run.name]) == 0
    out = capsys.readouterr().out
    assert "8/18 episodes keep their stored reward and verdict" in out
    assert f"{unfit.id} (task {unfit.task_id}, trial 0): reference: action" in out
    assert out.endswith("nothing flipped, 10/18 episodes rescored\n")


def test_json_holds_every_flip_before_and_after(
    run: RunFolder, monkeypatch: Patch, capsys: Capture
) -> None:
    new_rules.add_reward_rule(monkeypatch)
    assert main(["rescore", run.name, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["run"], told["episodes"], told["rescored"]) == ("played", 18, 18)
    assert told["transitions"] == {"reward 1 -> 0, kept -> failed": len(told["flips"])}
    flip = told["flips"][0]
    assert (flip["before"]["reward"], flip["after"]["reward"]) == (1.0, 0.0)
    assert (flip["before"]["verdict"], flip["after"]["verdict"]) == ("kept", "failed")
    assert "brevity" in flip["after"]["detail"]
    assert flip["before"]["trajectory"] != flip["after"]["trajectory"]
    assert flip["after"]["trajectory"] in {row.id for row in list_trajectories(run)}
    assert told["not_rescored"] == []


@pytest.mark.parametrize("flags", [[], ["--dry-run"]])
def test_table_names_episodes_by_the_id_they_have_in_the_run(
    run: RunFolder, monkeypatch: Patch, capsys: Capture, flags: list[str]
) -> None:
    new_rules.add_reward_rule(monkeypatch)
    assert main(["rescore", run.name, *flags]) == 0
    out = capsys.readouterr().out
    long = [row.id for row in list_trajectories(run) if len(row.messages) > new_rules.LONGEST]
    assert sum(key in out for key in long) == out.count("1 -> 0 ") > 0


@pytest.mark.parametrize(
    ("command", "stage"),
    [
        ("rescore", StageFolder.TASKS),
        ("rescore", StageFolder.TRAJECTORIES),
        ("rescore", StageFolder.VERDICTS),
        ("funnel", StageFolder.TASKS),
        ("funnel", StageFolder.TRAJECTORIES),
        ("replay", StageFolder.TASKS),
        ("replay", StageFolder.EXAMPLES),
    ],
)
@pytest.mark.parametrize("is_missing", [True, False])
def test_missing_or_damaged_part_is_one_line_that_names_it(
    run: RunFolder, capsys: Capture, command: str, stage: StageFolder, *, is_missing: bool
) -> None:
    part = locate_part(run, stage, 0)
    data = part.read_bytes()
    part.unlink()
    if not is_missing:
        part.write_bytes(data[:-100])
    assert main([command, run.name]) == 3
    out, err = capsys.readouterr()
    assert out == ""
    assert str(part) in err
    assert err.count("\n") == 1


def test_missing_rejects_are_named(run: RunFolder, capsys: Capture) -> None:
    rejects = next((run.path / REJECTS).glob("07_examples-*.parquet"))
    rejects.unlink()
    assert main(["rescore", run.name]) == 3
    assert f"{rejects}: missing" in capsys.readouterr().err
