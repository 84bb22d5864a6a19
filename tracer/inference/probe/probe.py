"""Probe: one question put to a model behind a server, and the finding it ends in."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import StrEnum

from schemas.record import Record
from tracer.inference.probe.subject import Subject


class ProbeName(StrEnum):
    """What is asked about, in the words of the table."""

    REACHABLE = "reachable"
    REASONING = "reasoning"
    ANSWER = "plain answer"
    SYSTEM = "system message"
    ROOM = "room for a run"
    STRUCTURE = "structured output"
    TOOLS = "tools in the prompt"
    AUTO = "one call"
    FORCED = "forced call"
    REACT = "call as text"
    PARALLEL = "parallel calls"
    EMPTY = "call without arguments"
    TRIP = "tool round trip"
    CONTEXT = "context limit"
    LOAD = "8 at once"
    PREFIX = "prefix cache"


class Verdict(StrEnum):
    """How a probe ended."""

    WORKS = "works"
    PARTLY = "partly"
    NOT = "not"
    UNKNOWN = "unknown"
    """The server tells too little to say, or was not asked."""


class Finding(Record):
    """What one probe found."""

    probe: ProbeName
    """What was asked about."""
    verdict: Verdict
    """How it ended."""
    n_ok: int = 0
    """Tries that went well."""
    n: int = 0
    """Tries; 0 where nothing was counted."""
    seen: str
    """What was seen, in one line."""
    advice: str = ""
    """What to set or to change; empty when nothing need be."""

    @property
    def is_usable(self) -> bool:
        """Whether at least one try went well."""
        return self.verdict in (Verdict.WORKS, Verdict.PARTLY)

    @property
    def rate(self) -> float:
        """Share of tries that went well, 0 to 1; 0 where nothing was counted."""
        return self.n_ok / self.n if self.n else 0.0


@dataclass(frozen=True, slots=True)
class Probe:
    """One probe; `run` may change the subject when it finds how it wants to be asked."""

    name: ProbeName
    run: Callable[[Subject], Awaitable[Finding]]


def grade(probe: ProbeName, n_ok: int, n: int, seen: str, advice: str = "") -> Finding:
    """Return the finding of `n` tries; advice is for those that failed."""
    verdict = Verdict.PARTLY if n_ok else Verdict.NOT
    if n_ok == n:
        verdict, advice = Verdict.WORKS, ""
    return Finding(probe=probe, verdict=verdict, n_ok=n_ok, n=n, seen=seen, advice=advice)


def fail(probe: ProbeName, seen: str, advice: str = "") -> Finding:
    """Return the finding of a probe that found a defect."""
    return Finding(probe=probe, verdict=Verdict.NOT, seen=seen, advice=advice)


def leave_open(probe: ProbeName, seen: str, advice: str = "") -> Finding:
    """Return the finding of a probe that could not tell."""
    return Finding(probe=probe, verdict=Verdict.UNKNOWN, seen=seen, advice=advice)
