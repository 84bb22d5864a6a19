"""Toolbox: the two tools that probes offer, and whether a call of one is what was asked for."""

import json
from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from jsonschema import Draft202012Validator

from schemas.message import ToolCall
from tracer.inference.probe.subject import Message, quote, say

STOCK_TOOL: dict[str, Any] = {
    "type": "function",
    "function": {
        "name": "get_stock",
        "description": "Return how many pieces of an article lie in one warehouse.",
        "parameters": {
            "type": "object",
            "properties": {
                "article": {
                    "type": "string",
                    "maxLength": 12,
                    "description": "Number of the article, such as A-100.",
                },
                "warehouse": {
                    "type": "string",
                    "enum": ["north", "south"],
                    "description": "Which of the two warehouses.",
                },
            },
            "required": ["article", "warehouse"],
            "additionalProperties": False,
        },
    },
}
CLOCK_TOOL: dict[str, Any] = {
    "type": "function",
    "function": {
        "name": "get_opening_hours",
        "description": "Return today's opening hours of the shop.",
        "parameters": {
            "type": "object",
            "properties": {},
            "required": [],
            "additionalProperties": False,
        },
    },
}
TOOLS = (STOCK_TOOL, CLOCK_TOOL)
SYSTEM = "You work at the desk of a shop. Look everything up with your tools; never guess."
ADDED_TOKENS = 25
"""Tokens that the tools add to a prompt at the very least."""


@dataclass(frozen=True, slots=True)
class Errand:
    """What a customer wants to know, and the calls that tell it."""

    question: str
    calls: Sequence[tuple[str, Mapping[str, Any]]]

    @property
    def messages(self) -> list[Message]:
        """The conversation so far."""
        return [say("system", SYSTEM), say("user", self.question)]


def ask_stock(article: str, warehouse: str) -> tuple[str, dict[str, str]]:
    """Return the call that tells an article's stock."""
    return "get_stock", {"article": article, "warehouse": warehouse}


SINGLE = (
    Errand(
        "How many pieces of article A-117 are in the north warehouse?",
        [ask_stock("A-117", "north")],
    ),
    Errand("Is B-204 in stock in the south warehouse?", [ask_stock("B-204", "south")]),
    Errand(
        "I need 40 of article C-330. Does the north warehouse have that many?",
        [ask_stock("C-330", "north")],
    ),
)
DOUBLE = (
    Errand(
        "How many of A-117 are in the north warehouse, and how many of B-204 in the south "
        "warehouse? Look both up at once.",
        [ask_stock("A-117", "north"), ask_stock("B-204", "south")],
    ),
    Errand(
        "How many of C-330 does each warehouse have, north and south? Look both up at once.",
        [ask_stock("C-330", "north"), ask_stock("C-330", "south")],
    ),
)
BARE = (
    Errand("What are your opening hours today?", [("get_opening_hours", {})]),
    Errand("Until when is the shop open today?", [("get_opening_hours", {})]),
)


def make_strict(tools: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return the tools with their schemas to be enforced.

    A forced call alone only picks a tool: servers hold arguments to the schema of a strict one.
    """
    made = [deepcopy(dict(tool)) for tool in tools]
    for tool in made:
        tool["function"]["strict"] = True
    return made


def read_arguments(call: ToolCall) -> dict[str, Any] | None:
    """Return a call's arguments, none for no text at all; None when they are no object."""
    text = call.function.arguments
    if not text.strip():
        return {}
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def find_call_fault(call: ToolCall) -> str:
    """Return what is wrong with the form of a call, or nothing; its values are not looked at."""
    schemas = {tool["function"]["name"]: tool["function"]["parameters"] for tool in TOOLS}
    name = call.function.name
    if name not in schemas:
        return f"a call of {quote(name)}, which is no tool"
    arguments = read_arguments(call)
    if arguments is None:
        return f"arguments that are no JSON object: {quote(call.function.arguments)}"
    error = next(iter(Draft202012Validator(schemas[name]).iter_errors(arguments)), None)
    return f"arguments that do not fit: {quote(error.message)}" if error else ""


def is_right(calls: Sequence[ToolCall], errand: Errand) -> bool:
    """Return whether the calls are those the errand wants, in any order."""
    made = [(call.function.name, read_arguments(call)) for call in calls]
    return len(made) == len(errand.calls) and all(wanted in made for wanted in errand.calls)
