"""`tracer review` at a terminal: keys typed into a pseudo-terminal."""

import sys
from pathlib import Path

import pytest

from schemas.task_review import RejectionReason, ReviewerKind, TaskRuling
from tests.support.builders import make_task
from tests.support.pseudo_terminal import Terminal
from tests.support.small_run import TASK, write, write_run
from tracer.store.reviews import locate_reviews, read_reviews
from tracer.store.stage import StageFolder

COMMAND = [sys.executable, "-m", "tracer.cli.app", "review", "small", "--reviewer", "Ada"]
KEYS = "[q]uit: "


def answer(terminal: Terminal, *pairs: tuple[str, str]) -> None:
    """Wait for each prompt and type what answers it."""
    for prompt, line in pairs:
        terminal.wait_for(prompt)
        terminal.type(line)


def test_person_decides_by_keys_and_goes_on_another_day(
    run_root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TRACER_RUNS", str(run_root))
    run = write_run(run_root)
    others = [make_task(domain="boxes", index=number) for number in (1, 2, 3)]
    write(run, StageFolder.TASKS, TASK, *others)
    terminal = Terminal(COMMAND)
    terminal.wait_for("1/4")
    terminal.wait_for("You are Zoë.")
    answer(terminal, (KEYS, "r"), ("reason 1-6: ", "5"), ("note: ", "One call."))
    terminal.wait_for("2/4")
    answer(terminal, (KEYS, "c"), ("new instruction: ", "Zoë => Zora"), ("new instruction: ", ""))
    answer(terminal, *[(f"new {fact.id}: ", "") for fact in others[0].facts], ("note: ", ""))
    terminal.wait_for("3/4")
    answer(terminal, (KEYS, "s"))
    terminal.wait_for("4/4")
    answer(terminal, (KEYS, "q"))
    terminal.wait_for("person Ada: 0 accepted, 1 corrected, 1 rejected of 4")
    assert terminal.finish() == 0
    rejected, corrected = read_reviews(run)
    assert (rejected.task_id, rejected.kind) == (TASK.id, ReviewerKind.PERSON)
    assert (rejected.reason, rejected.note) == (RejectionReason.TOO_EASY, "One call.")
    assert corrected.ruling is TaskRuling.CORRECTED
    assert corrected.after is not None
    assert "Zora" in corrected.after.instruction

    with locate_reviews(run).open("ab") as file:
        file.write(b'{"task_id":')
    again = Terminal(COMMAND)
    again.wait_for("dropped an unfinished last line")
    again.wait_for("3/4")
    answer(again, (KEYS, "a"))
    again.wait_for("4/4")
    answer(again, (KEYS, "a"))
    again.wait_for("person Ada: 2 accepted, 1 corrected, 1 rejected of 4")
    assert again.finish() == 0
    assert len(read_reviews(run)) == 4
