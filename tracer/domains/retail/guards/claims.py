"""Claims: clauses 5 and 6, figures stated by the assistant and where they come from."""

import re
from collections.abc import Iterator

from schemas.message import Role
from tracer.domains.guard import COMPLIED, Finding, doubt, violate
from tracer.domains.retail.guards.evidence import Evidence
from tracer.domains.retail.guards.figures import WEEKDAY, find_amounts, find_days, find_spans
from tracer.domains.retail.guards.wording import ORDER_ID, normalise
from tracer.domains.state import Base
from tracer.domains.transcript import Said, Transcript

CODE = re.compile(r"(?<![\w.,-])(?=[a-z-]*\d)[a-z]{0,4}-?\d{5,}\b(?![.,]\d)")
LAST_FOUR = re.compile(r"\bending (?:in |with |on )?(\d{4})\b")
SUM = re.compile(
    r"\b(?:total\w*|sum\w*|difference|differ\w*|altogether|combined|together|in all|more|less"
    r"|cheaper|dearer|extra|remain\w*|left over|balance (?:of|left)|adds? up|comes? to|net)\b"
)
SUM_REACH = 60
"""Characters before and after an amount in which a word for a sum makes it one."""


def walk_statements(transcript: Transcript) -> Iterator[tuple[Said, str, Evidence]]:
    """Yield each text of the assistant, also normalised, with the evidence before it."""
    evidence = Evidence()
    for event in transcript.events:
        if not isinstance(event, Said):
            evidence.add_result(event)
        elif event.role is Role.USER:
            evidence.add_words(event.text)
        elif event.role is Role.ASSISTANT:
            yield event, normalise(event.text), evidence


def guard_claims(transcript: Transcript, base: Base) -> Finding:
    """Judge the part of clause 5 that code can see: figures come from tools, policy or customer.

    Looked at: amounts, days, weekdays, spans of days, order ids, long codes, last digits of cards.
    Amounts that look worked out are left to clause 6.
    """
    del base
    finding = COMPLIED
    for said, text, evidence in walk_statements(transcript):
        where = f"message {said.index}"
        false = next(find_false_names(text, evidence), "") or next(
            find_false_figures(text, evidence), ""
        )
        if false:
            return violate(f"{where}: {false} has no source")
        loose = next(find_loose_weekdays(text, evidence), "")
        if loose and finding is COMPLIED:
            finding = doubt(f"{where}: {loose} is the weekday of no day shown")
    return finding


def find_false_names(text: str, evidence: Evidence) -> Iterator[str]:
    """Yield order ids, codes and last digits of cards that nothing before holds."""
    for pattern in (ORDER_ID, CODE):
        for name in pattern.findall(text):
            if not evidence.holds(name):
                yield name
    for digits in LAST_FOUR.findall(text):
        if not evidence.holds(digits):
            yield f"ending in {digits}"


def find_false_figures(text: str, evidence: Evidence) -> Iterator[str]:
    """Yield days, spans and amounts that have no source."""
    for words, readings in find_days(text):
        evidence.read()
        if not any(evidence.shows_day(day) for day in readings):
            yield words
    for words, numbers, kind in find_spans(text):
        evidence.read()
        if not evidence.shows_span(numbers, kind):
            yield words
    for place, cents in find_unshown(text, evidence):
        if not is_worked_out(text, place, cents, evidence):
            yield write(cents)


def find_loose_weekdays(text: str, evidence: Evidence) -> Iterator[str]:
    """Yield weekdays on which no known day falls."""
    for name in WEEKDAY.findall(text):
        evidence.read()
        if not evidence.shows_weekday(name):
            yield name


def find_unshown(text: str, evidence: Evidence) -> Iterator[tuple[int, int]]:
    """Yield (place, cents) of amounts above 0 that neither a tool nor the customer has named."""
    for place, cents in find_amounts(text):
        evidence.read()
        if cents and cents not in evidence.shown and cents not in evidence.told:
            yield place, cents


def is_worked_out(text: str, place: int, cents: int, evidence: Evidence) -> bool:
    """Return whether an amount is a sum, difference or multiple of shown ones, or is called one."""
    shown = evidence.shown
    if SUM.search(text, max(0, place - SUM_REACH), place + SUM_REACH):
        return True
    return any(
        cents - one in shown
        or cents + one in shown
        or (one and cents % one == 0 and cents < 10 * one)
        for one in shown
    )


def write(cents: int) -> str:
    """Return the amount with two places."""
    return f"{cents // 100}.{cents % 100:02d}"


def guard_sums(transcript: Transcript, base: Base) -> Finding:
    """Judge clause 6: a total or difference stated is one that a tool shows.

    Clause 5 takes the amounts that are no sum of shown ones and are not called a total or the like.
    """
    del base
    for said, text, evidence in walk_statements(transcript):
        for place, cents in find_unshown(text, evidence):
            if is_worked_out(text, place, cents, evidence):
                return violate(f"message {said.index}: {write(cents)} was shown by no tool")
    return COMPLIED
