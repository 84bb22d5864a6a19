from collections.abc import Iterator

import pytest

from schemas.task_review import RejectionReason, ReviewerKind, TaskReview, TaskRuling
from tests.support.small_run import TASK
from tracer.cli.caseload import Reviewer, open_caseload
from tracer.cli.sitting import Sitting, edit_text
from tracer.cli.terminal import make_console
from tracer.store.folder import RunFolder
from tracer.store.reviews import read_reviews

FACT = TASK.facts[0].text


def sit(monkeypatch: pytest.MonkeyPatch, run: RunFolder, *lines: str) -> list[TaskReview]:
    """Return the reviews there are after these lines were typed; the input then ends."""
    typed: Iterator[str] = iter(lines)

    def read(_prompt: str) -> str:
        try:
            return next(typed)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", read)
    caseload = open_caseload(run, Reviewer("Ada", ReviewerKind.PERSON), None, 1)
    Sitting(caseload, make_console()).hold()
    assert next(typed, None) is None
    return read_reviews(run)


def test_accepted(monkeypatch: pytest.MonkeyPatch, run: RunFolder) -> None:
    (review,) = sit(monkeypatch, run, "x", "A")
    assert (review.ruling, review.reason, review.after) == (TaskRuling.ACCEPTED, None, None)


@pytest.mark.parametrize("lines", [["s"], ["q"], ["r"], ["r", "5"], ["c", "New."], []])
def test_nothing_is_kept_of_what_was_not_decided(
    monkeypatch: pytest.MonkeyPatch, run: RunFolder, lines: list[str]
) -> None:
    assert sit(monkeypatch, run, *lines) == []


def test_rejected_with_reason_and_note(monkeypatch: pytest.MonkeyPatch, run: RunFolder) -> None:
    (review,) = sit(monkeypatch, run, "r", "9", "5", "one call")
    assert review.ruling is TaskRuling.REJECTED
    assert (review.reason, review.note) == (RejectionReason.TOO_EASY, "one call")


def test_other_reason_needs_a_note(monkeypatch: pytest.MonkeyPatch, run: RunFolder) -> None:
    (review,) = sit(monkeypatch, run, "r", "6", "", " ", "it rhymes")
    assert (review.reason, review.note) == (RejectionReason.OTHER, "it rhymes")


def test_corrected_field_by_field(monkeypatch: pytest.MonkeyPatch, run: RunFolder) -> None:
    rest = [""] * (len(TASK.facts) - 1)
    edits = ["Zoë => Zora", "nowhere => here", "", "You want\x1b[31m out.", "", *rest]
    (review,) = sit(monkeypatch, run, "c", *edits, "clearer")
    assert review.after is not None
    assert review.before.instruction == TASK.instruction
    assert review.after.instruction == TASK.instruction.replace("Zoë", "Zora")
    assert review.after.instruction != TASK.instruction
    assert review.before.facts[0].text == FACT
    assert review.after.facts[0].text == "You want out."
    assert (review.ruling, review.note) == (TaskRuling.CORRECTED, "clearer")


def test_correction_that_changes_nothing_asks_again(
    monkeypatch: pytest.MonkeyPatch, run: RunFolder
) -> None:
    (review,) = sit(monkeypatch, run, "c", "", *[""] * len(TASK.facts), "a")
    assert review.ruling is TaskRuling.ACCEPTED


@pytest.mark.parametrize("line", ["q => y", "a => b", "all a text =>"])
def test_passage_must_stand_once_and_leave_something(line: str) -> None:
    assert edit_text("all a text", line) is None


def test_passage_can_be_taken_out() -> None:
    assert edit_text("all a text", "all a =>") == " text"
