from enum import StrEnum
from typing import Annotated, Any

import pyarrow as pa
import pytest

from schemas.arrow import arrow_schema, find_record_fault, from_table, to_table
from schemas.errors import DataError
from schemas.example import TrainingExample
from schemas.feeling import Feeling
from schemas.message import JsonText, Role
from schemas.record import Record
from schemas.trajectory import Trajectory
from tests.support.builders import (
    make_example,
    make_feeling,
    make_messages,
    make_trajectory,
)


class Colour(StrEnum):
    RED = "red"


class Inner(Record):
    payload: Annotated[str, JsonText] | None
    """Inner payload."""


class Outer(Record):
    name: str
    """What it is called."""
    colour: Colour
    n: int
    share: float
    is_new: bool
    note: str | None
    walks: list[list[str]]
    inners: list[Inner]
    texts: list[Annotated[str, JsonText]]


class Loose(Record):
    arguments: dict[str, Any]


class Split(Record):
    value: int | str


def make_outer(**changes: Any) -> Outer:
    fields: dict[str, Any] = {
        "name": "n",
        "colour": Colour.RED,
        "n": 1,
        "share": 0.5,
        "is_new": True,
        "note": None,
        "walks": [["a"], []],
        "inners": [Inner(payload='{"b": 1, "a": []}'), Inner(payload=None)],
        "texts": ["{}"],
    }
    return Outer(**{**fields, **changes})


def test_scalars_become_columns_of_their_own_type() -> None:
    schema = arrow_schema(Outer)
    assert schema.field("name").type == pa.string()
    assert schema.field("colour").type == pa.string()
    assert schema.field("n").type == pa.int64()
    assert schema.field("share").type == pa.float64()
    assert schema.field("is_new").type == pa.bool_()


def test_only_optional_columns_are_nullable() -> None:
    schema = arrow_schema(Outer)
    assert [field.name for field in schema if field.nullable] == ["note"]


def test_nested_records_become_lists_of_structs_with_json() -> None:
    inners = arrow_schema(Outer).field("inners").type
    assert inners.value_type.field("payload").type == pa.json_()
    assert arrow_schema(Outer).field("walks").type.value_type.value_type == pa.string()
    assert arrow_schema(Outer).field("texts").type.value_type == pa.json_()


def test_docstring_of_a_field_is_its_description() -> None:
    schema = arrow_schema(Outer)
    assert schema.field("name").metadata == {b"description": b"What it is called."}
    payload = schema.field("inners").type.value_type.field("payload")
    assert payload.metadata == {b"description": b"Inner payload."}


def test_arguments_and_tools_of_an_example_are_json() -> None:
    schema = arrow_schema(TrainingExample)
    message = schema.field("messages").type.value_type
    call = message.field("tool_calls").type.value_type
    assert schema.field("tools").type == pa.json_()
    assert call.field("function").type.field("arguments").type == pa.json_()
    assert message.field("content").type == pa.string()


def test_schema_is_made_once() -> None:
    assert arrow_schema(Outer) is arrow_schema(Outer)


@pytest.mark.parametrize(("model", "field"), [(Loose, "arguments"), (Split, "value")])
def test_type_without_a_column_form_is_refused(model: type[Record], field: str) -> None:
    with pytest.raises(DataError, match=rf"{model.__name__}\.{field}: .* has no column form"):
        arrow_schema(model)


def test_records_come_back_equal() -> None:
    records = [make_outer(), make_outer(name="é 谢", note="x", inners=[])]
    assert from_table(Outer, to_table(Outer, records)) == records


def test_table_has_the_declared_schema_even_without_rows() -> None:
    table = to_table(Outer, [])
    assert table.schema.equals(arrow_schema(Outer), check_metadata=True)
    assert from_table(Outer, table) == []


def test_json_text_keeps_its_bytes() -> None:
    text = '{ "b":1.0,\t"a" : "\\u00e9é" , "b": 2}'
    table = to_table(Outer, [make_outer(texts=[text])])
    assert table.column("texts").to_pylist() == [[text]]


def test_missing_calls_stay_null_and_empty_content_stays_empty() -> None:
    back = from_table(Trajectory, to_table(Trajectory, [make_trajectory()]))[0]
    assert back.messages[1].tool_calls is None
    assert back.messages[2].content == ""


def test_kept_reasoning_comes_back_with_its_message() -> None:
    messages = [
        message.model_copy(update={"reasoning_content": "They sound tired."})
        if message.role is Role.ASSISTANT
        else message
        for message in make_messages()
    ]
    example = make_example(messages=messages)
    table = to_table(TrainingExample, [example, make_example()])
    assert from_table(TrainingExample, table)[0] == example
    kept = [message["reasoning_content"] for message in table.column("messages").to_pylist()[0]]
    assert kept == [None, None, "They sound tired.", None, "They sound tired.", None]


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"text": "half \ud83d"}, r"text: lone surrogate U\+D83D at character 5"),
        ({"text": "a\0"}, "text: NUL at character 1"),
        ({"confidence": float("nan")}, "confidence: number nan"),
        ({"confidence": float("inf")}, "confidence: number inf"),
        ({"condition": 2**63}, "condition: integer beyond 64 bits"),
    ],
)
def test_bad_value_is_refused_with_record_and_field(changes: dict[str, Any], fault: str) -> None:
    good = make_feeling()
    bad = good.model_copy(update={"id": "feel_bad", **changes})
    with pytest.raises(DataError, match=f"^Feeling feel_bad: {fault}"):
        to_table(Feeling, [good, bad])


def test_largest_integers_are_stored() -> None:
    records = [make_outer(n=2**63 - 1), make_outer(n=-(2**63))]
    assert from_table(Outer, to_table(Outer, records)) == records


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        ("", "no JSON"),
        ("{'a': 1}", "no JSON"),
        ('{"a": 1', "no JSON"),
        ('{"a": NaN}', "a: number nan"),
        ('{"a": 1e999}', "a: number inf"),
        ('{"a": 18446744073709551616}', "a: integer beyond 64 bits"),
        ('{"a": "\\ud83d"}', "a: lone surrogate"),
        ('{"a": "\\u0000"}', "a: NUL"),
        ("[" * 5000 + "]" * 5000, "nested more than 100 levels deep"),
    ],
)
def test_bad_arguments_are_refused_with_their_place(arguments: str, fault: str) -> None:
    bad = make_trajectory(messages=make_messages(arguments))
    assert find_record_fault(make_trajectory()) is None
    found = find_record_fault(bad)
    assert found is not None
    assert found.startswith(f"messages[2].tool_calls[0].function.arguments: {fault}")
    with pytest.raises(DataError, match=bad.id):
        to_table(Trajectory, [bad])


def test_free_text_need_not_be_json() -> None:
    assert find_record_fault(make_feeling(text="{not json")) is None


def test_bad_tools_are_refused() -> None:
    assert find_record_fault(make_example(tools="[")) == (
        "tools: no JSON: Expecting value: line 1 column 2 (char 1)"
    )


def test_row_of_another_version_is_refused_by_name() -> None:
    table = to_table(Feeling, [make_feeling()]).drop_columns(["direction"])
    with pytest.raises(DataError, match="Feeling in row 0: direction: Field required"):
        from_table(Feeling, table)
