"""Message: one entry of a conversation in the OpenAI chat shape, and the calls it may carry."""

from enum import StrEnum
from typing import Annotated

from schemas.record import Record


class JsonText:
    """Marks a string field that holds JSON text; it becomes Parquet's JSON type."""


class Role(StrEnum):
    """Who a message is from."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"
    TOOL = "tool"


class FunctionCall(Record):
    """The function a tool call names."""

    name: str
    """Tool name as the agent gave it."""
    arguments: Annotated[str, JsonText]
    """Arguments, a JSON object as text; `{}` when the agent gave none."""


class ToolCall(Record):
    """One tool call of an assistant message."""

    id: str
    """Unique within the conversation."""
    type: str = "function"
    """Always `function`."""
    function: FunctionCall
    """Which tool, with which arguments."""


class Message(Record):
    """One message; a `tool` message answers the call named by `tool_call_id`."""

    role: Role
    """Who speaks."""
    content: str
    """The text; empty beside tool calls, never null."""
    tool_calls: list[ToolCall] | None = None
    """The calls of an assistant message, in order; null when there are none."""
    tool_call_id: str | None = None
    """The call a tool message answers; null elsewhere."""
    name: str | None = None
    """The tool a tool message comes from; null elsewhere."""
    reasoning_content: str | None = None
    """The agent's private reasoning before this message, where a run keeps it; never shown to the
    other side and never sent back to a model."""
