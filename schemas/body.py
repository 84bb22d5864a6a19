"""Body: what a role may add to the body of a model request: JSON, and nothing Tracer sets."""

import math
from typing import Any

MOST_DEPTH = 32
"""Deepest nesting; no server knows fields as deep as this."""
OWN_SETTING = {
    "model": "model",
    "temperature": "temperature",
    "top_p": "top_p",
    "max_tokens": "max_tokens",
    "max_completion_tokens": "max_tokens",
    "tool_choice": "tool_choice",
    "chat_template_kwargs": "chat_template_kwargs",
    "api_key": "api_key_env",
}
"""Field of a request -> setting of a role that stands for it."""
TRACERS_OWN = frozenset({"messages", "tools", "response_format", "seed", "stream", "n"})
"""Fields of a request that Tracer sets itself, or relies on not being set."""


def check_fields(fields: dict[str, Any]) -> dict[str, Any]:
    """Return further fields of a request.

    Raises:
        ValueError: one of them is Tracer's to set, or no JSON.
    """
    for name in fields:
        known = name.lower()
        if known in OWN_SETTING:
            msg = f"{name} is refused here: it has a setting of its own, {OWN_SETTING[known]}"
            raise ValueError(msg)
        if known in TRACERS_OWN:
            msg = f"{name} is refused here: Tracer sets it for every request"
            raise ValueError(msg)
    return check_values(fields)


def check_values(fields: dict[str, Any]) -> dict[str, Any]:
    """Return fields whose values are JSON.

    Raises:
        ValueError: one of them is not; the value is not quoted.
    """
    for name, value in fields.items():
        check_value(value, name, 1)
    return fields


def check_value(value: object, place: str, depth: int) -> None:
    """Refuse what JSON has no form for: dates, times, NaN and infinities from TOML.

    Raises:
        ValueError: the value at `place`, or one within it, is no JSON.
    """
    if depth > MOST_DEPTH:
        msg = f"{place}: expected at most {MOST_DEPTH} levels of nesting"
        raise ValueError(msg)
    if isinstance(value, dict):
        for name, item in value.items():
            check_value(item, f"{place}.{name}", depth + 1)
    elif isinstance(value, list):
        for number, item in enumerate(value):
            check_value(item, f"{place}[{number}]", depth + 1)
    elif isinstance(value, float) and not math.isfinite(value):
        msg = f"{place}: expected a JSON value, got {value}, which JSON has not"
        raise ValueError(msg)
    elif not isinstance(value, str | int | float | None):
        kind = type(value).__name__
        msg = f"{place}: expected a JSON value, got a {kind}; write it as text, in quotes"
        raise ValueError(msg)
