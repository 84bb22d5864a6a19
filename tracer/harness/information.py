"""Information: whether a text tells a value, by number and by token.

The rule is the same for reference and agent.
"""

import re
import unicodedata
from collections.abc import Iterable
from decimal import Decimal

NUMERAL = r"(?:[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d*|0)(?:\.\d+)?"
"""A comma parts thousands or is none of the number; what begins with a spare 0 is a code."""
NUMBER = re.compile(rf"(?<![\w.-])(?<!\d,){NUMERAL}(?![\w-]|[.,]\d)")
SIGNED = re.compile(rf"[+-]?{NUMERAL}")
PLAIN = str.maketrans("\u2018\u2019\u02bc\u2010\u2011\u2212", "'''---")
"""Apostrophes, hyphens and the minus sign as typeset, and as a keyboard has them."""


def is_told(accepted: Iterable[str], texts: Iterable[str]) -> bool:
    """Return whether any accepted form stands in any of the texts.

    A number is told by an equal number ("34.9" by "34.90", "1234" by "1,234", never "10" by "100");
    anything else by the same run of tokens; case, Unicode form and typeset marks aside.
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
    """Return the text in NFC, case-folded, blanks made single, typeset marks made plain."""
    return " ".join(unicodedata.normalize("NFC", text).translate(PLAIN).casefold().split())


def read_number(text: str) -> Decimal | None:
    """Return the number a text is, or None.

    >>> read_number("1,234.50"), read_number("34,90"), read_number("04143")
    (Decimal('1234.50'), None, None)
    """
    bare = text.strip()
    return Decimal(bare.replace(",", "")) if SIGNED.fullmatch(bare) else None


def list_numbers(text: str) -> list[Decimal]:
    """Return the numbers that stand in a text on their own, thousands separators removed."""
    return [Decimal(match.replace(",", "")) for match in NUMBER.findall(text.translate(PLAIN))]
