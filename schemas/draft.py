"""TaskDraft: the customer's side of a grounded workflow, without what only the shop knows."""

from enum import StrEnum
from typing import ClassVar

from schemas.record import Identified, Record


class FactKind(StrEnum):
    """What a fact is for."""

    IDENTITY = "identity"
    REQUEST = "request"
    DETAIL = "detail"
    PREFERENCE = "preference"
    QUESTION = "question"
    STANCE = "stance"


class SlotValue(Record):
    """One value of a fact."""

    slot: str
    """Slot name in the domain's terms."""
    value: str
    """Surface form, as the customer says it."""


class Fact(Record):
    """One separate piece of information the customer holds and may tell."""

    id: str
    """`f1`, `f2`, ... within the task."""
    kind: FactKind
    """Identity, the request itself, a detail of it, a preference, a question, or a stance: how the
    customer takes things, which is never said."""
    topic: int
    """The concern it belongs to, from 0; identity facts stand at 0."""
    slots: list[SlotValue]
    """The values it conveys; a request has one, whose slot is `intent`."""
    about: str
    """Surface form of the item it belongs to; empty when the topic has only one thing."""
    wording: str
    """Which of the domain's lists of wordings puts it into words; for a request, the intent."""
    text: str
    """The fact as a clause in second person, as it stands in the instruction."""


class TaskDraft(Identified):
    """An instruction to a customer, whole and in separate facts."""

    PREFIX: ClassVar[str] = "dr"

    workflow_id: str
    """The workflow it descends from."""
    instruction: str
    """Private instruction to the user simulator, second person, ids replaced by descriptions."""
    preferences: list[str]
    """Preferences in words; each selects exactly one thing in the database."""
    facts: list[Fact]
    """The instruction in separate pieces of information."""
