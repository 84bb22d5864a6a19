"""Statements: figures stated by the assistant and where they come from."""

import re
from collections.abc import Iterator

from schemas.message import Role
from tracer.domains.checking.evidence import Evidence, Facts
from tracer.domains.checking.figures import DIGIT, WEEKDAY, find_amounts, find_days, find_spans
from tracer.domains.checking.times import find_times
from tracer.domains.checking.wording import normalise
from tracer.domains.guard import COMPLIED, Finding, doubt, violate
from tracer.domains.money import write_cents
from tracer.domains.transcript import Said, Transcript

CODE = re.compile(r"(?<![\w.,-])(?=[a-z-]*\d)[a-z]{0,4}-?\d{5,}\b(?![.,]\d)")
LONG = re.compile(r"\d{5}")
"""Without five digits in a row there is no code: `CODE` is slow."""
LAST_FOUR = re.compile(r"\bending (?:in |with |on )?(\d{4})\b")
SUM = re.compile(
    r"\b(?:total\w*|sum\w*|difference|differ\w*|altogether|combined|together|in all|more|less"
    r"|cheaper|dearer|extra|remain\w*|left over|balance (?:of|left)|adds? up|comes? to|net)\b"
)
SUM_REACH = 60
"""Characters before and after an amount in which a word for a sum makes it one."""


def walk_statements(transcript: Transcript, facts: Facts) -> Iterator[tuple[Said, str, Evidence]]:
    """Yield each text of the assistant, also normalised, with the evidence before it."""
    evidence = Evidence(facts, days={facts.today})
    for event in transcript.events:
        if not isinstance(event, Said):
            evidence.add_result(event)
        elif event.role is Role.USER:
            evidence.add_words(event.text)
        elif event.role is Role.ASSISTANT:
            yield event, normalise(event.text), evidence


def judge_claims(transcript: Transcript, facts: Facts) -> Finding:
    """Judge that figures stated come from tools, policy or customer.

    Looked at: amounts, days, weekdays, times, spans of days, ids, long codes, last digits of
    cards. Amounts that look worked out are left to `judge_sums`.
    """
    finding = COMPLIED
    for said, text, evidence in walk_statements(transcript, facts):
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


def find_codes(text: str) -> list[str]:
    """Return codes of many digits, such as those of parcels."""
    return CODE.findall(text) if LONG.search(text) else []


def find_false_names(text: str, evidence: Evidence) -> Iterator[str]:
    """Yield ids, codes and last digits of cards that nothing before holds."""
    if DIGIT.search(text) is None:
        return
    for find in (*evidence.facts.names, find_codes):
        for name in find(text):
            if not (evidence.holds(name) or evidence.holds(name.replace(" ", ""))):
                yield name
    for digits in LAST_FOUR.findall(text):
        if not evidence.holds(digits):
            yield f"ending in {digits}"


def find_false_figures(text: str, evidence: Evidence) -> Iterator[str]:
    """Yield days, times, spans and amounts that have no source."""
    for words, readings in find_days(text):
        evidence.read()
        if not any(evidence.shows_day(day) for day in readings):
            yield words
    yield from find_false_times(text, evidence)
    for words, numbers, kind in find_spans(text):
        evidence.read()
        if not evidence.shows_span(numbers, kind):
            yield words
    for place, cents in find_unshown(text, evidence):
        if not is_worked_out(text, place, cents, evidence):
            yield write_cents(cents)


def find_false_times(text: str, evidence: Evidence) -> Iterator[str]:
    """Yield times of the clock that have no source, in domains where they matter."""
    for words, minutes in find_times(text) if evidence.facts.now is not None else ():
        evidence.read()
        if not evidence.shows_time(minutes):
            yield words


def find_loose_weekdays(text: str, evidence: Evidence) -> Iterator[str]:
    """Yield weekdays on which no known day falls."""
    for name in WEEKDAY.findall(text):
        evidence.read()
        if not evidence.shows_weekday(name):
            yield name


def find_unshown(text: str, evidence: Evidence) -> Iterator[tuple[int, int]]:
    """Yield (place, cents) of amounts above 0 that no tool, policy or customer has named."""
    for place, cents in find_amounts(text):
        evidence.read()
        if cents and not evidence.shows_amount(cents):
            yield place, cents


def is_worked_out(text: str, place: int, cents: int, evidence: Evidence) -> bool:
    """Return whether an amount is a sum, difference or multiple of shown ones, or is called one."""
    if SUM.search(text, max(0, place - SUM_REACH), place + SUM_REACH):
        return True
    shown = evidence.shown | evidence.facts.amounts
    return any(
        cents - one in shown
        or cents + one in shown
        or (one and cents % one == 0 and cents < 10 * one)
        for one in shown
    )


def judge_sums(transcript: Transcript, facts: Facts) -> Finding:
    """Judge that a total or difference stated is one that a tool shows.

    Left to `judge_claims`: amounts that are no sum of shown ones and not called a total or such.
    """
    for said, text, evidence in walk_statements(transcript, facts):
        for place, cents in find_unshown(text, evidence):
            if is_worked_out(text, place, cents, evidence):
                return violate(f"message {said.index}: {write_cents(cents)} was shown by no tool")
    return COMPLIED
