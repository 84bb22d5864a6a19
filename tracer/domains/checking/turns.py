"""Turns: one turn either calls tools or writes to the customer."""

from schemas.message import Role
from tracer.domains.guard import COMPLIED, Finding, violate
from tracer.domains.state import Base
from tracer.domains.transcript import Said, Transcript


def guard_turns(transcript: Transcript, base: Base) -> Finding:
    """Judge that no message of the assistant holds both text and calls."""
    del base
    written = -1
    for event in transcript.events:
        if isinstance(event, Said):
            if event.role is Role.ASSISTANT and event.text.strip():
                written = event.index
        elif event.index == written:
            return violate(f"message {event.index}: text beside a call of {event.tool}")
    return COMPLIED
