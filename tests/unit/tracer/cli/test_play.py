import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from schemas.task import Task
from schemas.trajectory import Termination
from tests.support.retail_run import write_retail_run
from tests.support.small_run import DROPPED, make_domain
from tracer.cli.app import main
from tracer.cli.play import list_outcome
from tracer.harness.reward import Score
from tracer.store.folder import RunFolder

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def task(runs: Path) -> Task:
    return write_retail_run(runs)


def play(monkeypatch: pytest.MonkeyPatch, task: Task, side: str, *lines: str) -> int:
    """Return the exit code after these lines; the input then ends."""
    typed: Iterator[str] = iter(lines)

    def read(_prompt: str) -> str:
        try:
            return next(typed)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", read)
    return main(["play", "shop", task.id, "--as", side])


def list_files(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def squeeze(capsys: Capture) -> str:
    return " ".join(capsys.readouterr().out.split())


def test_agent_that_follows_the_reference_is_worth_one(
    monkeypatch: pytest.MonkeyPatch, task: Task, runs: Path, capsys: Capture
) -> None:
    before = list_files(runs)
    calls = [f"/{action.tool} {action.arguments}" for action in task.actions]
    answer = f"The price is {task.information[0].value}."
    lines = ["May I have your name and your postcode?", *calls, answer, "Goodbye.", "Goodbye."]
    assert play(monkeypatch, task, "agent", *lines) == 0
    shown = squeeze(capsys)
    assert "user: " in shown
    assert 'result: {"customer_id": "' in shown
    assert "termination stop reward 1 goal reached yes" in shown
    assert "The writes are the same, in the same order. The final states are equal." in shown
    assert task.instruction.splitlines()[0] not in shown
    assert list_files(runs) == before


def test_agent_that_only_talks_leaves_the_answer_missing(
    monkeypatch: pytest.MonkeyPatch, task: Task, capsys: Capture
) -> None:
    assert play(monkeypatch, task, "agent", *["It is dear."] * 40) == 0
    shown = squeeze(capsys)
    assert "goal reached no missing price" in shown


@pytest.mark.parametrize("side", ["agent", "user"])
def test_who_leaves_is_not_scored(
    monkeypatch: pytest.MonkeyPatch, task: Task, capsys: Capture, side: str
) -> None:
    assert play(monkeypatch, task, side) == 0
    shown = squeeze(capsys)
    assert "left before the end: nothing is scored" in shown
    assert "reward" not in shown


def test_user_who_gives_up_costs_the_agent(
    monkeypatch: pytest.MonkeyPatch, task: Task, capsys: Capture
) -> None:
    lines = ["I want to know a price. unsatisfied", "", "/unsatisfied No."]
    assert play(monkeypatch, task, "user", *lines) == 0
    shown = squeeze(capsys)
    assert task.instruction.splitlines()[0] in shown
    assert "agent: " in shown
    assert "termination unsatisfied reward -1 goal reached no missing price" in shown


def test_user_is_understood_by_the_rule_agent(
    monkeypatch: pytest.MonkeyPatch, task: Task, capsys: Capture
) -> None:
    told = [slot.value for fact in task.facts for slot in fact.slots if slot.slot != "intent"]
    everything = f"Please tell me a price. {', '.join(told)}."
    assert play(monkeypatch, task, "user", everything, "", "/stop") == 0
    shown = squeeze(capsys)
    assert task.information[0].value in shown
    assert "termination stop reward 1" in shown


def test_world_that_changed_is_refused(
    monkeypatch: pytest.MonkeyPatch, task: Task, capsys: Capture
) -> None:
    monkeypatch.setattr("tracer.cli.play.load_domain", lambda _name: make_domain())
    assert play(monkeypatch, task, "agent") == 3
    assert "is not what it was made on" in capsys.readouterr().err


def test_workflow_that_left_cannot_be_played(run: RunFolder, capsys: Capture) -> None:
    (run.path / "config.toml").write_text("", encoding="utf-8")
    assert main(["play", "small", DROPPED.id, "--as", "agent"]) == 2
    assert "has no task" in capsys.readouterr().err


def test_outcome_is_told_in_words() -> None:
    pairs = dict(
        list_outcome(
            Termination.USER_ERROR, "", Score(None, goal_reached=False, missing=["a", "b"])
        )
    )
    assert json.dumps(pairs) == json.dumps(
        {
            "termination": "user_error",
            "error": "",
            "reward": "not scored",
            "goal reached": "no",
            "missing": "a, b",
        }
    )
