"""Difference: what two states over one base do not have in common, column by column."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from schemas.identity import dump_canonical
from tracer.domains.state import State, is_same

ABSENT = "absent"
"""Stands for a value that a side does not have; no JSON text reads so."""


class Difference(NamedTuple):
    """One column in which a row of one state differs from that of another."""

    table: str
    key: str
    """Key of the row."""
    path: str
    """Where in the row, such as `items[0].price`."""
    expected: str
    """JSON text of the value, or `absent`."""
    found: str
    """The same of the other state."""


def list_differences(expected: State, found: State) -> list[Difference]:
    """Return what differs between two states over one base, by table, row key and path.

    Rows are compared in canonical form, as digests are; a row that only one side has differs in
    each of its columns.
    """
    places = sorted(set(expected.overlay) | set(found.overlay))
    return [
        Difference(table, key, *change)
        for table, key in places
        for change in list_changes(
            expected.base.form_row(table, expected.get(table, key)) or {},
            found.base.form_row(table, found.get(table, key)) or {},
            "",
        )
    ]


def list_changes(expected: Any, found: Any, path: str) -> Iterator[tuple[str, str, str]]:
    """Yield path, expected and found value for every place in which two JSON values differ.

    Objects are gone into by key and lists by place; anything else differs as a whole.
    """
    if isinstance(expected, Mapping) and isinstance(found, Mapping):
        for key in sorted(expected.keys() | found.keys()):
            place = f"{path}.{key}" if path else key
            yield from list_side_changes(expected, found, key, place)
    elif isinstance(expected, list) and isinstance(found, list):
        sides = dict(enumerate(expected)), dict(enumerate(found))
        for index in range(max(len(expected), len(found))):
            yield from list_side_changes(*sides, index, f"{path}[{index}]")
    elif not is_same(expected, found):
        yield path, dump_canonical(expected), dump_canonical(found)


def list_side_changes(
    expected: Mapping[Any, Any], found: Mapping[Any, Any], key: Any, path: str
) -> Iterator[tuple[str, str, str]]:
    """Yield what `list_changes` does for one key, which a side may lack."""
    if key in expected and key in found:
        yield from list_changes(expected[key], found[key], path)
    elif key in expected:
        yield path, dump_canonical(expected[key]), ABSENT
    else:
        yield path, ABSENT, dump_canonical(found[key])
