from typing import Any

import pytest

from schemas.task_review import (
    FactText,
    RejectionReason,
    TaskDecision,
    TaskRuling,
    TaskText,
    find_decision_fault,
    read_text,
)
from tests.support.builders import make_fact, make_task

BEFORE = TaskText(instruction="You want tea.", facts=[FactText(id="f1", text="You want tea.")])
MILK = [FactText(id="f1", text="You want milk.")]


def decide(ruling: TaskRuling, **changes: Any) -> TaskDecision:
    return TaskDecision(task_id="t", ruling=ruling, **changes)


def correct(instruction: str, facts: list[FactText]) -> TaskDecision:
    after = TaskText(instruction=instruction, facts=facts)
    return decide(TaskRuling.CORRECTED, after=after)


def test_texts_of_a_task_are_instruction_and_facts() -> None:
    task = make_task(instruction="Do.", facts=[make_fact(id="f3", text="You do.")])
    assert read_text(task) == TaskText(instruction="Do.", facts=[FactText(id="f3", text="You do.")])


@pytest.mark.parametrize(
    "decision",
    [
        decide(TaskRuling.ACCEPTED),
        decide(TaskRuling.REJECTED, reason=RejectionReason.TOO_EASY),
        decide(TaskRuling.REJECTED, reason=RejectionReason.OTHER, note="It rhymes."),
        correct("You want tea.", MILK),
        correct("You want milk.", BEFORE.facts),
    ],
)
def test_sound_decision_has_no_fault(decision: TaskDecision) -> None:
    assert find_decision_fault(decision, BEFORE) is None


@pytest.mark.parametrize(
    ("decision", "fault"),
    [
        (decide(TaskRuling.REJECTED), "rejected without a reason"),
        (
            decide(TaskRuling.ACCEPTED, reason=RejectionReason.TOO_EASY),
            "a reason, but not rejected",
        ),
        (decide(TaskRuling.REJECTED, reason=RejectionReason.OTHER, note=" "), "must say what"),
        (decide(TaskRuling.CORRECTED), "without the texts after"),
        (decide(TaskRuling.ACCEPTED, after=BEFORE), "texts, but not corrected"),
        (correct("You want tea.", BEFORE.facts), "nothing changed"),
        (correct("You want milk.", []), "not those of the task"),
        (correct("You want milk.", [FactText(id="f1", text=" ")]), "a text is empty"),
    ],
)
def test_unsound_decision_says_why(decision: TaskDecision, fault: str) -> None:
    assert fault in (find_decision_fault(decision, BEFORE) or "")
