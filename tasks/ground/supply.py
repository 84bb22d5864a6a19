"""Supply: whether every id in a reference's arguments was shown by an earlier call.

An id cannot be made up, and a customer knows none of the internal ones. What is no id (an address,
a day, a reason) the customer may tell; that they do is seen once there are facts.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from schemas.grounded import Action, Refusal

ID_ENDINGS = ("_id", "_ids")
FindIds = Callable[[str], Sequence[str]]
"""Returns the internal ids in a text."""


def find_unsupplied(
    actions: Sequence[Action], refusal: Refusal | None, find_ids: FindIds
) -> str | None:
    """Return the first id that neither the look-up's details nor an earlier result hold.

    The call that must be declined counts as the last: a desk has to see what it is about, too.
    """
    shown: set[str] = set()
    for place, action in enumerate(actions):
        missing = next(list_missing(json.loads(action.arguments), shown, find_ids), None)
        if missing is not None:
            return f"action {place} {action.tool}: nothing before it shows {missing}"
        shown.update(walk_leaves(json.loads(action.result)))
    if refusal is None:
        return None
    missing = next(list_missing(json.loads(refusal.arguments), shown, find_ids), None)
    return None if missing is None else f"{refusal.tool}: nothing before it shows {missing}"


def list_missing(arguments: dict[str, Any], shown: set[str], find_ids: FindIds) -> Iterator[str]:
    """Yield the ids of a call that were not shown, with the arguments they stand in."""
    for name, value in arguments.items():
        is_id = name.endswith(ID_ENDINGS)
        for leaf in walk_leaves(value):
            if (is_id or find_ids(leaf)) and leaf not in shown:
                yield f"{name} {leaf!r}"


def walk_leaves(value: Any) -> Iterator[str]:
    """Yield every text, number and key of a JSON value as text."""
    if isinstance(value, dict):
        yield from value
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            yield from walk_leaves(item)
    else:
        yield str(value)
