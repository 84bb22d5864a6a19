"""Clerk: the calls that a wish names in full, where nobody has an account to be found first."""

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

from tracer.inference.rehearsal.past import Past
from tracer.inference.rehearsal.toolbox import Toolbox
from tracer.inference.rehearsal.words import find_example, find_shaped, list_stems, shape

MOST_CALLS = 8

Call = tuple[str, Mapping[str, Any]]


def find_calls(past: Past, toolbox: Toolbox) -> tuple[Call, ...]:
    """Return the calls that answer the open wish, by the schemas of the tools alone.

    None where something was done for the wish already, and none of a tool whose arguments the wish
    does not name. Where it names several values, each combination is one call; lists of the same
    length go together in their order.
    """
    if any(one.wish == past.wish for one in past.done):
        return ()
    heard = past.heard
    named = [
        (name, dict(zip(required, values, strict=True)))
        for name in toolbox.tools
        if (required := toolbox.list_required(name))
        for values in combine([read_values(toolbox, name, one, heard) for one in required])
    ]
    return tuple(named[:MOST_CALLS]) or find_bare_call(toolbox, heard)


def read_values(toolbox: Toolbox, tool: str, argument: str, heard: str) -> list[Any]:
    """Return the values of an argument that a text names, in the order of the text."""
    schema = toolbox.tools[tool].get("parameters", {}).get("properties", {}).get(argument, {})
    if "enum" in schema:
        words = heard.lower()
        found = [value for value in schema["enum"] if list_stems(str(value)) & list_stems(heard)]
        return sorted(found, key=lambda value: words.find(str(value).lower()))
    form = shape(find_example(str(schema.get("description", ""))))
    return list(dict.fromkeys(find_shaped(heard, form))) if "9" in form else []


def combine(values: Sequence[Sequence[Any]]) -> list[tuple[Any, ...]]:
    """Return the combinations of the values of several arguments."""
    if len({len(one) for one in values}) == 1:
        return list(zip(*values, strict=True))
    return list(product(*values))


def find_bare_call(toolbox: Toolbox, heard: str) -> tuple[Call, ...]:
    """Return the call of the tool without arguments that a text is about, if there is one."""
    bare = [name for name in toolbox.reads if not toolbox.list_required(name)]
    scores = toolbox.weigh(bare, list_stems(heard))
    best = max(bare, key=lambda name: scores[name], default=None)
    return ((best, {}),) if best is not None and scores[best] > 0 else ()
