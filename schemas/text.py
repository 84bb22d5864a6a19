"""Text: what a value must be so that JSON, Arrow, Parquet and DuckDB all store it unchanged."""

import json
import math
from functools import lru_cache
from typing import Any

from schemas.record import Record

LOWEST_INT = -(2**63)
HIGHEST_INT = 2**63 - 1
MOST_LEVELS = 100
TOO_DEEP = f"nested more than {MOST_LEVELS} levels deep"


def find_text_fault(value: Any) -> str | None:
    r"""Return what in `value` cannot be stored and where, in one line; None when all of it can be.

    Walks dicts, lists and records. Refused are lone surrogates, NUL, NaN, infinities and integers
    beyond 64 bits: each of them passes one writer or reader and breaks the next. So does what is
    nested more than 100 levels deep.

    >>> find_text_fault({"messages": [{"content": "half \ud83d"}]})
    'messages[0].content: lone surrogate U+D83D at character 5'
    >>> find_text_fault(["café", 1, None]) is None
    True
    """
    if isinstance(value, Record):
        value = value.model_dump(mode="json")
    found = _walk(value, 0)
    if found is None:
        return None
    place, what = found
    place = "" if what == TOO_DEEP else place
    return f"{place.removeprefix('.') or 'value'}: {what}"


def _walk(value: Any, depth: int) -> tuple[str, str] | None:
    if depth >= MOST_LEVELS and isinstance(value, dict | list | tuple):
        return "", TOO_DEEP
    if isinstance(value, dict):
        return _walk_dict(value, depth)
    if isinstance(value, list | tuple):
        for index, item in enumerate(value):
            if found := _walk(item, depth + 1):
                return f"[{index}]{found[0]}", found[1]
        return None
    what = _find_scalar_fault(value)
    return ("", what) if what else None


def _walk_dict(value: dict[str, Any], depth: int) -> tuple[str, str] | None:
    for key, item in value.items():
        if what := _find_scalar_fault(key):
            return "", f"key {key!a}: {what}"
        if found := _walk(item, depth + 1):
            return f".{key}{found[0]}", found[1]
    return None


def _find_scalar_fault(value: Any) -> str | None:
    if isinstance(value, str):
        return _find_string_fault(value)
    if isinstance(value, float):
        return None if math.isfinite(value) else f"number {value}, expected a finite one"
    if isinstance(value, int) and not LOWEST_INT <= value <= HIGHEST_INT:
        return "integer beyond 64 bits"
    return None


def _find_string_fault(text: str) -> str | None:
    if "\0" in text:
        return f"NUL at character {text.index(chr(0))}"
    try:
        text.encode()
    except UnicodeEncodeError as error:
        code = ord(text[error.start])
        return f"lone surrogate U+{code:04X} at character {error.start}"
    return None


@lru_cache(maxsize=1024)
def find_json_fault(text: str) -> str | None:
    """Return why `text` is no JSON that every reader takes, in one line; None when it is.

    What `find_text_fault` refuses in a value is refused here too, also when written as an escape.

    >>> find_json_fault('{"id": "#W1"}') is None
    True
    >>> find_json_fault('{"n": NaN}')
    'n: number nan, expected a finite one'
    """
    try:
        value = json.loads(text)
    except RecursionError:
        return TOO_DEEP
    except ValueError as error:
        return f"no JSON: {error}"
    return find_text_fault(value)
