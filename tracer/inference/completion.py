"""Completion: reads the body a server sends back, whatever its dialect.

Servers differ: content null or "", arguments as text, object or null, reasoning under two names.
What is none of these shapes is garbled, a fault of the server and never an answer.
"""

import json
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from schemas.message import FunctionCall, ToolCall
from tracer.inference.chat import ChatReply
from tracer.inference.text import clean_arguments, clean_text


class GarbledBodyError(Exception):
    """The server's body is no chat completion."""


class Lenient(BaseModel):
    """Base of the shapes read here: what is not needed is passed over."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class SentFunction(Lenient):
    """The function of a call as sent."""

    name: str | None = None
    """Tool name."""
    arguments: Any = None
    """Arguments in any form."""


class SentCall(Lenient):
    """A tool call as sent."""

    id: str | None = None
    """Id, not necessarily unique."""
    function: SentFunction = SentFunction()
    """What to call."""


class SentMessage(Lenient):
    """An assistant message as sent."""

    content: str | None = None
    """The text."""
    tool_calls: list[SentCall] | None = None
    """Calls in order."""
    reasoning_content: str | None = None
    """Private reasoning under its older name."""
    reasoning: str | None = None
    """Private reasoning under its newer name."""


class SentChoice(Lenient):
    """One alternative."""

    message: SentMessage
    """What the model said."""
    finish_reason: str | None = None
    """Why it ended."""


class SentUsage(Lenient):
    """Token counts as sent."""

    prompt_tokens: int | None = None
    """Tokens of the prompt."""
    completion_tokens: int | None = None
    """Tokens of the completion."""


class SentCompletion(Lenient):
    """A whole body."""

    choices: list[SentChoice] = Field(min_length=1)
    """Alternatives; the first counts."""
    usage: SentUsage | None = None
    """Token counts."""


def parse_completion(body: str) -> ChatReply:
    """Return the reply in a response body.

    Raises:
        GarbledBodyError: the body is no JSON, or no chat completion.
    """
    try:
        # Not model_validate_json: it refuses half a surrogate pair, which is cleaned here.
        sent = SentCompletion.model_validate(json.loads(body))
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        raise GarbledBodyError(f"no chat completion: {place}: {first['msg']}") from error
    except (ValueError, RecursionError) as error:
        raise GarbledBodyError(f"no JSON but {body[:80]!r}") from error
    choice, usage = sent.choices[0], sent.usage or SentUsage()
    message = choice.message
    return ChatReply(
        text=clean_text(message.content or ""),
        calls=tuple(decode_call(call) for call in message.tool_calls or ()),
        finish=choice.finish_reason or "stop",
        reasoning=clean_text(message.reasoning_content or message.reasoning or ""),
        input_tokens=usage.prompt_tokens or 0,
        output_tokens=usage.completion_tokens or 0,
    )


def decode_call(call: SentCall) -> ToolCall:
    """Return a call as sent; a missing id or name is empty."""
    arguments = call.function.arguments
    if arguments is None:
        arguments = ""
    elif not isinstance(arguments, str):
        arguments = json.dumps(arguments, ensure_ascii=False)
    function = FunctionCall(
        name=clean_text(call.function.name or ""), arguments=clean_arguments(arguments)
    )
    return ToolCall(id=clean_text(call.id or ""), function=function)
