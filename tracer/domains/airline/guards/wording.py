"""Wording: how customers and desk name reservations, flights, cabins and bags, texts normalised."""

import re
from functools import lru_cache

from tracer.domains.checking.figures import NUMBER_WORDS
from tracer.domains.checking.wording import CACHED

RESERVATION_ID = re.compile(r"\b[a-z]{2}\d{2}[a-z]{2}\b")
HALF_ID = re.compile(r"\d\d[a-z][a-z]\b")
"""Without it there is no reservation id: to look for that is slower."""
FLIGHT_NUMBER = re.compile(r"\btw ?\d{2,4}\b")
CABINS = {
    "basic economy": re.compile(r"\bbasic\b"),
    "economy": re.compile(r"(?<!\bbasic[ -])\beconomy\b"),
    "business": re.compile(r"\bbusiness\b(?! days?\b)"),
}
BAG = r"(?:bags?|suitcases?|pieces? of (?:luggage|baggage)|(?:luggage|baggage)(?: pieces?)?)"
_COUNT = rf"\d{{1,2}}|an?|one|another|{'|'.join(NUMBER_WORDS)}"
BAGS = re.compile(
    rf"\b(?P<count>{_COUNT})(?: (?!to\b|and\b|for\b|of\b)[a-z-]+){{0,3}} {BAG}\b"
    rf"|\b{BAG}\b(?::| x| \u00d7)? ?(?P<after>\d{{1,2}})\b(?![.,]\d)"
)
MORE_BAGS = re.compile(
    rf"\b(?:add\w*|put|book)(?: \w+){{0,2}}? (?P<count>{_COUNT})(?: [a-z-]+){{0,3}}? {BAG}\b"
    rf"|\b(?P<after>{_COUNT}) (?:more|extra|additional|further|added) (?:[a-z-]+ ){{0,2}}?{BAG}\b"
)


@lru_cache(maxsize=CACHED)
def find_reservations(text: str) -> tuple[str, ...]:
    """Return the reservation ids a text names, such as kr48td."""
    return tuple(RESERVATION_ID.findall(text)) if HALF_ID.search(text) else ()


@lru_cache(maxsize=CACHED)
def find_flights(text: str) -> frozenset[str]:
    """Return the flight numbers a text names, such as tw211."""
    return frozenset(name.replace(" ", "") for name in FLIGHT_NUMBER.findall(text))


@lru_cache(maxsize=CACHED)
def count_bags(text: str) -> frozenset[int]:
    """Return every number of bags a text names."""
    return read_counts(BAGS, text)


@lru_cache(maxsize=CACHED)
def count_more_bags(text: str) -> frozenset[int]:
    """Return every number of bags that a text speaks of adding."""
    return read_counts(MORE_BAGS, text)


def read_counts(pattern: re.Pattern[str], text: str) -> frozenset[int]:
    """Return the numbers that a pattern's groups `count` and `after` name."""
    if "bag" not in text and "case" not in text and "luggage" not in text:
        return frozenset()
    words = (found["count"] or found["after"] for found in pattern.finditer(text))
    return frozenset(int(w) if w.isdigit() else NUMBER_WORDS.get(w, 1) for w in words)
