"""Page: a body that is a page for people, told in one short line."""

import re

MAX_PAGE_CHARS = 120
BEGIN = re.compile(
    r"\s*(?:<\?xml[^>]*>\s*)?<(?:!doctype|html|head|body|title|h1|center)\b", re.IGNORECASE
)
TITLE = re.compile(r"<title[^>]*>(.*?)</title", re.IGNORECASE | re.DOTALL)
UNSEEN = re.compile(r"<(style|script)\b.*?</\1\s*>|<!--.*?-->|<[^>]*>", re.IGNORECASE | re.DOTALL)


def is_page(text: str) -> bool:
    """Return whether a body is HTML."""
    return BEGIN.match(text) is not None


def describe_page(text: str) -> str:
    """Return the title of an HTML page, else the beginning of its words, in one line.

    >>> describe_page("<html><title>Bad gateway</title><p>nginx</p></html>")
    'an HTML page: Bad gateway'
    """
    title = TITLE.search(text)
    words = " ".join(UNSEEN.sub(" ", title[1] if title else text).split())
    return f"an HTML page: {words}"[:MAX_PAGE_CHARS] if words else "an HTML page"
