"""Guard: checks one policy clause over one conversation, by code."""

from collections.abc import Callable
from dataclasses import dataclass

from schemas.verdict import ClauseVerdict
from tracer.domains.state import Base
from tracer.domains.transcript import Transcript


@dataclass(frozen=True, slots=True)
class Finding:
    """What a guard found; `detail` names the message or call and is empty when complied."""

    verdict: ClauseVerdict
    detail: str = ""


COMPLIED = Finding(ClauseVerdict.COMPLIED)


def violate(detail: str) -> Finding:
    """Return a violation."""
    return Finding(ClauseVerdict.VIOLATED, detail)


def doubt(detail: str) -> Finding:
    """Return an unclear finding: what free text leaves open is never taken as complied."""
    return Finding(ClauseVerdict.UNCLEAR, detail)


Guard = Callable[[Transcript, Base], Finding]
"""Takes the conversation and the frozen base it started from."""
