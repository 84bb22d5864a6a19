from collections.abc import Callable
from typing import Annotated, Any, Literal

import pytest
from pydantic import ConfigDict, Field, with_config
from typing_extensions import TypedDict

from schemas.errors import DataError
from tracer.domains.state import Base, State
from tracer.domains.tool import Tool, ToolKind, ToolRefusal


@with_config(ConfigDict(extra="forbid"))
class Point(TypedDict):
    """A place on the map."""

    title: str
    height: int


def move(
    state: State,
    name: Annotated[str, Field(max_length=5)],
    to: Point,
    via: list[Point],
    mode: Literal["walk", "ride"],
) -> str:
    """Move something
    to another place.

    It may stop on the way.

    Args:
        name: What moves,
            such as a cart.
        to: Where it goes.
        via: Where it stops.
        mode: How: on foot or not.

    Returns:
        Nothing of use.
    """
    state.edit("things", name)["to"] = to["title"]
    if via:
        message = f"no stops for {mode}"
        raise ToolRefusal(message)
    return "moved"


def glance(state: State) -> dict[str, Any]:
    """Look around."""
    return dict(state.rows("things"))


def silent(state: State, what: str) -> str:
    """Say nothing of its argument."""
    return f"{what}{len(state.overlay)}"


GOOD = {"name": "cart", "to": {"title": "hill", "height": 3}, "via": [], "mode": "walk"}


def open_state() -> State:
    return State(Base({"things": {"cart": {"to": "yard"}}}, "base"))


def make_tool(function: Callable[..., Any] = move, kind: ToolKind = ToolKind.WRITE) -> Tool:
    return Tool(function, kind)


def test_name_and_description_come_from_the_function() -> None:
    tool = make_tool()
    assert tool.name == "move"
    assert tool.description == "Move something to another place. It may stop on the way."


def test_schema_is_in_openai_function_form() -> None:
    tool = make_tool(glance, ToolKind.READ)
    assert tool.schema == {
        "type": "function",
        "function": {
            "name": "glance",
            "description": "Look around.",
            "parameters": {
                "type": "object",
                "properties": {},
                "required": [],
                "additionalProperties": False,
            },
        },
    }


def test_parameters_leave_out_the_state_and_keep_order() -> None:
    parameters = make_tool().parameters
    assert list(parameters["properties"]) == ["name", "to", "via", "mode"]
    assert parameters["required"] == ["name", "to", "via", "mode"]


def test_notes_run_over_several_lines() -> None:
    properties = make_tool().parameters["properties"]
    assert properties["name"]["description"] == "What moves, such as a cart."
    assert properties["mode"]["description"] == "How: on foot or not."


def test_titles_go_but_a_field_called_title_stays() -> None:
    to = make_tool().parameters["properties"]["to"]
    assert to == {
        "type": "object",
        "properties": {"title": {"type": "string"}, "height": {"type": "integer"}},
        "required": ["title", "height"],
        "additionalProperties": False,
        "description": "Where it goes.",
    }


def test_nested_types_stand_in_place() -> None:
    assert "$ref" not in str(make_tool().parameters)
    items = make_tool().parameters["properties"]["via"]["items"]
    assert items["required"] == ["title", "height"]


def test_argument_without_a_note_is_a_fault_of_the_domain() -> None:
    with pytest.raises(DataError, match=r"silent.*what"):
        _ = make_tool(silent).parameters


def test_good_arguments_have_no_fault() -> None:
    assert make_tool().find_fault(GOOD) is None


@pytest.mark.parametrize(
    ("change", "place"),
    [
        pytest.param({"name": "waggon"}, "name", id="too long"),
        pytest.param({"mode": "fly"}, "mode", id="not in the list"),
        pytest.param({"to": {"title": "hill"}}, "to", id="key missing"),
        pytest.param({"to": {"title": "hill", "height": 3, "x": 1}}, "to", id="extra key inside"),
        pytest.param({"via": [{"title": 1, "height": 3}]}, "via.0.title", id="deep type"),
        pytest.param({"speed": 3}, "arguments", id="extra argument"),
    ],
)
def test_fault_says_where_it_is(change: dict[str, Any], place: str) -> None:
    fault = make_tool().find_fault({**GOOD, **change})
    assert fault is not None
    assert fault.startswith(f"{place}: ")


def test_missing_argument_is_named() -> None:
    fault = make_tool().find_fault({key: GOOD[key] for key in ("name", "to", "via")})
    assert fault is not None
    assert "mode" in fault


def test_write_changes_the_state() -> None:
    state = open_state()
    assert make_tool().run(state, GOOD) == "moved"
    assert state.get("things", "cart") == {"to": "hill"}


def test_refusal_half_way_leaves_the_state_as_it_was() -> None:
    state = open_state()
    make_tool().run(state, GOOD)
    before = state.digest()
    late = {**GOOD, "to": {"title": "lake", "height": 0}, "via": [{"title": "x", "height": 1}]}
    with pytest.raises(ToolRefusal):
        make_tool().run(state, late)
    assert state.digest() == before
    assert state.get("things", "cart") == {"to": "hill"}


def test_fault_of_a_tool_leaves_the_state_as_it_was_too() -> None:
    state = open_state()
    before = state.digest()
    with pytest.raises(KeyError):
        make_tool().run(state, {**GOOD, "to": {"height": 3}})
    assert state.digest() == before
    assert state.overlay == {}
