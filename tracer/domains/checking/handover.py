"""Handover: what is handed to a person and with which words."""

import re
from collections.abc import Container, Iterator
from dataclasses import dataclass
from typing import Any

from schemas.message import Role
from schemas.verdict import ClauseVerdict
from tracer.domains.checking.identity import HAND_OVER
from tracer.domains.checking.wording import compact, normalise
from tracer.domains.guard import COMPLIED, Finding, doubt, violate
from tracer.domains.state import Base
from tracer.domains.transcript import Called, Said, Transcript

MIN_WORDS = 5


@dataclass(frozen=True, slots=True, eq=False)
class Errands:
    """Words of a summary, normalised, for what a customer may want of a domain's desk."""

    look_ups: tuple[str, ...]
    writes: Container[str]
    forbidden: re.Pattern[str]
    """What the policy forbids."""
    covered: re.Pattern[str]
    """What the tools can do."""
    uncovered: re.Pattern[str]
    """What they cannot; it outweighs words of `covered`."""


def judge_hand_overs(transcript: Transcript, base: Base, errands: Errands) -> Finding:
    """Judge hand-overs as far as code can see them.

    A refusal by a tool is the policy speaking: handing over straight after one is a violation. The
    summary must name the customer and say what they want; wishes that a tool or a clause settles
    leave the hand-over unclear. Whether the matter truly lies outside the tools is for a judge.
    """
    finding = COMPLIED
    for position, event in enumerate(transcript.events):
        if isinstance(event, Called) and event.tool == HAND_OVER:
            judged = judge_hand_over(event, transcript.events[:position], base, errands)
            if judged.verdict is ClauseVerdict.VIOLATED:
                return judged
            finding = judged if finding is COMPLIED else finding
    return finding


def judge_hand_over(
    call: Called, before: tuple[Said | Called, ...], base: Base, errands: Errands
) -> Finding:
    """Return the finding for one hand-over; `before` holds the events before it."""
    where = f"message {call.index}"
    summary = normalise(str(call.arguments.get("summary", "")))
    if follows_refusal(before, errands.writes):
        return violate(f"{where}: handed over what a tool had just refused")
    if errands.forbidden.search(summary):
        return violate(f"{where}: handed over for what the policy forbids")
    if not names_customer(summary, before, base, errands.look_ups):
        return violate(f"{where}: the summary does not say who the customer is")
    if len(summary.split()) < MIN_WORDS:
        return doubt(f"{where}: the summary may not say what the customer wants")
    if errands.covered.search(summary) and not errands.uncovered.search(summary):
        return doubt(f"{where}: the summary asks for what a tool can do")
    return COMPLIED


def follows_refusal(before: tuple[Said | Called, ...], writes: Container[str]) -> bool:
    """Return whether a write was refused after the customer last spoke."""
    for event in reversed(before):
        if isinstance(event, Said):
            if event.role is Role.USER:
                return False
        elif event.tool in writes and not event.ok:
            return True
    return False


def names_customer(
    summary: str, before: tuple[Said | Called, ...], base: Base, look_ups: tuple[str, ...]
) -> bool:
    """Return whether a summary holds anything that tells who the customer is."""
    joined = compact(summary)
    return any(len(mark) > 1 and mark in joined for mark in list_marks(before, base, look_ups))


def list_marks(
    before: tuple[Said | Called, ...], base: Base, look_ups: tuple[str, ...]
) -> Iterator[str]:
    """Yield what tells the customer: the id, name, mail address, or what a look-up was given."""
    for event in before:
        if not isinstance(event, Called) or event.tool not in look_ups:
            continue
        yield from (compact(str(value)) for value in event.arguments.values())
        yield from (compact(word) for word in str(event.arguments.get("name", "")).split())
        if event.ok and isinstance(event.result, dict):
            key = str(event.result.get("customer_id", ""))
            row: Any = base.tables.get("customers", {}).get(key, {})
            yield compact(key)
            yield from (compact(str(row.get(name, ""))) for name in ("email", "phone"))
            yield from (compact(str(part)) for part in dict(row.get("name", {})).values())
