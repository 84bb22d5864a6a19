import unicodedata
from typing import Annotated, Any

import pytest
from typing_extensions import TypedDict

from tracer.domains.form import Unordered, read_forms
from tracer.domains.state import Base, State, copy_json


def open_state() -> State:
    people = {
        "a": {"name": "Zoé", "tags": ["x", "y"], "home": {"city": "Łódź"}},
        "b": {"name": "Bo", "tags": [], "home": {"city": "Oslo"}},
    }
    return State(Base({"people": people, "things": {}}, "base"))


def read(state: State, table: str, key: str) -> Any:
    row = state.get(table, key)
    assert row is not None
    return row


def test_unchanged_row_comes_from_the_base() -> None:
    state = open_state()
    assert read(state, "people", "a") is state.base.tables["people"]["a"]
    assert state.get("people", "c") is None
    with pytest.raises(KeyError):
        state.get("planets", "a")


def test_edit_never_reaches_the_base_or_another_state() -> None:
    state = open_state()
    other = State(state.base)
    state.edit("people", "a")["home"]["city"] = "Rome"
    state.edit("people", "a")["tags"].append("z")
    assert read(state, "people", "a")["home"]["city"] == "Rome"
    assert read(state, "people", "a")["tags"] == ["x", "y", "z"]
    assert read(other, "people", "a") == open_state().base.tables["people"]["a"]


def test_edit_of_a_missing_row_is_an_error() -> None:
    with pytest.raises(KeyError):
        open_state().edit("people", "c")


def test_added_row_can_be_read_and_edited() -> None:
    state = open_state()
    state.put("things", "t", {"n": "1"})
    state.edit("things", "t")["n"] = "2"
    assert read(state, "things", "t") == {"n": "2"}


def test_rows_keep_the_order_of_the_base_and_end_with_added_ones() -> None:
    state = open_state()
    state.put("people", "c", {"name": "Cy"})
    state.edit("people", "b")["name"] = "Bea"
    state.put("things", "t", {})
    assert [(key, row["name"]) for key, row in state.rows("people")] == [
        ("a", "Zoé"),
        ("b", "Bea"),
        ("c", "Cy"),
    ]


def test_digest_returns_when_the_change_is_undone() -> None:
    state = open_state()
    start = state.digest()
    state.edit("people", "b")["name"] = "Bea"
    assert state.digest() != start
    state.edit("people", "b")["name"] = "Bo"
    assert state.digest() == start
    assert state.changes() == {}


def test_digest_does_not_depend_on_the_order_of_changes_or_keys() -> None:
    one, other = open_state(), open_state()
    one.edit("people", "a")["name"] = "Al"
    one.put("things", "t", {"x": "1", "y": "2"})
    other.put("things", "t", {"y": "2", "x": "1"})
    other.edit("people", "a")["name"] = "Al"
    assert one.digest() == other.digest()


def test_digest_covers_table_key_and_base() -> None:
    people, things = open_state(), open_state()
    people.put("people", "t", {"x": "1"})
    things.put("things", "t", {"x": "1"})
    assert people.digest() != things.digest()
    assert State(Base({}, "one")).digest() != State(Base({}, "two")).digest()


def test_composed_and_decomposed_text_are_equal() -> None:
    one, other = open_state(), open_state()
    one.edit("people", "b")["home"]["city"] = "Málaga"
    other.edit("people", "b")["home"]["city"] = unicodedata.normalize("NFD", "Málaga")
    assert one.digest() == other.digest()


def test_row_rewritten_in_another_normal_form_is_no_change() -> None:
    state = open_state()
    start = state.digest()
    state.edit("people", "a")["name"] = unicodedata.normalize("NFD", "Zoé")
    assert state.changes() == {}
    assert state.digest() == start


def test_restore_goes_back_as_often_as_one_likes() -> None:
    state = open_state()
    state.edit("people", "a")["name"] = "Al"
    saved, digest = state.save(), state.digest()
    for name in ("Bea", "Cy"):
        state.edit("people", "a")["name"] = name
        state.put("things", "t", {})
        state.restore(saved)
        assert state.digest() == digest
        assert read(state, "people", "a")["name"] == "Al"


def test_copy_shares_nothing_that_can_change() -> None:
    value = {"a": [{"b": ["c"]}], "n": None, "x": 1.5}
    copy = copy_json(value)
    assert copy == value
    copy["a"][0]["b"].append("d")
    assert value["a"] == [{"b": ["c"]}]


class Thing(TypedDict):
    weight: int
    parts: Annotated[list[str], Unordered()]


def open_typed() -> State:
    row = {"weight": 25, "parts": ["a", "b"]}
    return State(Base({"things": {"t": row}}, "base", read_forms({"things": Thing})))


def test_row_equal_in_canonical_form_is_no_change() -> None:
    state = open_typed()
    start = state.digest()
    state.put("things", "t", {"parts": ["b", "a"], "weight": 25.0})
    assert state.changes() == {}
    assert state.digest() == start


def test_digest_tells_true_from_one() -> None:
    one, other, same = open_state(), open_state(), open_state()
    one.put("things", "t", {"n": 1})
    other.put("things", "t", {"n": True})
    same.put("things", "t", {"n": 1.0})
    assert one.digest() != other.digest()
    assert one.digest() == same.digest()


def test_true_in_the_place_of_one_is_a_change() -> None:
    state = State(Base({"things": {"t": {"n": 1}}}, "base"))
    state.edit("things", "t")["n"] = True
    assert state.changes() == {"things": {"t": {"n": True}}}


def test_base_without_forms_compares_by_value_alone() -> None:
    one, other = open_state(), open_state()
    one.put("things", "t", {"parts": ["a", "b"]})
    other.put("things", "t", {"parts": ["b", "a"]})
    assert one.digest() != other.digest()


def test_types_are_read_once_and_not_per_digest(monkeypatch: pytest.MonkeyPatch) -> None:
    state = open_typed()
    state.edit("things", "t")["weight"] = 26
    monkeypatch.setattr("tracer.domains.form.read_form", None)
    monkeypatch.setattr("tracer.domains.form.get_type_hints", None)
    assert state.changes() == {"things": {"t": {"weight": 26, "parts": ["a", "b"]}}}
