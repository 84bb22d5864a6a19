"""Transcript: a conversation as guards and checks read it, calls and results paired."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from schemas.message import Message, Role, ToolCall


@dataclass(frozen=True, slots=True)
class Said:
    """Text that one side said to the other; `index` is the message's place in the conversation."""

    index: int
    role: Role
    text: str


@dataclass(frozen=True, slots=True)
class Called:
    """A tool call with its result.

    `result` is the parsed JSON value when ok, else the refusal's text.
    """

    index: int
    tool: str
    arguments: dict[str, Any]
    ok: bool
    result: Any


@dataclass(frozen=True, slots=True)
class Transcript:
    """The events of a conversation in order, the system message left out."""

    events: tuple[Said | Called, ...]

    @property
    def calls(self) -> list[Called]:
        """The tool calls, in order."""
        return [event for event in self.events if isinstance(event, Called)]

    def said_before(self, index: int, role: Role) -> list[Said]:
        """Return what `role` said in messages before `index`, in order."""
        return [
            event
            for event in self.events
            if isinstance(event, Said) and event.role is role and event.index < index
        ]


def read_transcript(messages: Sequence[Message]) -> Transcript:
    """Return the transcript of a conversation."""
    results = {
        message.tool_call_id: message.content for message in messages if message.role is Role.TOOL
    }
    return Transcript(tuple(read_events(messages, results)))


def read_events(
    messages: Sequence[Message], results: dict[str | None, str]
) -> Iterator[Said | Called]:
    """Yield the events of a conversation; `results` maps call ids to the text of their results."""
    for index, message in enumerate(messages):
        if message.role in (Role.USER, Role.ASSISTANT) and message.content:
            yield Said(index, message.role, message.content)
        for call in message.tool_calls or ():
            yield pair_call(index, call, results.get(call.id, ""))


def pair_call(index: int, call: ToolCall, content: str) -> Called:
    """Return a call with its result; `content` is the text of the tool message."""
    ok, result = parse_result(content)
    arguments = parse_arguments(call.function.arguments)
    return Called(index, call.function.name, arguments, ok, result)


def parse_arguments(text: str) -> dict[str, Any]:
    """Return the arguments as an object, empty when the text is none."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def parse_result(content: str) -> tuple[bool, Any]:
    """Return (ok, value) of a tool message: a refusal is an object with the single key `error`."""
    try:
        value = json.loads(content)
    except (ValueError, RecursionError):
        return False, content
    if isinstance(value, dict) and set(value) == {"error"}:
        return False, value["error"]
    return True, value
