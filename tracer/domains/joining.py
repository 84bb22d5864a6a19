"""Joining: words put together as a list in English."""

from collections.abc import Sequence


def join_words(words: Sequence[str]) -> str:
    """Return the words as a list in English.

    >>> join_words(["the kettle", "the lamp", "the rug"])
    'the kettle, the lamp and the rug'
    """
    *rest, last = words or [""]
    return f"{', '.join(rest)} and {last}" if rest else last
