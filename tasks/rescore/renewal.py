"""Renewal: a stored record stays the record it is unless something of it came out otherwise.

An id is never computed again without need: a later version may have added a field to the model, and
what did not change must not be renamed for that.
"""

from typing import Any, TypeVar

from schemas.record import Identified

RecordT = TypeVar("RecordT", bound=Identified)


def change(stored: RecordT, **fields: Any) -> RecordT:
    """Return the record with these fields and the id they give; the stored one if none differs."""
    old = {name: getattr(stored, name) for name in type(stored).model_fields}
    if all(old[name] == value for name, value in fields.items()):
        return stored
    del old["id"]
    return type(stored).create(**{**old, **fields})


def keep_if_same(stored: RecordT | None, made: RecordT) -> RecordT:
    """Return the stored record if the one made anew differs in nothing but its id, else that."""
    if stored is not None and made.model_copy(update={"id": stored.id}) == stored:
        return stored
    return made
