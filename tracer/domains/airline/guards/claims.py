"""Claims: clauses 5 and 6, figures stated by the assistant and where they come from."""

from tracer.domains.airline.guards.facts import FACTS
from tracer.domains.checking.statements import judge_claims, judge_sums
from tracer.domains.guard import Finding
from tracer.domains.state import Base
from tracer.domains.transcript import Transcript


def guard_claims(transcript: Transcript, base: Base) -> Finding:
    """Judge the part of clause 5 that code can see: figures come from tools, policy or customer."""
    del base
    return judge_claims(transcript, FACTS)


def guard_sums(transcript: Transcript, base: Base) -> Finding:
    """Judge clause 6: a total or difference stated is one that a tool or the policy shows."""
    del base
    return judge_sums(transcript, FACTS)
