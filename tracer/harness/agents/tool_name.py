"""Tool name: the name of a call as a strict server takes it back in the history."""

import re

UNFIT = re.compile(r"[^A-Za-z0-9_-]+")
MOST_CHARS = 64
NAMELESS = "nameless"


def mend_name(name: str) -> str:
    """Return the name of a tool, or one near it where a server would refuse it.

    The API allows 1 to 64 letters, digits, underscores and hyphens; a name that an agent made up
    may be anything, and its row keeps it.

    >>> mend_name("get_order"), mend_name("get order!"), mend_name("")
    ('get_order', 'get_order_', 'nameless')
    """
    return UNFIT.sub("_", name)[:MOST_CHARS] or NAMELESS
