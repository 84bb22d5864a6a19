"""Act: one dialogue act, what a message does beside its words.

Acts are the annotation of the rule engine.
"""

from enum import StrEnum

from schemas.record import Record


class ActKind(StrEnum):
    """What an act does. Customers use the first group, agents the second, both the third."""

    REQUEST = "request"
    INFORM = "inform"
    AFFIRM = "affirm"
    DENY = "deny"
    CHECK = "check"
    UNKNOWN = "unknown"

    ASK = "ask"
    PROPOSE = "propose"
    REPORT = "report"
    ANSWER = "answer"
    DECLINE = "decline"
    ASSURE = "assure"
    OFFER = "offer"
    APOLOGISE = "apologise"

    GREET = "greet"
    THANK = "thank"
    FEEL = "feel"
    BYE = "bye"


class Act(Record):
    """One dialogue act that the final text of a message conveys.

    A slot value always occurs in the text of its message (a tested law), so that whoever reads acts
    knows no more than whoever reads the text.
    """

    kind: ActKind
    """What the act does."""
    topic: int = 0
    """Which of the customer's concerns it belongs to, from 0 in the order in which they come up."""
    slot: str = ""
    """What it is about, in the domain's terms: intent for a request, slot for an inform or ask."""
    value: str = ""
    """Surface form of the value, as it stands in the text; empty when the act carries none."""
    about: str = ""
    """Surface form of what the value belongs to when a topic has several (an item); else empty."""
