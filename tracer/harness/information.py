"""Information: whether a text tells a value, by number and by token; the same rule for reference and agent."""

import re
import unicodedata
from collections.abc import Iterable
from decimal import Decimal, InvalidOperation

NUMBER = re.compile(r"(?<![\w.-])\d[\d,]*(?:\.\d+)?(?![\w-]|\.\d)")


def is_told(accepted: Iterable[str], texts: Iterable[str]) -> bool:
    """Return whether any accepted form stands in any of the texts.

    A number is told by an equal number ("34.9" by "34.90", "1234" by "1,234", never "10" by "100"); anything
    else by the same run of tokens, case and Unicode form aside.
    """
    forms = list(accepted)
    return any(occurs(form, text) for text in texts for form in forms)


def occurs(form: str, text: str) -> bool:
    """Return whether one form stands in one text.

    >>> occurs("10", "It costs 100.")
    False
    >>> occurs("1234.5", "1,234.50 EUR in all")
    True
    """
    number = read_number(form)
    if number is not None:
        return number in list_numbers(text)
    return re.search(rf"(?<!\w){re.escape(fold(form))}(?!\w)", fold(text)) is not None


def fold(text: str) -> str:
    """Return the text in NFC, case-folded, blanks made single."""
    return " ".join(unicodedata.normalize("NFC", text).casefold().split())


def read_number(text: str) -> Decimal | None:
    """Return the number a text is, or None."""
    try:
        value = Decimal(text.replace(",", ""))
    except InvalidOperation:
        return None
    return value if value.is_finite() else None


def list_numbers(text: str) -> list[Decimal]:
    """Return the numbers that stand in a text on their own, thousands separators removed."""
    found = (read_number(match) for match in NUMBER.findall(text))
    return [number for number in found if number is not None]
