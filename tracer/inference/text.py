"""Text: what a model said, made fit to be stored, hashed and sent again.

A history that holds half a surrogate pair cannot be sent at all, and NUL breaks the stores behind.
"""

import json
from typing import Any

from schemas.text import find_text_fault

ESCAPE = "\\u"


def clean_text(text: str) -> str:
    r"""Return the text without NUL, lone surrogates replaced by U+FFFD.

    >>> clean_text("ok \ud83d\x00!") == "ok \ufffd!"
    True
    """
    if "\0" in text:
        text = text.replace("\0", "")
    if text.isascii():
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def clean_arguments(text: str) -> str:
    r"""Return the JSON text of a call's arguments, cleaned inside its escapes too.

    Text that is no JSON stays what it is, and so does JSON with nothing to clean.

    >>> clean_arguments('{"note": "half \\ud83d"}') == '{"note": "half \ufffd"}'
    True
    """
    text = clean_text(text)
    if ESCAPE not in text:
        return text
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return text
    if find_text_fault(value) is None:
        return text
    return json.dumps(clean_value(value), ensure_ascii=False)


def clean_value(value: Any) -> Any:
    """Return a JSON value with every text in it cleaned, keys included."""
    if isinstance(value, str):
        return clean_text(value)
    if isinstance(value, list):
        return [clean_value(item) for item in value]
    if isinstance(value, dict):
        return {clean_text(key): clean_value(item) for key, item in value.items()}
    return value
