"""Strict: tool schemas as they are sent to a server that holds calls to them while they are made.

Constrained decoding forbids what does not fit and forces nothing to end: a small model fills an
open string, list or number up to its token limit. So every part gets a bound where the domain sets
none. What is sent is a copy; validation and rows keep the domain's own schemas.
"""

from collections.abc import Mapping, Sequence
from typing import Any

LONGEST = 10_000
MAX_STRING = 200
MAX_ITEMS = 16
MAX_INTEGER = 10**9
FIXED = frozenset({"const", "enum", "pattern", "format"})
"""Keywords that bound a value by themselves."""
LIMITS = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum")

NAMED = ("properties", "$defs", "definitions")
LISTED = ("anyOf", "oneOf", "prefixItems")
"""Not `allOf`: parts closed one by one leave no object that fits them all."""


def tighten_tools(
    tools: Sequence[Mapping[str, Any]], max_tokens: int = LONGEST
) -> list[dict[str, Any]]:
    """Return tools in OpenAI function form as strict ones, closed and bounded in every part.

    No text may have more characters than an output has tokens, so that a call comes to its end.
    """
    return [
        {
            **tool,
            "function": {
                **tool["function"],
                "strict": True,
                "parameters": tighten(tool["function"]["parameters"], max_tokens),
            },
        }
        for tool in tools
    ]


def tighten(schema: Mapping[str, Any], max_tokens: int = LONGEST) -> dict[str, Any]:
    """Return a JSON schema that takes nothing the given one refuses, and nothing without end."""
    tight = {**bound(schema), **schema}
    if "maxLength" in tight:
        shortest = tight.get("minLength", 0)
        tight["maxLength"] = max(shortest, min(tight["maxLength"], max_tokens))
    for key in NAMED:
        if key in tight:
            tight[key] = {name: tighten(part, max_tokens) for name, part in tight[key].items()}
    for key in LISTED:
        if key in tight:
            tight[key] = [tighten(part, max_tokens) for part in tight[key]]
    if isinstance(tight.get("items"), Mapping):
        tight["items"] = tighten(tight["items"], max_tokens)
    return tight


def bound(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return the bounds that a schema lacks, going by its type."""
    kind = schema.get("type")
    kinds = [kind] if isinstance(kind, str) else kind or []
    bounds: dict[str, Any] = {}
    if "object" in kinds and "properties" in schema:
        bounds["additionalProperties"] = False
    if "string" in kinds and not FIXED & schema.keys():
        bounds["maxLength"] = MAX_STRING
    if "array" in kinds:
        bounds["maxItems"] = max(MAX_ITEMS, schema.get("minItems", 0))
    if "integer" in kinds and not FIXED & schema.keys():
        furthest = MAX_INTEGER + max(abs(schema.get(key, 0)) for key in LIMITS)
        bounds |= {"minimum": -furthest, "maximum": furthest}
    return bounds
