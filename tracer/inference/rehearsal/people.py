"""People: who of a row's people is meant, and how their name shall read."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from tracer.inference.rehearsal.rows import Row

RIGHT = re.compile(
    r"\b(?:should read|should be|would be|(?:properly|correctly) (?:written|spelt))"
    r"\s+(?P<name>[^,.]+)"
)


def list_people(row: Row) -> Iterator[Mapping[str, Any]]:
    """Yield those of a row who have a first and a last name."""
    for value in row.values():
        for item in value if isinstance(value, list) else ():
            if isinstance(item, Mapping) and {"first", "last"} <= set(item):
                yield item


def name_person(person: Mapping[str, Any]) -> str:
    """Return a full name."""
    return f"{person['first']} {person['last']}"


def find_person(row: Row, text: str) -> Mapping[str, Any] | None:
    """Return the person of a row whose full name stands in a text."""
    return next((one for one in list_people(row) if name_person(one) in text), None)


def correct_person(row: Row, text: str) -> dict[str, Any] | None:
    """Return a person of a row with the name that a text says is right, None when it says none."""
    person, found = find_person(row, text), RIGHT.search(text)
    if person is None or found is None:
        return None
    right = found["name"].strip()
    first, last = str(person["first"]), str(person["last"])
    if right.startswith(f"{first} "):
        last = right.removeprefix(f"{first} ")
    elif right.endswith(f" {last}"):
        first = right.removesuffix(f" {last}")
    else:
        return None
    return {**person, "first": first, "last": last}
