"""GroundedWorkflow: a workflow whose tools have entities and arguments.

It was run once in the environment.
"""

from enum import StrEnum
from typing import Annotated, ClassVar

from schemas.message import JsonText
from schemas.record import Identified, Record


class ActionRole(StrEnum):
    """Why a reference action is there."""

    LOOKUP = "lookup"
    SUPPORT = "support"
    WALK = "walk"


class Action(Record):
    """One reference action: a call that was run, with what came of it."""

    tool: str
    """Tool name."""
    arguments: Annotated[str, JsonText]
    """Arguments as canonical JSON."""
    result: Annotated[str, JsonText]
    """Result as canonical JSON."""
    state_digest: str
    """Digest of the state after the call."""
    role: ActionRole
    """Identity look-up, a read that supplies a later argument, or a node of a walk."""
    intent: int
    """Which walk it belongs to, from 0; the look-up belongs to 0."""
    topic: int | None
    """The concern it settles, from 0; null for a look-up, a support read or a read on the way."""


class Information(Record):
    """Something the agent has to tell the customer."""

    topic: int
    """The concern it belongs to, from 0."""
    question: str
    """What is asked, in the domain's terms, such as `total`."""
    subject: str
    """Id of what it is about where the call alone does not say, such as one variant; else empty."""
    value: str
    """The value as the tools give it."""
    accepted: list[str]
    """Surface forms that count as telling it, the value among them."""


class Refusal(Record):
    """Something the customer asks for that the policy forbids; the right end is to decline it."""

    topic: int
    """The concern it is, from 0."""
    tool: str
    """The call an agent would make if it gave in."""
    arguments: Annotated[str, JsonText]
    """Its arguments as canonical JSON."""
    clause: int
    """The policy clause that forbids it."""
    reason: str
    """Why, in one line."""
    accepted: list[str]
    """Surface forms that count as telling the reason."""


class Story(Record):
    """Who the customer is and why they get in touch; holds no id and no database value."""

    name: str
    """First name of the customer."""
    who: str
    """The customer in one sentence, third person, first name only."""
    why: str
    """Why now, third person, one or two sentences."""
    stake: str
    """What is at stake for them, third person."""
    voiced: str
    """The reason in the customer's own words, first person."""
    thing: str
    """Noun phrase for what it is about, such as `the walking boots`."""


class GroundedWorkflow(Identified):
    """A workflow with customer, arguments, results and story."""

    PREFIX: ClassVar[str] = "gr"

    workflow_id: str
    """The workflow it grounds."""
    domain: str
    """Domain name."""
    walks: list[list[str]]
    """The workflow's walks."""
    customer_id: str
    """The customer who gets in touch."""
    actions: list[Action]
    """Reference actions in order, the identity look-up first."""
    information: list[Information]
    """What must be told; empty for a task that only changes something."""
    refusal: Refusal | None
    """What must be declined; null where everything asked for is allowed."""
    start_digest: str
    """Digest of the state before the first action."""
    final_digest: str
    """Digest of the state after the last action."""
    story: Story
    """Why the customer gets in touch."""

    def list_topics(self) -> set[int]:
        """Return the concerns, one that must be declined among them."""
        topics = {action.topic for action in self.actions if action.topic is not None}
        return topics if self.refusal is None else topics | {self.refusal.topic}
