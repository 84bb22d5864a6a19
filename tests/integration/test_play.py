"""`tracer play` at a terminal: lines typed into a pseudo-terminal."""

import signal
import sys
import time
from pathlib import Path

import pytest

from schemas.task import Task
from tests.support.pseudo_terminal import Terminal
from tests.support.retail_run import write_retail_run

COMMAND = [sys.executable, "-m", "tracer.cli.app", "play", "shop"]


@pytest.fixture
def task(run_root: Path, monkeypatch: pytest.MonkeyPatch) -> Task:
    monkeypatch.setenv("TRACER_RUNS", str(run_root))
    return write_retail_run(run_root)


def test_human_agent_serves_the_rule_user(task: Task) -> None:
    terminal = Terminal([*COMMAND, task.id, "--as", "agent"])
    terminal.wait_for("user: ")
    terminal.wait_for("agent> ")
    terminal.type("/tools")
    terminal.wait_for("/find_customer_by_name_and_postcode (name, postcode)")
    for action in task.actions:
        terminal.wait_for("agent> ")
        terminal.type(f"/{action.tool} {action.arguments}")
        terminal.wait_for("result: ")
    terminal.wait_for("agent> ")
    terminal.type(f"The price is {task.information[0].value}.")
    terminal.wait_for("user: ")
    terminal.wait_for("agent> ")
    terminal.type("Goodbye.")
    terminal.wait_for("termination")
    terminal.wait_for("The final states are equal.")
    assert terminal.finish() == 0


def test_human_user_gives_up_on_the_rule_agent(task: Task) -> None:
    terminal = Terminal([*COMMAND, task.id, "--as", "user"])
    terminal.wait_for("You are Christine")
    terminal.wait_for("user> ")
    terminal.type("What does the power bank cost? I may stop here, unsatisfied.")
    terminal.wait_for("tells [f2 f3]: ")
    terminal.type("")
    terminal.wait_for("agent: ")
    terminal.wait_for("user> ")
    terminal.type("/unsatisfied")
    terminal.wait_for("unsatisfied")
    terminal.wait_for("-1")
    assert terminal.finish() == 0


def test_interrupt_ends_the_play_at_once(task: Task) -> None:
    terminal = Terminal([*COMMAND, task.id, "--as", "agent"])
    terminal.wait_for("agent> ")
    # Between the prompt and the read behind it a signal would wait for a line.
    time.sleep(0.5)
    terminal.process.send_signal(signal.SIGINT)
    assert terminal.finish() == 130
