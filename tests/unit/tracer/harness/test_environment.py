import json

import pytest

from schemas.errors import EnvironmentFault
from schemas.message import ToolCall
from tests.support.scripted import make_call
from tests.support.small_world import open_world
from tracer.harness.environment import Environment, Outcome, ToolResult, decode_arguments


def run(tool: str, arguments: str) -> ToolResult:
    return open_world().attempt(tool, arguments)


def execute_all(*calls: ToolCall) -> Environment:
    world = open_world()
    for call in calls:
        world.execute(call)
    return world


@pytest.mark.parametrize("arguments", ["", "null", " ", "\n\t ", " null\n", "{}"])
def test_no_arguments_however_written_are_none(arguments: str) -> None:
    assert run("read_note", arguments) == ToolResult(Outcome.OK, '{"text": "old"}')


@pytest.mark.parametrize(
    "arguments",
    [
        '{"text":"new"}}',
        '{"text":"new"}{"text":"newer"}',
        "{'text':'new'}",
        "[" * 40_000,
        '{"text":' + "[" * 20_000 + "]" * 20_000 + "}",
        '{"text":"new"',
        '["new"]',
        '"new"',
        "7",
        "text=new",
        '{"text":' + "9" * 5_000 + "}",
    ],
    ids=[
        "a brace too many",
        "two objects",
        "single quotes",
        "40 kB of brackets",
        "a deep value",
        "cut",
        "a list",
        "a text",
        "a number",
        "no JSON",
        "a number of 5000 digits",
    ],
)
def test_broken_arguments_are_a_typed_result(arguments: str) -> None:
    result = run("write_note", arguments)
    assert result.outcome is Outcome.BAD_ARGUMENTS
    assert json.loads(result.content)["error"].startswith("bad arguments for write_note: ")


@pytest.mark.parametrize(
    "arguments", ['{"text":"\\ud83d"}', '{"text":"\\u0000"}', '{"text":NaN}', '{"text":1e999}']
)
def test_arguments_that_cannot_be_stored_are_a_typed_result(arguments: str) -> None:
    result = run("write_note", arguments)
    assert result.outcome is Outcome.BAD_ARGUMENTS
    result.content.encode()


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        ("{}", "'text' is a required property"),
        ('{"text":"a","size":1}', "'size' was unexpected"),
        ('{"text":1}', "text: 1 is not of type 'string'"),
    ],
    ids=["missing", "too many", "another type"],
)
def test_arguments_that_do_not_fit_the_schema_are_named(arguments: str, fault: str) -> None:
    result = run("write_note", arguments)
    assert result.outcome is Outcome.BAD_ARGUMENTS
    assert fault in json.loads(result.content)["error"]


@pytest.mark.parametrize("name", ["", "write_notes", "WRITE_NOTE", "respond", "finish"])
def test_unknown_tool_is_a_typed_result_that_names_the_real_tools(name: str) -> None:
    result = run(name, "{}")
    assert result.outcome is Outcome.UNKNOWN_TOOL
    error = json.loads(result.content)["error"]
    assert repr(name) in error
    assert "read_note, write_note, burn, hand_over" in error


def test_refusal_is_a_result_and_leaves_the_state_as_it_was() -> None:
    world = open_world()
    before = world.state.digest()
    result = world.attempt("write_note", '{"text":"forbidden"}')
    assert result.outcome is Outcome.REFUSED
    assert json.loads(result.content) == {"error": "That may not be written."}
    assert world.state.digest() == before


def test_a_write_changes_only_its_own_state() -> None:
    world, other = open_world(), open_world()
    before = other.state.digest()
    world.attempt("write_note", '{"text":"new"}')
    assert world.state.digest() != before
    assert other.state.digest() == before


def test_calls_are_counted_by_what_came_of_them() -> None:
    world = execute_all(
        make_call("read_note", ""),
        make_call("write_note", '{"text":"forbidden"}'),
        make_call("write_note", "{"),
        make_call("fly", "{}"),
    )
    assert (world.n_calls, world.n_refused, world.n_bad) == (4, 3, 2)


def test_crash_of_a_tool_is_a_fault_that_names_it() -> None:
    with pytest.raises(EnvironmentFault, match="tool burn raised RuntimeError: smoke"):
        run("burn", "{}")


def test_only_a_hand_over_transfers() -> None:
    assert not execute_all(make_call("read_note", "")).transferred
    assert execute_all(make_call("hand_over", "")).transferred


def test_characters_of_a_result_stay_characters() -> None:
    assert "Zoë 谢谢 🛒" in run("write_note", '{"text":"Zoë 谢谢 🛒"}').content


def test_decoded_arguments_are_those_of_the_text() -> None:
    assert decode_arguments('{"a": [1, {"b": null}]}') == {"a": [1, {"b": None}]}
