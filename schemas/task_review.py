"""TaskReview: what a reader decided of one task of a run; kept beside the Parquet, never in it."""

from enum import StrEnum

from schemas.record import Record
from schemas.task import Task


class ReviewerKind(StrEnum):
    """Who decides: a person who pressed a key at a terminal, or a model whose file was imported."""

    PERSON = "person"
    MODEL = "model"


class TaskRuling(StrEnum):
    """What was decided of a task."""

    ACCEPTED = "accepted"
    CORRECTED = "corrected"
    REJECTED = "rejected"


class RejectionReason(StrEnum):
    """Why a reader rejects a task; a closed list."""

    UNNATURAL = "unnatural"
    """Nobody would want this, or want it like this."""
    CONTRADICTS_ITSELF = "contradicts_itself"
    """Two parts of the instruction cannot both hold."""
    NOT_WHAT_A_CUSTOMER_SAYS = "not_what_a_customer_says"
    """The wording or the knowledge is the shop's, not a customer's."""
    WRONG_REFERENCE = "wrong_reference"
    """The reference actions are not what the instruction asks for."""
    TOO_EASY = "too_easy"
    """It tests nothing."""
    OTHER = "other"
    """None of these; the note says what."""


class FactText(Record):
    """The text of one fact."""

    id: str
    """Id of the fact within its task."""
    text: str
    """The fact as a clause in second person."""


class TaskText(Record):
    """The texts of a task that a reader may correct."""

    instruction: str
    """Private instruction to the user simulator."""
    facts: list[FactText]
    """Text of every fact, in the order of the task."""


class TaskDecision(Record):
    """What a reader decides of one task; a line of a file that is imported."""

    task_id: str
    """The task."""
    ruling: TaskRuling
    """accepted, corrected or rejected."""
    reason: RejectionReason | None = None
    """Why it was rejected; null when it was not."""
    note: str = ""
    """In the reader's words; needed where the reason is `other`."""
    after: TaskText | None = None
    """The texts as corrected; null when nothing was."""


class TaskReview(TaskDecision):
    """A decision with who gave it and what it was given on; a line of `reviews.jsonl`."""

    reviewer: str
    """Name of who decided."""
    kind: ReviewerKind
    """person or model."""
    date: str
    """Day it was decided, an ISO date."""
    before: TaskText
    """The texts that were read."""


def read_text(task: Task) -> TaskText:
    """Return the texts of a task."""
    facts = [FactText(id=fact.id, text=fact.text) for fact in task.facts]
    return TaskText(instruction=task.instruction, facts=facts)


def find_decision_fault(decision: TaskDecision, before: TaskText) -> str | None:
    """Return why a decision on a task with these texts is none; None when it is one."""
    is_rejected = decision.ruling is TaskRuling.REJECTED
    is_corrected = decision.ruling is TaskRuling.CORRECTED
    if is_rejected != (decision.reason is not None):
        return "rejected without a reason" if is_rejected else "a reason, but not rejected"
    if decision.reason is RejectionReason.OTHER and not decision.note.strip():
        return "reason other: the note must say what"
    if is_corrected != (decision.after is not None):
        return "corrected without the texts after" if is_corrected else "texts, but not corrected"
    return None if decision.after is None else find_correction_fault(before, decision.after)


def find_correction_fault(before: TaskText, after: TaskText) -> str | None:
    """Return why the texts after are no correction of those before; None when they are one."""
    if [fact.id for fact in before.facts] != [fact.id for fact in after.facts]:
        return "corrected: the facts are not those of the task, in its order"
    if not all(text.strip() for text in (after.instruction, *(fact.text for fact in after.facts))):
        return "corrected: a text is empty"
    return "corrected, but nothing changed" if before == after else None
