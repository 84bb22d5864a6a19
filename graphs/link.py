"""Link: whether a declared tie between two calls really holds."""

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from typing import Any

from graphs.graph import Link, LinkKind

Entity = tuple[str, str]
"""Kind and id, such as ("order", "K48-2071")."""


def link_holds(
    link: Link,
    result: Any,
    arguments: dict[str, Any],
    touched: tuple[AbstractSet[Entity], AbstractSet[Entity]],
) -> bool:
    """Return whether the second call uses what the link declares.

    Of a list argument, one item is enough.

    Args:
        link: The edge's link.
        result: Parsed result of the first call.
        arguments: Arguments of the second call.
        touched: Entities the first and the second call touch.
    """
    if link.kind is LinkKind.ENTITY:
        return any(kind == link.source for kind, _ in touched[0] & touched[1])
    values = list(find_values(result, link.source.split(".")))
    items = [
        item
        for wanted in find_values(arguments, link.argument.split("."))
        for item in (wanted if isinstance(wanted, list) else [wanted])
    ]
    return any(item in values for item in items)


def find_values(value: Any, path: list[str]) -> Iterator[Any]:
    """Yield the values at a path.

    `*` stands for every list item or mapping value, `*~` for every mapping key.

    >>> list(find_values({"items": [{"id": 1}, {"id": 2}]}, ["items", "*", "id"]))
    [1, 2]
    >>> list(find_values({"variants": {"a": {}, "b": {}}}, ["variants", "*~"]))
    ['a', 'b']
    """
    if not path:
        yield value
        return
    step, rest = path[0], path[1:]
    for item in list_below(value, step):
        yield from find_values(item, rest)


def list_below(value: Any, step: str) -> list[Any]:
    """Return what one step of a path leads to; nothing where it leads nowhere."""
    if isinstance(value, dict):
        starred = {"*": list(value.values()), "*~": list(value)}
        return starred[step] if step in starred else [value[step]] if step in value else []
    return value if step == "*" and isinstance(value, list) else []
