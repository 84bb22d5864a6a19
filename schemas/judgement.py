"""Judgement: what the filter says of one trajectory, before equal conversations are thinned."""

from typing import ClassVar

from schemas.record import Identified
from schemas.verdict import ClauseFinding, Reason


class Judgement(Identified):
    """Kept or not, and why; one for every trajectory."""

    PREFIX: ClassVar[str] = "jd"

    workflow_id: str
    """The workflow the trajectory descends from."""
    trajectory_id: str
    """The trajectory judged."""
    task_id: str
    """Its task."""
    domain: str
    """Domain name."""
    kept: bool
    """Whether it may become an example; duplicates among the kept are dropped later."""
    reason: Reason | None
    """Why it left; null when kept."""
    detail: str
    """One line for a human: which message, call or clause; empty when kept."""
    clauses: list[ClauseFinding]
    """Findings of the policy guards that are not `complied`."""
    duplicate_key: str
    """Digest of the messages: equal for conversations that are the same."""
    has_markup: bool | None = None
    """Whether a text holds markup of calls, reasoning or templates, whatever the reason it left
    for; null where nobody looked."""
