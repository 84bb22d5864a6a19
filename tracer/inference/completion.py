"""Completion: reads the body a server sends back, whatever its dialect.

Servers differ: content null or "", arguments as text, object or null, reasoning under two names.
What is none of these shapes is garbled, a fault of the server and never an answer.
"""

import json
from collections.abc import Sequence
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from schemas.message import FunctionCall, ToolCall
from tracer.inference.chat import CUT_OFF, ChatReply
from tracer.inference.page import describe_page, is_page
from tracer.inference.reasoning import split_reasoning
from tracer.inference.text import clean_arguments, clean_text

MOST_CALLS = 64
MAX_CALL_CHARS = 200_000
MAX_QUOTED = 2000
MAX_FINISH = 40
HIGHEST_COUNT = 1_000_000_000


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


class SentCompletion(Lenient):
    """A whole body."""

    choices: list[SentChoice] = Field(min_length=1)
    """Alternatives; the first counts."""
    usage: Any = None
    """Token counts, in whatever state."""


def parse_completion(body: str | bytes) -> ChatReply:
    """Return the reply in a response body.

    Reasoning that the server left in the text is parted from it. An output with more than 64 calls,
    or a call of more than 200,000 characters, ran away: what lies beyond is dropped and the reply
    counts as cut off, so that none of its calls is ever run.

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
        raise GarbledBodyError(f"no JSON but {quote_body(body)}") from error
    choice, usage = sent.choices[0], sent.usage
    calls = [decode_call(call) for call in choice.message.tool_calls or ()]
    reasoning, text = read_words(choice.message)
    return ChatReply(
        text=text,
        calls=tuple(shorten(call) for call in calls[:MOST_CALLS]),
        finish=CUT_OFF if is_runaway(calls) else read_finish(choice),
        reasoning=reasoning,
        input_tokens=count_tokens(usage, "prompt_tokens"),
        cached_tokens=count_tokens(usage, "prompt_tokens_details", "cached_tokens"),
        output_tokens=count_tokens(usage, "completion_tokens"),
    )


def quote_body(body: str | bytes) -> str:
    """Return the beginning of a body as it stands; of an HTML page what it is about."""
    begin = body[:MAX_QUOTED]
    text = begin if isinstance(begin, str) else begin.decode("utf-8", "replace")
    return describe_page(text) if is_page(text) else repr(begin)


def read_words(message: SentMessage) -> tuple[str, str]:
    """Return reasoning and text, cleaned."""
    text = clean_text(message.content or "")
    reasoning = clean_text(message.reasoning_content or message.reasoning or "")
    return (reasoning, text) if reasoning else split_reasoning(text)


def read_finish(choice: SentChoice) -> str:
    """Return why the output ended."""
    return clean_text(choice.finish_reason or "stop")[:MAX_FINISH]


def count_tokens(usage: Any, *path: str) -> int:
    """Return a count of the usage as sent, 0 to a thousand million: the sum over a run is stored.

    What is missing, no number, or below 0, is 0.
    """
    value = usage
    for name in path:
        value = value.get(name) if isinstance(value, dict) else None
    if not isinstance(value, int | float) or not value > 0:
        return 0
    return int(min(value, HIGHEST_COUNT))


def is_runaway(calls: Sequence[ToolCall]) -> bool:
    """Return whether there are more calls, or longer ones, than any answer has."""
    return len(calls) > MOST_CALLS or any(shorten(call) is not call for call in calls)


def shorten(call: ToolCall) -> ToolCall:
    """Return a call of bounded length; the same one where it is."""
    name, text = call.function.name, call.function.arguments
    if max(len(call.id), len(name), len(text)) <= MAX_CALL_CHARS:
        return call
    function = FunctionCall(name=name[:MAX_CALL_CHARS], arguments=text[:MAX_CALL_CHARS])
    return ToolCall(id=call.id[:MAX_CALL_CHARS], function=function)


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
