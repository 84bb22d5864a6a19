"""Arrow: the schema of every table derived from its record, and the way there and back."""

import types
from collections.abc import Iterator, Sequence
from enum import StrEnum
from functools import cache
from typing import Annotated, Any, NamedTuple, TypeVar, Union, get_args, get_origin

import pyarrow as pa
from pydantic import ValidationError

from schemas.errors import DataError
from schemas.message import JsonText
from schemas.record import Record
from schemas.text import find_json_fault, find_text_fault

RecordT = TypeVar("RecordT", bound=Record)

SCALARS: dict[type, pa.DataType] = {
    str: pa.string(),
    bool: pa.bool_(),
    int: pa.int64(),
    float: pa.float64(),
}


class Shape(NamedTuple):
    """What a field's annotation comes to."""

    core: Any
    """The annotation without None and without marks."""
    is_nullable: bool
    """Whether None is allowed."""
    is_json: bool
    """Whether the text is JSON."""


@cache
def arrow_schema(model: type[Record]) -> pa.Schema:
    """Return the Arrow schema of the records of `model`; the one declared schema of their files.

    JSON text becomes Parquet's JSON type; each field's docstring is its metadata `description`.
    Only top-level columns are marked as never null: readers disagree about nested ones.

    Raises:
        DataError: a field has a type without a column form, such as a dict.
    """
    return pa.schema(_list_fields(model, pa.json_(), is_top=True))


@cache
def _storage_schema(model: type[Record]) -> pa.Schema:
    return pa.schema(_list_fields(model, pa.string(), is_top=True))


def _list_fields(model: type[Record], json_type: pa.DataType, *, is_top: bool) -> list[pa.Field]:
    return [
        pa.field(
            name,
            _convert_type(shape, json_type, f"{model.__name__}.{name}"),
            nullable=shape.is_nullable or not is_top,
            metadata={"description": model.model_fields[name].description or ""},
        )
        for name, shape in _list_shapes(model)
    ]


def _list_shapes(model: type[Record]) -> list[tuple[str, Shape]]:
    return [
        (name, _read_shape(field.annotation, field.metadata))
        for name, field in model.model_fields.items()
    ]


def _read_shape(annotation: Any, marks: Sequence[Any]) -> Shape:
    is_nullable, is_json = False, JsonText in marks
    while get_origin(annotation) in (Annotated, Union, types.UnionType):
        if get_origin(annotation) is Annotated:
            annotation, *marks = get_args(annotation)
            is_json = is_json or JsonText in marks
            continue
        members = [member for member in get_args(annotation) if member is not types.NoneType]
        if len(members) != 1:
            break
        is_nullable, annotation = True, members[0]
    return Shape(annotation, is_nullable, is_json)


def _convert_type(shape: Shape, json_type: pa.DataType, where: str) -> pa.DataType:
    core = shape.core
    if get_origin(core) is list:
        item = _read_shape(get_args(core)[0], ())
        return pa.list_(pa.field("element", _convert_type(item, json_type, where)))
    if shape.is_json and core is str:
        return json_type
    if core in SCALARS:
        return SCALARS[core]
    if isinstance(core, type) and issubclass(core, StrEnum):
        return pa.string()
    if isinstance(core, type) and issubclass(core, Record):
        return pa.struct(_list_fields(core, json_type, is_top=False))
    raise DataError(
        f"{where}: {core} has no column form; use str, bool, int, float, a StrEnum, a record, "
        "a list of these, or JSON text"
    )


@cache
def _list_json_paths(model: type[Record]) -> tuple[tuple[str, ...], ...]:
    """Return the way to each JSON text: field names, and `*` for every element of a list."""
    return tuple(
        (name, *rest) for name, shape in _list_shapes(model) for rest in _list_shape_paths(shape)
    )


def _list_shape_paths(shape: Shape) -> list[tuple[str, ...]]:
    if get_origin(shape.core) is list:
        item = _read_shape(get_args(shape.core)[0], ())
        return [("*", *rest) for rest in _list_shape_paths(item)]
    if shape.is_json:
        return [()]
    if isinstance(shape.core, type) and issubclass(shape.core, Record):
        return list(_list_json_paths(shape.core))
    return []


def _iterate_texts(value: Any, path: tuple[str, ...], place: str) -> Iterator[tuple[str, str]]:
    if value is None:
        return
    if not path:
        yield place, value
    elif path[0] == "*":
        for index, item in enumerate(value):
            yield from _iterate_texts(item, path[1:], f"{place}[{index}]")
    else:
        yield from _iterate_texts(value[path[0]], path[1:], f"{place}.{path[0]}")


def find_record_fault(record: Record) -> str | None:
    """Return why `record` cannot be stored, naming the field, in one line; None when it can be.

    Beside `find_text_fault` it looks into every JSON text; a stage calls it to reject one bad
    record instead of losing its shard.
    """
    return _find_row_fault(type(record), record.model_dump(mode="json"))


def _find_row_fault(model: type[Record], row: dict[str, Any]) -> str | None:
    if fault := find_text_fault(row):
        return fault
    for path in _list_json_paths(model):
        for place, text in _iterate_texts(row, path, ""):
            if fault := find_json_fault(text):
                return f"{place[1:]}: {fault}"
    return None


def to_table(model: type[Record], records: Sequence[Record]) -> pa.Table:
    """Return `records` as a table with the schema of `model`.

    Raises:
        DataError: a record holds what cannot be stored; the message names record and field.
    """
    rows = []
    for position, record in enumerate(records):
        row = record.model_dump(mode="json")
        if fault := _find_row_fault(model, row):
            name = row.get("id") or row.get("record_id") or f"number {position}"
            raise DataError(f"{model.__name__} {name}: {fault}; reject or repair this record")
        rows.append(row)
    # Arrow builds no extension type from Python values, so JSON columns are cast afterwards.
    table = pa.Table.from_pylist(rows, schema=_storage_schema(model))
    return table.cast(arrow_schema(model))


def from_table(model: type[RecordT], table: pa.Table) -> list[RecordT]:
    """Return the records of `table`.

    Raises:
        DataError: a row is no `model`; the message names row and field.
    """
    records = []
    for position, row in enumerate(table.to_pylist()):
        try:
            records.append(model.model_validate(row, strict=False))
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            field = ".".join(str(part) for part in first["loc"])
            raise DataError(
                f"{model.__name__} in row {position}: {field}: {first['msg']}; "
                "the table was written by another version or by another program"
            ) from error
    return records
