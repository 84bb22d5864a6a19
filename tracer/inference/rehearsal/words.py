"""Words: texts as stems, days and numbers, so that what was typed meets what tools return."""

import re
from collections.abc import Iterator
from functools import lru_cache

WORD = re.compile(r"[^\W_]+")
ID = re.compile(r"(?<![\w@.-])[A-Za-z]{1,4}-?[0-9][\w-]*(?![\w@]|\.\w)")
MAIL = re.compile(r"[\w.+-]+@[\w.-]+\w")
MONTHS = (
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
)
_MONTH = rf"(?:{'|'.join(MONTHS)})"
DAY = re.compile(
    r"\b(?:(?P<year>\d{4})-(?P<month>\d\d)-(?P<day>\d\d)"
    rf"|(?P<day2>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? (?P<name>{_MONTH})(?:,? (?P<year2>\d{{4}}))?"
    rf"|(?P<name3>{_MONTH}) (?P<day3>\d{{1,2}})(?:st|nd|rd|th)?(?:,? (?P<year3>\d{{4}}))?)\b",
    re.IGNORECASE,
)
NUMBERS = {
    "zero": 0,
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
}
SMALL_WORDS = re.compile(
    r"a|an|and|are|as|at|be|been|by|can|could|do|does|for|from|had|has|have|how|i|if|in|is|it|its"
    r"|me|my|of|on|one|or|our|please|shall|should|so|some|that|the|their|them|there|this|to|up|us"
    r"|was|we|were|what|when|which|who|will|with|would|you|your|am"
)
ENDINGS = ("ations", "ation", "ings", "ing", "ies", "ied", "ed", "es", "er", "s", "y", "e")
SHORTEST = 3
SYNONYMS = {
    "luggage": "bag",
    "suitcase": "bag",
    "booking": "reservation",
    "trip": "reservation",
    "money": "refund",
    "back": "return",
    "swap": "exchange",
    "switch": "change",
    "different": "change",
    "move": "change",
    "another": "change",
    "new": "change",
    "version": "variant",
    "goods": "items",
    "something": "items",
    "pay": "payment",
    "paid": "payment",
    "parcel": "delivery",
    "compensate": "certificate",
    "compensation": "certificate",
    "disruption": "certificate",
    "trouble": "certificate",
    "company": "carrier",
    "illness": "health",
    "medical": "health",
    "meant": "mistake",
    "private": "other",
    "profile": "account",
    "file": "account",
    "store": "default",
    "wrongly": "correct",
}
"""Everyday words for those of tools and records."""


def cut(word: str) -> str:
    """Return a word without its ending."""
    plain = word.casefold()
    for ending in ENDINGS:
        if plain.endswith("ss"):
            break
        if plain.endswith(ending) and len(plain) - len(ending) >= SHORTEST:
            plain = plain[: -len(ending)]
            break
    is_doubled = len(plain) > SHORTEST and plain[-1] == plain[-2] and plain[-1] != "s"
    return plain[:-1] if is_doubled else plain


STEMS = {cut(word): cut(meaning) for word, meaning in SYNONYMS.items()}


@lru_cache(maxsize=8192)
def stem(word: str) -> str:
    """Return a word's stem, crude and the same for every text."""
    plain = cut(word)
    return STEMS.get(plain, plain)


@lru_cache(maxsize=8192)
def list_stems(text: str) -> frozenset[str]:
    """Return the stems of a text, small words left out, days as `12-31`."""
    words = (word.casefold() for word in WORD.findall(DAY.sub(" ", text)))
    days = (f"{month:02}-{day:02}" for _year, month, day in find_days(text))
    return frozenset([*(stem(word) for word in words if not SMALL_WORDS.fullmatch(word)), *days])


def find_days(text: str) -> Iterator[tuple[int | None, int, int]]:
    """Yield (year or None, month, day) of the days a text names."""
    for found in DAY.finditer(text):
        if found["month"]:
            yield int(found["year"]), int(found["month"]), int(found["day"])
        else:
            name = (found["name"] or found["name3"]).lower()
            year = found["year2"] or found["year3"]
            day = found["day2"] or found["day3"]
            yield int(year) if year else None, MONTHS.index(name) + 1, int(day)


def find_numbers(text: str) -> list[int]:
    """Return the whole numbers a text names, in figures or in words, days and ids left out."""
    bare = ID.sub(" ", DAY.sub(" ", MAIL.sub(" ", text)))
    words = WORD.findall(bare.lower())
    named = (int(word) if word.isdigit() else NUMBERS.get(word) for word in words)
    return [number for number in named if number is not None]


def shape(text: str) -> str:
    """Return the form of an id: letters and figures made alike.

    >>> shape("K48-2071"), shape("cus-48213")
    ('A99-9999', 'aaa-99999')
    """
    return re.sub(r"\d", "9", re.sub(r"[a-z]", "a", re.sub(r"[A-Z]", "A", text)))


def find_example(description: str) -> str:
    """Return the id that a description gives as an example, empty when it gives none."""
    found = re.search(r"such as ([A-Za-z0-9-]*\d[A-Za-z0-9-]*|[A-Z]{3})\b", description)
    return found[1] if found else ""


def find_shaped(text: str, form: str) -> list[str]:
    """Return what has a form in a text, in order."""
    pattern = "".join(
        {"9": r"\d", "a": "[a-z]", "A": "[A-Z]"}.get(letter, re.escape(letter)) for letter in form
    )
    return re.findall(rf"(?<![\w-]){pattern}(?![\w-])", text)


def name_words(name: str) -> str:
    """Return the name of a tool, an argument or a field in words, ids and counts left unsaid."""
    plain = re.sub(r"_id$", "", re.sub(r"_ids$", "s", name))
    return re.sub(r"^n_", "number of ", plain).replace("_", " ")
