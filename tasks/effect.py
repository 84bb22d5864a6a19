"""Effect: whether the writes of a reference change anything."""

from collections.abc import Sequence

from schemas.grounded import Action
from tracer.domains.domain import Domain
from tracer.domains.tool import ToolKind


def find_idle_write(actions: Sequence[Action], start_digest: str, domain: Domain) -> str | None:
    """Return what is true already: a write that leaves the state as it was, or all of them.

    Args:
        actions: Reference actions in order, each with the digest of the state after it.
        start_digest: Digest of the state before the first.
        domain: Where the tools are.
    """
    before, last = start_digest, ""
    for place, action in enumerate(actions):
        if domain.tools[action.tool].kind is ToolKind.WRITE:
            last = f"action {place} {action.tool}"
            if action.state_digest == before:
                return f"{last} leaves the state as it was"
        before = action.state_digest
    return f"up to {last} the writes undo each other" if last and before == start_digest else None
