"""A world of one table and four tools, small enough to see through."""

from typing import Any

from tracer.domains.state import Base, State
from tracer.domains.tool import Tool, ToolKind, ToolRefusal
from tracer.harness.environment import Environment

BASE = Base({"notes": {"n1": {"text": "old"}}}, "base")


def read_note(state: State) -> Any:
    """Return the note."""
    return state.get("notes", "n1")


def write_note(state: State, text: str) -> Any:
    """Write the note.

    Args:
        text: What it says.
    """
    if text == "forbidden":
        state.edit("notes", "n1")["text"] = text
        raise ToolRefusal("That may not be written.")
    state.edit("notes", "n1")["text"] = text
    return state.get("notes", "n1")


def burn(state: State) -> Any:
    """Break down."""
    del state
    raise RuntimeError("smoke")


def hand_over(state: State) -> Any:
    """Hand over to a person."""
    del state
    return {}


TOOLS = {
    tool.name: tool
    for tool in (
        Tool(read_note, ToolKind.READ),
        Tool(write_note, ToolKind.WRITE),
        Tool(burn, ToolKind.READ),
        Tool(hand_over, ToolKind.HANDOFF),
    )
}


def open_world() -> Environment:
    """Return an environment nobody has touched."""
    return Environment(TOOLS, State(BASE))
