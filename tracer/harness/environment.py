"""Environment: runs tool calls against one episode's own state.

Every answer is a typed result, never a crash.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from schemas.errors import EnvironmentFault
from schemas.message import ToolCall
from schemas.text import find_text_fault
from tracer.domains.state import State
from tracer.domains.tool import Tool, ToolKind, ToolRefusal


class Outcome(StrEnum):
    """What came of a call."""

    OK = "ok"
    REFUSED = "refused"
    UNKNOWN_TOOL = "unknown_tool"
    BAD_ARGUMENTS = "bad_arguments"


@dataclass(frozen=True, slots=True)
class ToolResult:
    """What the agent gets back: JSON text."""

    outcome: Outcome
    content: str


@dataclass(slots=True)
class Environment:
    """Tools plus the state of one episode."""

    tools: Mapping[str, Tool]
    state: State
    n_calls: int = 0
    n_refused: int = 0
    n_bad: int = 0
    transferred: bool = field(default=False)

    def execute(self, call: ToolCall) -> ToolResult:
        """Run one call and count it.

        Raises:
            EnvironmentFault: the tool raised something other than a refusal.
        """
        self.n_calls += 1
        result = self.attempt(call.function.name, call.function.arguments)
        if result.outcome is not Outcome.OK:
            self.n_refused += 1
            self.n_bad += result.outcome is not Outcome.REFUSED
        return result

    def attempt(self, name: str, text: str) -> ToolResult:
        """Run the tool `name` with the JSON text of its arguments."""
        tool = self.tools.get(name)
        if tool is None:
            known = ", ".join(self.tools)
            return fail(Outcome.UNKNOWN_TOOL, f"unknown tool {name!r}; the tools are: {known}")
        arguments = decode_arguments(text)
        if isinstance(arguments, str):
            return fail(Outcome.BAD_ARGUMENTS, f"bad arguments for {name}: {arguments}")
        fault = tool.find_fault(arguments)
        if fault is not None:
            return fail(Outcome.BAD_ARGUMENTS, f"bad arguments for {name}: {fault}")
        return self.call(tool, arguments)

    def call(self, tool: Tool, arguments: Mapping[str, Any]) -> ToolResult:
        """Run a tool on arguments known to fit its schema."""
        try:
            value = tool.run(self.state, arguments)
        except ToolRefusal as refusal:
            return fail(Outcome.REFUSED, str(refusal))
        except Exception as error:
            msg = f"tool {tool.name} raised {type(error).__name__}: {error}"
            raise EnvironmentFault(msg) from error
        if tool.kind is ToolKind.HANDOFF:
            self.transferred = True
        return ToolResult(Outcome.OK, json.dumps(value, ensure_ascii=False))


def fail(outcome: Outcome, message: str) -> ToolResult:
    """Return a result that tells the agent what is wrong."""
    return ToolResult(outcome, json.dumps({"error": message}, ensure_ascii=False))


def decode_arguments(text: str) -> dict[str, Any] | str:
    """Return the arguments, or what is wrong with the text; blank and null mean no arguments."""
    if not text.strip():
        return {}
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        return f"expected one JSON object ({type(error).__name__})"
    if value is None:
        return {}
    if not isinstance(value, dict):
        return "expected one JSON object"
    return find_text_fault(value) or value
