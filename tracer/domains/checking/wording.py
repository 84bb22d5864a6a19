"""Wording: free text made comparable, and what it names."""

import re
import unicodedata
from functools import lru_cache

CURLY = str.maketrans({"\u2018": "'", "\u2019": "'", "\u201c": '"', "\u201d": '"', "\u00a0": " "})
SENTENCE_END = re.compile(r"(?<=[.!?…])[\"')]*\s+|\n+")
PLURAL = re.compile(r"(?:e?s)?(?![^\W_])")
CACHED = 4096
"""Texts remembered: several guards read the same conversation one after another."""


@lru_cache(maxsize=CACHED)
def normalise(text: str) -> str:
    """Return the text in NFC, lower case, with straight quotes; `gift card` becomes one word.

    One word, so that `card` alone never finds it.
    """
    folded = unicodedata.normalize("NFC", text).translate(CURLY).lower()
    return folded.replace("gift card", "giftcard").replace("gift-card", "giftcard")


@lru_cache(maxsize=CACHED)
def split_sentences(text: str) -> tuple[str, ...]:
    """Return the sentences of a text, each with its closing mark, blanks left out."""
    return tuple(part.strip() for part in SENTENCE_END.split(text) if part.strip())


def compact(text: str) -> str:
    """Return the letters and digits of a text, lower case, in NFC, everything else left out."""
    folded = unicodedata.normalize("NFC", text).lower()
    return "".join(filter(str.isalnum, folded))


def mentions(text: str, phrase: str) -> bool:
    """Return whether a normalised text holds the phrase as whole words; a plural s may follow."""
    start = text.find(phrase)
    while start >= 0:
        end = start + len(phrase)
        before = text[start - 1] if start else " "
        if not before.isalnum() and PLURAL.match(text, end):
            return True
        start = text.find(phrase, start + 1)
    return False
