"""Address: reads a postal address out of a sentence, by its commas."""

import re
from collections.abc import Sequence

GIVEN = re.compile(r"\baddress(?: to be used)?(?: is|:)\s+(?P<parts>[^\n]*,[^\n]*)$", re.IGNORECASE)
FEWEST = 3
SHORT = 2


def read_address(texts: Sequence[str]) -> dict[str, str] | None:
    """Return street, city, postcode and country of the last address given, None without one.

    It ends the message it stands in: `street, city, postcode, country` or with `postcode city`.
    """
    for text in reversed(texts):
        found = GIVEN.search(text.strip().rstrip("."))
        parts = [part.strip() for part in found["parts"].split(",")] if found else []
        if len(parts) >= FEWEST:
            return split_parts(parts)
    return None


def split_parts(parts: Sequence[str]) -> dict[str, str]:
    """Return the fields of an address from its parts."""
    postcode, city = split_place(parts[-2])
    rest = list(parts[:-2])
    if not city and len(rest) > 1:
        city = rest.pop()
    street = ", ".join(rest)
    return {"street": street, "city": city, "postcode": postcode, "country": parts[-1]}


def split_place(text: str) -> tuple[str, str]:
    """Return postcode and town of a part that may hold both."""
    words = text.split()
    codes = [word for word in words if is_code(word)]
    names = [word for word in words if not is_code(word)]
    return " ".join(codes), " ".join(names)


def is_code(word: str) -> bool:
    """Return whether a word is part of a postcode."""
    return any(letter.isdigit() for letter in word) or (len(word) == SHORT and word.isupper())
