"""Conversation: one trajectory, readable in a terminal."""

import json
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from schemas.message import Role, ToolCall
from schemas.trajectory import Trajectory, TurnNote
from tracer.cli.terminal import cut_line, plain

SIDE_COLUMNS = 11
NOTE_COLUMNS = 30
ARGUMENT_CHARS = 90
VALUE_CHARS = 40


def render_conversation(trajectory: Trajectory, console: Console) -> None:
    """Print who said what; a call is one line with its result shortened, the policy is left out.

    Each line begins with the number of its message, as verdicts name it. Beside a turn of the user
    stand patience, what cost some, the facts told and the signal given.
    """
    notes = {note.message: note for note in trajectory.notes}
    results = {
        message.tool_call_id: message.content
        for message in trajectory.messages
        if message.role is Role.TOOL
    }
    for index, message in enumerate(trajectory.messages):
        if message.role is Role.USER:
            told = describe_note(notes[index]) if index in notes else ""
            console.print(_lay_out(_name(index, "user", "bold cyan"), message.content, told))
        elif message.role is Role.ASSISTANT and message.content:
            console.print(_lay_out(_name(index, "agent", "bold green"), message.content, ""))
        for call in message.tool_calls or ():
            width = console.width - SIDE_COLUMNS
            line = describe_call(call, results.get(call.id), width)
            text = plain(f"{f'{index:>3}   call':<{SIDE_COLUMNS - 1}} {line}", "dim")
            console.print(text, no_wrap=True, overflow="ellipsis", crop=True)


def _name(index: int, side: str, style: str) -> Text:
    return Text.assemble((f"{index:>3} ", "dim"), (side, style))


def _lay_out(side: Text, content: str, told: str) -> Table:
    row = Table.grid(padding=(0, 1, 0, 0), expand=True)
    row.add_column(width=SIDE_COLUMNS - 1)
    row.add_column(ratio=1, overflow="fold")
    row.add_column(width=NOTE_COLUMNS)
    row.add_row(side, plain(content), plain(told, "dim"))
    return row


def describe_note(note: TurnNote) -> str:
    """Return patience, its loss, facts told and signal of a user's turn, one per line."""
    parts = []
    if note.patience is not None:
        parts.append(f"patience {note.patience:.2f}")
    if note.cause:
        parts.append(f"lost by: {note.cause}")
    if note.facts:
        parts.append(f"told {', '.join(note.facts)}")
    if note.signal:
        parts.append(f"signal {note.signal}")
    return "\n".join(parts)


def describe_call(call: ToolCall, result: str | None, n_chars: int) -> str:
    """Return a call and its result in a line of about `n_chars` characters, half for each."""
    name = call.function.name
    room = max(n_chars // 2 - len(name), VALUE_CHARS)
    head = f"{name}({describe_arguments(call.function.arguments, room)}) = "
    found = "no result" if result is None else result
    return head + cut_line(found, max(n_chars - len(head), VALUE_CHARS))


def describe_arguments(text: str, n_chars: int = ARGUMENT_CHARS) -> str:
    """Return the JSON text of arguments in short, as `name=value`; what is no object stays.

    >>> describe_arguments('{"order_id": "W7", "items": [1, 2]}')
    'order_id=W7, items=[1, 2]'
    """
    try:
        arguments = json.loads(text)
    except (ValueError, RecursionError):
        return cut_line(text, n_chars)
    if not isinstance(arguments, dict):
        return cut_line(text, n_chars)
    pairs = (f"{name}={describe_value(value)}" for name, value in arguments.items())
    return cut_line(", ".join(pairs), n_chars)


def describe_value(value: Any) -> str:
    """Return a JSON value in short, a text without quotes."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return cut_line(text, VALUE_CHARS)
