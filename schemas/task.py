"""Task: a verified request with its reference; holds no feeling."""

from enum import StrEnum
from typing import ClassVar

from schemas.draft import Fact
from schemas.grounded import Action, Information, Refusal, Story
from schemas.record import Identified


class TaskKind(StrEnum):
    """What the right end of a task is."""

    CHANGE = "change"
    INFORMATION = "information"
    REFUSAL = "refusal"


class Task(Identified):
    """What an episode is run on and scored against."""

    PREFIX: ClassVar[str] = "task"

    workflow_id: str
    """The workflow it descends from."""
    domain: str
    """Domain name."""
    kind: TaskKind
    """A change of state, information alone, or a refusal."""
    cell: str
    """Quota cell of its workflow."""
    index: int
    """Number of the draw within its cell."""
    walks: list[list[str]]
    """Tool names, one list per intent."""
    customer_id: str
    """The customer who gets in touch."""
    instruction: str
    """Private instruction to the user simulator."""
    preferences: list[str]
    """Preferences in words."""
    facts: list[Fact]
    """The instruction in separate pieces."""
    story: Story
    """Why the customer gets in touch."""
    actions: list[Action]
    """Reference actions; never shown to an agent."""
    information: list[Information]
    """What must be told."""
    refusal: Refusal | None
    """What must be declined; null where everything asked for is allowed."""
    start_digest: str
    """Digest of the state at the start."""
    final_digest: str
    """Digest of the state a successful episode ends in."""
    duplicate_key: str
    """Digest of walk, customer and arguments: equal for tasks that are the same."""
