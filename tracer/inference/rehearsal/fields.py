"""Fields: everyday words of a question, and the fields of a result that answer it."""

import re

FIELDS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (r"carri|compan", ("carrier",)),
    (r"should arrive|expected|is due", ("expected_on",)),
    (r"was delivered|has been made|handed over", ("delivered_on",)),
    (r"how many|number of (?!bags|free|seats)", ("count",)),
    (r"bags|luggage", ("n_bags",)),
    (r"seats", ("seats_left",)),
    (r"tier|level", ("tier",)),
    (r"gift card|balance", ("balance",)),
    (r"leaves|departure|take(?:s)? off", ("departs",)),
    (r"cabin", ("cabin",)),
    (r"fare", ("fare",)),
    (r"total|altogether|in all|came to", ("total",)),
    (r"costs?|price|charges?", ("price", "fare")),
    (r"address|street", ("street",)),
    (r"status|stage|how far|on time|as planned", ("status",)),
)
"""Words of a question, and the fields that answer it."""


def find_fields(question: str) -> tuple[str, ...]:
    """Return the fields that answer a question, none where no word of it names one."""
    return next((keys for words, keys in FIELDS if has(words, question)), ())


def is_about(question: str, description: str) -> bool:
    """Return whether a description names what a question asks for."""
    asked = next((words for words, _keys in FIELDS if has(words, question)), None)
    return asked is not None and has(asked, description)


def has(words: str, text: str) -> bool:
    """Return whether a text holds any of the words, a pattern."""
    return re.search(words, text, re.IGNORECASE) is not None
