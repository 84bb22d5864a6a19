"""Figures: amounts, days and spans of days as English text states them; `times` has hours."""

import re
from collections.abc import Iterator
from datetime import date
from functools import lru_cache

from tracer.domains.checking.wording import CACHED
from tracer.domains.dates import MONTHS

_NUMBER = r"\d{1,3}(?:[.,]\d{3})+(?:[.,]\d{2})?|\d+(?:[.,]\d{1,2})?"
AMOUNT = re.compile(
    rf"(?:€|\beur(?:os?)?\b)\s?(?P<after>{_NUMBER})(?!\d)"
    rf"|(?<![\w.,/])(?P<before>{_NUMBER})\s?(?:€|eur\b|euros?\b)"
    r"|(?<![\w.,/])(?P<bare>\d{1,3}(?:,\d{3})+\.\d{2}|\d+[.,]\d{2})(?![\d/]|[.,]\d|\s?%|\s?[ap]\.?m\b)"
)

_MONTH = "|".join(f"{name[:3].lower()}(?:{name[3:].lower()})?" for name in MONTHS).replace(
    "sep(?:tember)?", "sept?(?:ember)?"
)
MONTH_NUMBERS = {name[:3].lower(): number for number, name in enumerate(MONTHS, start=1)}
DAY = re.compile(
    r"\b(?P<iso>\d{4}-\d{2}-\d{2})"
    rf"|\b(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? (?P<month>{_MONTH})\b\.?"
    r"(?:,? (?P<year>\d{4}))?"
    rf"|\b(?P<month2>{_MONTH})\b\.? (?:the )?(?P<day2>\d{{1,2}})(?:st|nd|rd|th)?\b(?![.,]\d{{2}}\b)"
    r"(?:,? (?P<year2>\d{4}))?"
    r"|(?<![\d./])(?P<first>\d{1,2})[./](?P<second>\d{1,2})[./](?P<year3>\d{4}|\d{2})\b"
)
# What a day begins with; the set in front lets the search skip most letters.
DAY_HEAD = re.compile(
    r"[\dadfjmnos](?:(?<=\d)\d*|(?<=\b\D)(?:an|eb|ar|pr|ay|un|ul|ug|ep|ct|ov|ec))"
)
DIGIT = re.compile(r"\d")
DIGITS = re.compile(r"\d+")
SIGN = re.compile(r"(?:€|\beur(?:os?)?\b)\s?$")
SIGN_REACH = len("euros ")

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
WEEKDAY = re.compile(rf"\b({'|'.join(WEEKDAYS)})\b")

NUMBER_WORDS = {
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
    "twelve": 12,
    "fourteen": 14,
    "thirty": 30,
}
_COUNT = rf"\d{{1,3}}|{'|'.join(NUMBER_WORDS)}"
SPAN = re.compile(
    rf"(?<![\d.,/-])\b(?P<low>{_COUNT})(?:\s?(?:to|-|\u2013|or|and)\s?(?P<high>{_COUNT}))?"
    r"(?P<kind>[ -](?:business|working|week))?[ -](?P<unit>day|hour)s?\b"
)

Day = tuple[int | None, int, int]
"""Year or None, month, day of the month."""


def parse_cents(number: str) -> int:
    """Return the cents of a number as written, whichever of dot and comma marks the decimals.

    >>> parse_cents("1,204.50"), parse_cents("34,9"), parse_cents("1.204")
    (120450, 3490, 120400)
    """
    cut = max(number.rfind("."), number.rfind(","))
    has_decimals = cut >= 0 and len(number) - cut - 1 in (1, 2)
    whole, decimals = (number[:cut], number[cut + 1 :]) if has_decimals else (number, "")
    return int(whole.replace(",", "").replace(".", "")) * 100 + int(decimals.ljust(2, "0") or 0)


@lru_cache(maxsize=CACHED)
def find_amounts(text: str) -> tuple[tuple[int, int], ...]:
    """Return (place, cents) of every amount of money in a normalised text, its sign left out."""
    return tuple(
        (found.start(), parse_cents(found["after"] or found["before"] or found["bare"]))
        for found in scan_amounts(text)
    )


def scan_amounts(text: str) -> Iterator[re.Match[str]]:
    """Yield the matches of `AMOUNT`, tried only where digits begin: most of a text has none."""
    place = 0
    while digits := DIGITS.search(text, place):
        start = digits.start()
        sign = SIGN.search(text, max(place, start - SIGN_REACH), start)
        found = AMOUNT.match(text, sign.start()) if sign else None
        found = found or AMOUNT.match(text, start)
        place = found.end() if found else digits.end()
        if found:
            yield found


@lru_cache(maxsize=CACHED)
def find_days(text: str) -> tuple[tuple[str, tuple[Day, ...]], ...]:
    """Return every day a normalised text names, with what it may mean: 3/5/2026 means two days."""
    if DIGIT.search(text) is None:
        return ()
    return tuple((found[0], read_day(found)) for found in scan(DAY, DAY_HEAD, text))


def scan(pattern: re.Pattern[str], head: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    """Yield the matches of a slow pattern, tried only where a quick one finds its beginning."""
    place = 0
    while begun := head.search(text, place):
        found = pattern.match(text, begun.start())
        place = found.end() if found else begun.end()
        if found:
            yield found


def read_day(found: re.Match[str]) -> tuple[Day, ...]:
    """Return the days a match of `DAY` may mean."""
    if found["iso"]:
        year, month, day = map(int, found["iso"].split("-"))
        return ((year, month, day),)
    if found["first"]:
        one, two = int(found["first"]), int(found["second"])
        full = int(found["year3"]) % 100 + 2000
        return ((full, two, one), (full, one, two))
    name = found["month"] or found["month2"]
    written = found["year"] or found["year2"]
    day = int(found["day"] or found["day2"])
    return ((int(written) if written else None, MONTH_NUMBERS[name[:3]], day),)


@lru_cache(maxsize=CACHED)
def find_spans(text: str) -> tuple[tuple[str, tuple[int, ...], str], ...]:
    """Return every span: its words, its numbers, and `business` for such days, `day` or `hour`."""
    if "day" not in text and "hour" not in text:
        return ()
    return tuple(
        (
            found[0],
            tuple(NUMBER_WORDS.get(n) or int(n) for n in (found["low"], found["high"]) if n),
            "business" if found["kind"] else found["unit"],
        )
        for found in SPAN.finditer(text)
    )


def name_weekday(day: date) -> str:
    """Return the weekday's English name, lower case."""
    return WEEKDAYS[day.weekday()]
