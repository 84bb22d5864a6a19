"""Consent: clauses 13 and 14, a listing before every change and an explicit yes to it."""

from tracer.domains.checking.consent import judge_consent, judge_scope
from tracer.domains.guard import Finding
from tracer.domains.retail.guards.listing import ACTIONS
from tracer.domains.state import Base
from tracer.domains.transcript import Transcript


def guard_consent(transcript: Transcript, base: Base) -> Finding:
    """Judge clause 13: before every change its details are listed and an explicit yes is given."""
    return judge_consent(transcript, base, ACTIONS)


def guard_scope(transcript: Transcript, base: Base) -> Finding:
    """Judge clause 14: what was done is what was listed when the customer agreed."""
    return judge_scope(transcript, base, ACTIONS)
