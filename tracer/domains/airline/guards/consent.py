"""Consent: clauses 12 and 13, a listing before every write and an explicit yes to it."""

from tracer.domains.airline.guards.actions import ACTIONS
from tracer.domains.checking.consent import judge_consent, judge_scope
from tracer.domains.guard import Finding
from tracer.domains.state import Base
from tracer.domains.transcript import Transcript


def guard_consent(transcript: Transcript, base: Base) -> Finding:
    """Judge clause 12: before every write its details are listed and an explicit yes is given."""
    return judge_consent(transcript, base, ACTIONS)


def guard_scope(transcript: Transcript, base: Base) -> Finding:
    """Judge clause 13: what was done is what was listed when the customer agreed."""
    return judge_scope(transcript, base, ACTIONS)
