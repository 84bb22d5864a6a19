"""Timing: what is not reproducible about a record, kept apart from it and out of every digest."""

from schemas.record import Record
from schemas.verdict import Stage


class Timing(Record):
    """One piece of work done for one record by one role."""

    record_id: str
    """The record the work was for."""
    stage: Stage
    """The stage it was done in."""
    role: str
    """What did the work, such as `agent` or `user`."""
    wall_s: float
    """How long it took, seconds."""
    n_retries: int
    """Tries after the first."""
    endpoint: str
    """Address of the server that answered; empty for rules."""
    n_calls: int = 0
    """Model calls; 0 for rules."""
    n_input_tokens: int = 0
    """Prompt tokens, as the server counts them."""
    n_cached_tokens: int = 0
    """Prompt tokens that the server took from its prefix cache, where it says so."""
    n_output_tokens: int = 0
    """Completion tokens."""
