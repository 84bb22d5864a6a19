"""Times: hours of the clock, and days of one month said together, as English text states them."""

import re
from functools import lru_cache

from tracer.domains.checking.figures import DIGIT, DIGITS, MONTH_NUMBERS, find_days, scan
from tracer.domains.checking.wording import CACHED

NOON = 12
HALF_DAY = NOON * 60
TIME = re.compile(
    r"(?<![\d.:/-])(?P<hour>[01]?\d|2[0-3])[:h](?P<minute>[0-5]\d)(?::[0-5]\d)?(?![\d:])"
    r"(?:\s?(?P<half>[ap])\.?m\b\.?)?"
    r"|(?<![\w.:/-])(?P<hour2>1[0-2]|0?[1-9])(?:\.(?P<minute2>[0-5]\d))?\s?(?P<half2>[ap])\.?m\b\.?"
)
_MONTH = "|".join(MONTH_NUMBERS)
_NUMBER = r"\d{1,2}(?:st|nd|rd|th)?"
_JOINED = r"\s?(?:,|,? and|,? or|&|to|until|till|-|\u2013)\s?(?:the )?"
SHARED_MONTH = re.compile(
    rf"(?<![\d.,:/])(?P<early>(?:{_NUMBER}{_JOINED})+)(?={_NUMBER}(?: of)? (?P<month>{_MONTH}))"
    rf"|\b(?P<month2>{_MONTH})[a-z]*\.? (?:the )?{_NUMBER}"
    rf"(?P<late>(?:{_JOINED}{_NUMBER})+)(?![\d:.])"
    rf"|\b(?:on|from) (?:the )?(?P<apart>{_NUMBER})\b(?![:/]|[.,]\d| of | (?:{_MONTH}))"
    rf"(?=[^.?!;]{{0,40}}\b{_NUMBER} (?:of )?(?P<month3>{_MONTH}))"
)
NUMBER = re.compile(r"\d+")


@lru_cache(maxsize=CACHED)
def find_times(text: str) -> tuple[tuple[str, frozenset[int]], ...]:
    """Return every time of a normalised text: its words, and the minutes after midnight meant.

    A time below 13:00 without `am` or `pm` may mean either half of the day.
    """
    if DIGIT.search(text) is None:
        return ()
    return tuple((found[0].strip(), read_time(found)) for found in scan(TIME, DIGITS, text))


def read_time(found: re.Match[str]) -> frozenset[int]:
    """Return the minutes after midnight that a match of `TIME` may mean."""
    hour = int(found["hour"] or found["hour2"])
    minutes = hour * 60 + int(found["minute"] or found["minute2"] or 0)
    half = found["half"] or found["half2"]
    if half is None or minutes >= HALF_DAY + 60:
        is_short = 0 < hour < NOON and not (found["hour"] or "").startswith("0")
        return frozenset({minutes, minutes + HALF_DAY} if is_short else {minutes})
    return frozenset({minutes % HALF_DAY + (HALF_DAY if half == "p" else 0)})


@lru_cache(maxsize=CACHED)
def name_days(text: str) -> frozenset[tuple[int, int]]:
    """Return (month, day) of every day a normalised text names, `20 and 24 May` being two."""
    named = {(month, day) for _, readings in find_days(text) for _, month, day in readings}
    for found in SHARED_MONTH.finditer(text) if named else ():
        month = MONTH_NUMBERS[found["month"] or found["month2"] or found["month3"]]
        numbers = NUMBER.findall(found["early"] or found["late"] or found["apart"])
        named.update((month, int(number)) for number in numbers)
    return frozenset(named)
