import unicodedata
from typing import Annotated, Any

from typing_extensions import TypedDict

from tracer.domains.difference import ABSENT, Difference, list_changes, list_differences
from tracer.domains.form import Money, Unordered, read_forms
from tracer.domains.state import Base, State

ROW = {"status": "pending", "total": "25.00", "tags": ["x", "y"], "home": {"city": "Oslo"}}


class Order(TypedDict):
    status: str
    total: Money
    tags: Annotated[list[str], Unordered()]
    home: dict[str, str]


def open_state(**changes: Any) -> State:
    tables = {"orders": {"K1": ROW, "K2": ROW}, "notes": {}}
    state = State(Base(tables, "base", read_forms({"orders": Order})))
    if changes:
        state.edit("orders", "K1").update(changes)
    return state


def test_difference_names_table_key_path_and_both_values() -> None:
    expected, found = open_state(status="cancelled"), open_state(home={"city": "Rome"})
    assert list_differences(expected, found) == [
        Difference("orders", "K1", "home.city", '"Oslo"', '"Rome"'),
        Difference("orders", "K1", "status", '"cancelled"', '"pending"'),
    ]


def test_states_equal_in_canonical_form_have_no_difference() -> None:
    loose = {"city": unicodedata.normalize("NFD", "Łódź")}
    expected = open_state(home={"city": "Łódź"}, tags=["x", "y"], total="25.00")
    found = open_state(home=loose, tags=["y", "x"], total=25.0)
    assert expected.digest() == found.digest()
    assert list_differences(expected, found) == []


def test_row_that_one_side_lacks_differs_in_each_column() -> None:
    expected, found = open_state(), open_state()
    expected.put("notes", "n", {"by": "Bo", "text": {"a": 1}})
    assert list_differences(expected, found) == [
        Difference("notes", "n", "by", '"Bo"', ABSENT),
        Difference("notes", "n", "text", '{"a":1}', ABSENT),
    ]
    assert {item.expected for item in list_differences(found, expected)} == {ABSENT}


def test_tables_and_rows_stand_in_order() -> None:
    found = open_state(status="shipped")
    found.edit("orders", "K2")["status"] = "shipped"
    found.put("notes", "n", {"by": "Bo"})
    places = [(item.table, item.key) for item in list_differences(open_state(), found)]
    assert places == [("notes", "n"), ("orders", "K1"), ("orders", "K2")]


def test_nested_values_have_a_path() -> None:
    expected = {"a": {"b": [1, {"c": 2}]}, "same": 1, "only": {}}
    found = {"a": {"b": [1, {"c": 3}, 4]}, "same": 1}
    assert list(list_changes(expected, found, "")) == [
        ("a.b[1].c", "2", "3"),
        ("a.b[2]", ABSENT, "4"),
        ("only", "{}", ABSENT),
    ]


def test_values_of_different_kinds_differ_as_a_whole() -> None:
    assert list(list_changes({"a": None}, {"a": {"b": 1}}, "")) == [("a", "null", '{"b":1}')]
    assert list(list_changes({"a": True}, {"a": 1}, "")) == [("a", "true", "1")]


def test_null_and_absent_are_told_apart() -> None:
    assert list(list_changes({"a": None}, {}, "")) == [("a", "null", ABSENT)]


def test_items_of_long_lists_stand_by_number() -> None:
    paths = [path for path, _, _ in list_changes([0] * 12, [1] * 12, "n")]
    assert paths == [f"n[{index}]" for index in range(12)]
