"""Past: a conversation as the agent's side of a rehearsal reads it, from the messages alone."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

CLOSING = "Is there anything else I can do for you?"
LISTING = "Shall I go ahead?"


@dataclass(frozen=True, slots=True)
class Done:
    """A call that was made, with what came of it."""

    tool: str
    arguments: Mapping[str, Any]
    result: Any
    ok: bool
    wish: int
    """Which wish it was made for, from 0."""


@dataclass(slots=True)
class Past:
    """What was said and done so far; a wish ends where the agent asks whether there is more."""

    system: str = ""
    wishes: list[list[str]] = field(default_factory=lambda: [[]])
    """The customer's texts, by wish."""
    asked: list[list[str]] = field(default_factory=lambda: [[]])
    """The agent's texts, by wish."""
    done: list[Done] = field(default_factory=list)

    @property
    def wish(self) -> int:
        """Number of the wish that is open."""
        return len(self.wishes) - 1

    @property
    def heard(self) -> str:
        """Everything the customer has said for the open wish."""
        return " ".join(self.wishes[-1])

    @property
    def said(self) -> str:
        """The agent's last text for the open wish, empty before the first."""
        return self.asked[-1][-1] if self.asked[-1] else ""

    @property
    def last_heard(self) -> str:
        """The customer's last text."""
        return self.wishes[-1][-1] if self.wishes[-1] else ""

    @property
    def is_over(self) -> bool:
        """Whether the customer was heard before, but brings no wish any more."""
        return self.wish > 0 and len(self.wishes[-1]) > 0

    def find_done(self, tool: str, arguments: Mapping[str, Any]) -> Done | None:
        """Return the last call of a tool with these arguments, None when there was none."""
        same = (one for one in reversed(self.done) if one.tool == tool)
        return next((one for one in same if dict(one.arguments) == dict(arguments)), None)

    def list_done(self, tool: str) -> list[Done]:
        """Return the calls of a tool for the open wish."""
        return [one for one in self.done if one.tool == tool and one.wish == self.wish]


def read_past(messages: Sequence[Mapping[str, Any]]) -> Past:
    """Return what was said and done in messages as they are sent to a server."""
    past = Past()
    results = {str(m.get("tool_call_id")): m for m in messages if m.get("role") == "tool"}
    for message in messages:
        text = str(message.get("content") or "")
        match message.get("role"):
            case "system":
                past.system = text
            case "user":
                past.wishes[-1].append(text)
            case "assistant":
                past.done.extend(read_calls(message, results, past.wish))
                add_said(past, text)
            case _:
                continue
    return past


def add_said(past: Past, text: str) -> None:
    """Take in a text of the agent; one that asks for more ends the wish."""
    if not text.strip():
        return
    past.asked[-1].append(text)
    if CLOSING in text:
        past.wishes.append([])
        past.asked.append([])


def read_calls(
    message: Mapping[str, Any], results: Mapping[str, Mapping[str, Any]], wish: int
) -> Iterator[Done]:
    """Yield the calls of a message with their results."""
    for call in message.get("tool_calls") or ():
        function = call.get("function") or {}
        arguments = read_json(str(function.get("arguments") or "{}"))
        result = read_json(str(results.get(str(call.get("id")), {}).get("content") or "null"))
        failed = result is None or (isinstance(result, dict) and "error" in result)
        yield Done(
            tool=str(function.get("name")),
            arguments=arguments if isinstance(arguments, dict) else {},
            result=result,
            ok=not failed,
            wish=wish,
        )


@lru_cache(maxsize=1024)
def read_json(text: str) -> Any:
    """Return the value of a JSON text, the text itself when it is none; nobody may change it."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text
