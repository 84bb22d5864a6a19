"""Handover: clause 36, what is handed to a person and with which words."""

import re
from collections.abc import Iterator
from typing import Any

from schemas.message import Role
from schemas.verdict import ClauseVerdict
from tracer.domains.guard import COMPLIED, Finding, doubt, violate
from tracer.domains.retail.guards.identity import HAND_OVER, LOOK_UPS
from tracer.domains.retail.guards.listing import ACTIONS
from tracer.domains.retail.guards.wording import compact, normalise
from tracer.domains.state import Base
from tracer.domains.transcript import Called, Said, Transcript

MIN_WORDS = 5
FORBIDDEN = re.compile(
    r"\b(?:compensat\w*|discount\w*|voucher\w*|goodwill|store credit|price match\w*"
    r"|waive\w*|new order|place an order)\b"
)
# What the tools can do, unless the parcel or the account is the matter.
COVERED = re.compile(
    r"\b(?:cancel\w*|exchang\w*|return(?:s|ed|ing)?|chang\w* (?:\w+ ){0,3}address"
    r"|chang\w* (?:\w+ ){0,3}payment|payment method)\b"
)
UNCOVERED = re.compile(
    r"\b(?:never (?:came|arrived)|not (?:\w+ )?(?:arrived|received|come|found|been delivered)"
    r"|missing|lost|damaged|broken|faulty|wrong|did ?n[o']t (?:arrive|come)"
    r"|has ?n[o']t (?:arrived|come)|name|e-?mail|phone|no account"
    r"|account (?:was|is|could) not|not find|no (?:\w+ )?match\w*|nobody"
    r"|invoice|receipt|carrier|parcel|fraud\w*|complain\w*|technical|error)\b"
)


def guard_hand_over(transcript: Transcript, base: Base) -> Finding:
    """Judge the part of clause 36 that code can see.

    A refusal by a tool is the policy speaking: handing over straight after one is a violation. The
    summary must name the customer and say what they want; wishes that a tool or a clause settles
    leave the hand-over unclear. Whether the matter truly lies outside the tools is for a judge.
    """
    finding = COMPLIED
    for position, event in enumerate(transcript.events):
        if isinstance(event, Called) and event.tool == HAND_OVER:
            judged = judge_hand_over(event, transcript.events[:position], base)
            if judged.verdict is ClauseVerdict.VIOLATED:
                return judged
            finding = judged if finding is COMPLIED else finding
    return finding


def judge_hand_over(call: Called, before: tuple[Said | Called, ...], base: Base) -> Finding:
    """Return the finding for one hand-over; `before` holds the events before it."""
    where = f"message {call.index}"
    summary = normalise(str(call.arguments.get("summary", "")))
    if follows_refusal(before):
        return violate(f"{where}: handed over what a tool had just refused")
    if FORBIDDEN.search(summary):
        return violate(f"{where}: handed over for what the policy forbids")
    if not names_customer(summary, before, base):
        return violate(f"{where}: the summary does not say who the customer is")
    if len(summary.split()) < MIN_WORDS:
        return doubt(f"{where}: the summary may not say what the customer wants")
    if COVERED.search(summary) and not UNCOVERED.search(summary):
        return doubt(f"{where}: the summary asks for what a tool can do")
    return COMPLIED


def follows_refusal(before: tuple[Said | Called, ...]) -> bool:
    """Return whether a write was refused after the customer last spoke."""
    for event in reversed(before):
        if isinstance(event, Said):
            if event.role is Role.USER:
                return False
        elif event.tool in ACTIONS and not event.ok:
            return True
    return False


def names_customer(summary: str, before: tuple[Said | Called, ...], base: Base) -> bool:
    """Return whether a summary holds anything that tells who the customer is."""
    joined = compact(summary)
    return any(len(mark) > 1 and mark in joined for mark in list_marks(before, base))


def list_marks(before: tuple[Said | Called, ...], base: Base) -> Iterator[str]:
    """Yield what tells the customer: the id, name, mail address, or what a look-up was given."""
    for event in before:
        if not isinstance(event, Called) or event.tool not in LOOK_UPS:
            continue
        yield from (compact(str(value)) for value in event.arguments.values())
        yield from (compact(word) for word in str(event.arguments.get("name", "")).split())
        if event.ok and isinstance(event.result, dict):
            key = str(event.result.get("customer_id", ""))
            row: Any = base.tables.get("customers", {}).get(key, {})
            yield compact(key)
            yield from (compact(str(row.get(name, ""))) for name in ("email", "phone"))
            yield from (compact(str(part)) for part in dict(row.get("name", {})).values())
