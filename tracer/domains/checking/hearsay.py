"""Hearsay: whether the values of a look-up are what the customer has said, in any writing."""

import re
import unicodedata
from datetime import date

from tracer.domains.checking.figures import find_days
from tracer.domains.checking.wording import compact, normalise
from tracer.domains.dates import MONTHS
from tracer.domains.guard import COMPLIED, Finding, doubt, violate
from tracer.domains.transcript import Called

WORDS = re.compile(r"[^\W_]+")
SPOKEN = ((re.compile(r"\s*[\[(]?\bat\b[\])]?\s*"), "@"), (re.compile(r"\s*\bdot\b\s*"), "."))
ISO_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
CENTURY = 100


def check_look_up(call: Called, heard: str) -> Finding:
    """Return whether the values of a look-up come from what the customer has said."""
    where = f"message {call.index}: {call.tool}"
    finding = COMPLIED
    for name, value in call.arguments.items():
        if is_said(str(value), name, heard):
            continue
        if not may_be_said(str(value), heard):
            return violate(f"{where}: {name} {value!r} is not what the customer said")
        if finding is COMPLIED:
            finding = doubt(f"{where}: {name} is written otherwise than the customer wrote it")
    return finding


def is_said(value: str, name: str, heard: str) -> bool:
    """Return whether the customer has said the value, in any case, spacing and order of names."""
    text = unicodedata.normalize("NFC", heard).casefold()
    wanted = unicodedata.normalize("NFC", value).casefold().strip()
    if wanted in text:
        return True
    if name == "email":
        for pattern, sign in SPOKEN:
            text = pattern.sub(sign, text)
        return wanted in text
    if day := read_day(value):
        return names_day(day, normalise(heard))
    joined = compact(text)
    words = WORDS.findall(wanted) if name == "name" else [compact(wanted)]
    return bool(words) and all(word in joined for word in words)


def may_be_said(value: str, heard: str) -> bool:
    """Return whether the customer's words hold the value but for accents, or a day in pieces."""
    if day := read_day(value):
        text = normalise(heard)
        has_month = MONTHS[day.month - 1][:3].lower() in text
        return has_month and not has_whole_day(text)
    return compact(fold(value)) in compact(fold(heard))


def read_day(value: str) -> date | None:
    """Return the day an ISO date names, None when it is none."""
    try:
        return date.fromisoformat(value) if ISO_DAY.fullmatch(value) else None
    except ValueError:
        return None


def names_day(day: date, text: str) -> bool:
    """Return whether a normalised text names a day; a year of two digits means any century."""
    for _, readings in find_days(text):
        for year, month, number in readings:
            if (month, number) != (day.month, day.day):
                continue
            if year is None:
                if str(day.year) in text:
                    return True
            elif year % CENTURY == day.year % CENTURY:
                return True
    return any(form in compact(text) for form in (f"{day:%Y%m%d}", f"{day:%d%m%Y}"))


def has_whole_day(text: str) -> bool:
    """Return whether a normalised text names any day together with its year."""
    return any(year is not None for _, days in find_days(text) for year, _, _ in days)


def fold(text: str) -> str:
    """Return the text with its accents taken off."""
    parts = unicodedata.normalize("NFKD", text)
    return "".join(part for part in parts if not unicodedata.combining(part))
