"""State: the writable view of one episode over a frozen base; nobody else sees what it writes.

The base is shared and never written. A state holds only the rows it changed, so starting one is
free and its digest costs what was changed, whatever the size of the database.
"""

import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from schemas.identity import hash_content

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Base:
    """The frozen tables of a domain: table name -> key -> row (a JSON object)."""

    tables: Mapping[str, Mapping[str, Row]]
    digest: str


@dataclass(frozen=True, slots=True)
class Difference:
    """One row that differs between two states; None where the row is absent."""

    table: str
    key: str
    left: Row | None
    right: Row | None


def copy_json(value: Any) -> Any:
    """Return a deep copy of a JSON value; several times faster than copy.deepcopy."""
    if isinstance(value, dict):
        return {key: copy_json(item) for key, item in value.items()}
    if isinstance(value, list):
        return [copy_json(item) for item in value]
    return value


def normalise_text(value: Any) -> Any:
    """Return the JSON value with every text in NFC, so that equal writings are equal."""
    if isinstance(value, str):
        return unicodedata.normalize("NFC", value)
    if isinstance(value, Mapping):
        return {key: normalise_text(item) for key, item in value.items()}
    if isinstance(value, list):
        return [normalise_text(item) for item in value]
    return value


@dataclass(slots=True)
class State:
    """Base plus overlay.

    Rows handed out by `get` and `rows` are read-only by contract; `edit` copies first.
    """

    base: Base
    overlay: dict[tuple[str, str], dict[str, Any]] = field(default_factory=dict)

    def get(self, table: str, key: str) -> Row | None:
        """Return the row, or None when there is none."""
        changed = self.overlay.get((table, key))
        return changed if changed is not None else self.base.tables[table].get(key)

    def rows(self, table: str) -> Iterator[tuple[str, Row]]:
        """Yield (key, row) of a table, base order first, then rows added."""
        base = self.base.tables[table]
        for key, row in base.items():
            yield key, self.overlay.get((table, key), row)
        for (name, key), row in self.overlay.items():
            if name == table and key not in base:
                yield key, row

    def edit(self, table: str, key: str) -> dict[str, Any]:
        """Return this state's own copy of a row, to be changed in place.

        Raises:
            KeyError: there is no such row.
        """
        own = self.overlay.get((table, key))
        if own is None:
            own = self.overlay[table, key] = copy_json(self.base.tables[table][key])
        return own

    def put(self, table: str, key: str, row: dict[str, Any]) -> None:
        """Add a row or replace it whole."""
        self.overlay[table, key] = row

    def save(self) -> dict[tuple[str, str], dict[str, Any]]:
        """Return a copy of the overlay that `restore` takes back."""
        return {place: copy_json(row) for place, row in self.overlay.items()}

    def restore(self, saved: dict[tuple[str, str], dict[str, Any]]) -> None:
        """Go back to a saved overlay."""
        self.overlay = {place: copy_json(row) for place, row in saved.items()}

    def changes(self) -> dict[str, dict[str, Row]]:
        """Return the rows that truly differ from the base, by table and key, texts in NFC."""
        found: dict[str, dict[str, Row]] = {}
        for (table, key), row in self.overlay.items():
            before = self.base.tables[table].get(key)
            if row != before and normalise_text(row) != normalise_text(before):
                found.setdefault(table, {})[key] = normalise_text(row)
        return found

    def digest(self) -> str:
        """Return the digest of base and changes, 64 hex digits; equal for equal states."""
        return hash_content([self.base.digest, self.changes()])


def find_differences(left: State, right: State) -> list[Difference]:
    """Return the rows in which two states over one base differ, by table and key."""
    places = sorted(set(left.overlay) | set(right.overlay))
    pairs = ((place, left.get(*place), right.get(*place)) for place in places)
    return [
        Difference(table, key, one, other)
        for (table, key), one, other in pairs
        if normalise_text(one) != normalise_text(other)
    ]
