"""Form: the canonical form of a row, by the types of its columns, so that equal states are equal.

25, 25.0 and "25.00" are one amount, text is one text in NFC and NFD, and a list whose order means
nothing is written in one order. A table's types are read once, from its record; what comes out is a
plain function. Rows as tools write them are in this form already.
"""

import math
import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    Required,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from typing_extensions import is_typeddict

from schemas.identity import dump_canonical

Form = Callable[[Any], Any]
"""Takes a JSON value, which it leaves as it is, and returns an equal one in canonical form."""


@dataclass(frozen=True, slots=True)
class Unordered:
    """Marks a list column whose order means nothing.

    Its canonical order goes by `keys`, fields of its items, and by their canonical JSON after that.
    """

    keys: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Amount:
    """Marks a text column that holds an amount of money."""


Money = Annotated[str, Amount()]
"""An amount as rows have it: text with two places, such as "34.90" or "-0.05"."""

WRITTEN = re.compile(r"(?!-0\.00)-?(?:0|[1-9][0-9]*)\.[0-9]{2}")
NUMERAL = re.compile(r"[+-]?[0-9]{1,15}(?:\.[0-9]{1,15})?")
CENT = Decimal("0.01")
FLOAT_ERROR = Decimal("0.000001")
MOST_EXACT = 2**53
"""Up to here a float is one whole number and no other."""
WRAPPERS = (Annotated, Required, NotRequired)
UNIONS = (Union, UnionType)
CONTAINERS = (list, dict, Mapping)


def read_forms(records: Mapping[str, type]) -> dict[str, Form]:
    """Return table -> form of its rows, given table -> record."""
    return {table: read_form(record) for table, record in records.items()}


def read_form(hint: Any) -> Form:
    """Return the form of values of one type; a type not known here is formed by value.

    Keys that a record does not have keep their place in the row, formed by value.
    """
    if is_typeddict(hint):
        return make_record_form(hint)
    origin, parts = get_origin(hint), get_args(hint)
    if origin in WRAPPERS:
        return read_marked(parts[0], parts[1:])
    if origin in CONTAINERS:
        # The type of what is inside comes last: after the type of its keys, if it has keys.
        form = read_form(parts[-1])
        return make_list_form(form) if origin is list else make_map_form(form)
    if origin in UNIONS:
        return read_union([part for part in parts if part is not NoneType])
    return read_scalar({type(part) for part in parts} if origin is Literal else {hint})


def read_marked(hint: Any, marks: tuple[Any, ...]) -> Form:
    """Return the form of an annotated type; marks of others are passed over."""
    if any(isinstance(mark, Amount) for mark in marks):
        return form_amount
    form = read_form(hint)
    keys = next((mark.keys for mark in marks if isinstance(mark, Unordered)), None)
    return form if keys is None else make_unordered_form(form, keys)


def read_union(hints: list[Any]) -> Form:
    """Return the form of a union without its null; null is null in every form."""
    if len(hints) == 1:
        form = read_form(hints[0])
        return lambda value: None if value is None else form(value)
    return read_scalar(set(hints))


def read_scalar(kinds: set[Any]) -> Form:
    """Return the form of values of plain types."""
    if kinds == {bool}:
        return form_truth
    if kinds <= {int, float}:
        return form_number
    return form_value


def make_record_form(record: type) -> Form:
    """Return the form of a record with its columns."""
    hints = get_type_hints(record, include_extras=True)
    columns = {name: read_form(hint) for name, hint in hints.items()}

    def form(value: Any) -> Any:
        if not isinstance(value, Mapping):
            return form_value(value)
        made = {}
        for key, item in value.items():
            column = columns.get(key)
            if column is None:
                made[form_text(key)] = form_value(item)
            else:
                made[key] = column(item)
        return made

    return form


def make_map_form(item_form: Form) -> Form:
    """Return the form of an object whose values are all of one type."""

    def form(value: Any) -> Any:
        if not isinstance(value, Mapping):
            return form_value(value)
        return {form_text(key): item_form(item) for key, item in value.items()}

    return form


def make_list_form(item_form: Form) -> Form:
    """Return the form of a list whose order counts."""

    def form(value: Any) -> Any:
        return list(map(item_form, value)) if isinstance(value, list) else form_value(value)

    return form


def make_unordered_form(list_form: Form, keys: tuple[str, ...]) -> Form:
    """Return the form of a list whose order means nothing."""

    def rank(item: Any) -> tuple[str, ...]:
        fields = item if isinstance(item, Mapping) else {}
        return (*(str(fields.get(key, "")) for key in keys), dump_canonical(item))

    def form(value: Any) -> Any:
        made = list_form(value)
        return sorted(made, key=rank) if isinstance(made, list) and len(made) > 1 else made

    return form


def form_text(text: str) -> str:
    """Return the text in NFC."""
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def form_value(value: Any) -> Any:
    """Return a JSON value of no declared type: texts in NFC, whole numbers without a point.

    >>> form_value({"n": [25.0, True, None, "25"]})
    {'n': [25, True, None, '25']}
    """
    if isinstance(value, str):
        return value if value.isascii() else form_text(value)
    if isinstance(value, float):
        return int(value) if value.is_integer() and abs(value) <= MOST_EXACT else value
    if isinstance(value, Mapping):
        return {form_text(key): form_value(item) for key, item in value.items()}
    if isinstance(value, list):
        return list(map(form_value, value))
    return value


def form_truth(value: Any) -> Any:
    """Return the value of a column of truth values; 1 and 0 are such values too."""
    return bool(value) if isinstance(value, int | float) and value in (0, 1) else form_value(value)


def form_number(value: Any) -> Any:
    """Return the value of a column of numbers, numerals in text included.

    >>> form_number("25.00"), form_number(25.0), form_number("25.5"), form_number("many")
    (25, 25, 25.5, 'many')
    """
    if isinstance(value, str) and NUMERAL.fullmatch(value):
        return form_value(float(value)) if "." in value else int(value)
    return form_value(value)


def form_amount(value: Any) -> Any:
    """Return an amount as text with two places; what is finer than a cent keeps its places.

    A float's error is no difference.

    >>> form_amount(25), form_amount("25.0"), form_amount(0.1 + 0.2), form_amount("0.005")
    ('25.00', '25.00', '0.30', '0.005')
    """
    if isinstance(value, str) and WRITTEN.fullmatch(value):
        return value
    number = read_amount(value)
    if number is None:
        return form_value(value)
    cents = number.quantize(CENT)
    made = cents if abs(cents - number) < FLOAT_ERROR else number.normalize()
    # Zero has no sign.
    return format(made or abs(made), "f")


def read_amount(value: Any) -> Decimal | None:
    """Return the number in the value of an amount, or None."""
    if isinstance(value, str):
        return Decimal(value) if NUMERAL.fullmatch(value) else None
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return Decimal(repr(value)) if math.isfinite(value) and abs(value) <= MOST_EXACT else None
