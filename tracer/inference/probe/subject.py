"""Subject: the model under test, and how it is asked."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from schemas.errors import ModelError
from schemas.message import ToolCall
from tracer.inference.chat import ChatModel, ChatReply, ChatRequest
from tracer.inference.families import Family, Switch
from tracer.inference.probe.wire import Wire

PLAIN_TOKENS = 192
THINKING_TOKENS = 4096
"""Longest answers, without and with reasoning before it."""

Message = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class TextForm:
    """The form in which an agent writes its calls as text."""

    write_system: Callable[[str, Sequence[Mapping[str, Any]]], str]
    """Policy and tools -> system message."""
    write_customer: Callable[[str], str]
    """What a customer says -> message."""
    read_calls: Callable[[str], Sequence[ToolCall]]
    """Output -> calls in it."""
    stops: Sequence[str]
    """Where the server ends an output."""


@dataclass(frozen=True, slots=True)
class Demands:
    """What a run asks of a model, handed in by those who will ask it."""

    response_format: Mapping[str, Any]
    """The structured output of a customer whose facts are f1 to f3."""
    text_form: TextForm
    """How an agent calls tools without a parser."""
    policy: str
    """System message that an agent's conversation begins with."""
    tools: Sequence[Mapping[str, Any]]
    """Tools of that conversation, in OpenAI function form."""


@dataclass(frozen=True, slots=True)
class Ask:
    """One request of a probe."""

    messages: Sequence[Message]
    tools: Sequence[Mapping[str, Any]] = ()
    tool_choice: str = "auto"
    response_format: Mapping[str, Any] | None = None
    temperature: float = 0.0
    seed: int = 1
    max_tokens: int | None = None
    """Longest answer; None leaves it to the subject."""
    extra: Mapping[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class Subject:
    """The model under test; what probes learn of it shapes the requests of those after."""

    chat: ChatModel
    wire: Wire
    model: str
    demands: Demands
    family: Family | None = None
    max_model_len: int | None = None
    """Longest conversation, tokens; None where the server does not say."""
    quiet: Switch = field(default_factory=Switch)
    """What turns reasoning off, once known to do so."""
    max_tokens: int = PLAIN_TOKENS
    forced_extra: Mapping[str, Any] = field(default_factory=dict)
    """Fields of a request with which forced calls come to an end, once known to be needed."""

    def make_request(self, ask: Ask) -> ChatRequest:
        """Return the request of a probe; it names no episode, since each stands alone."""
        extra = {**self.quiet.extra_body, **ask.extra}
        if self.quiet.chat_template_kwargs:
            extra.setdefault("chat_template_kwargs", self.quiet.chat_template_kwargs)
        return ChatRequest(
            model=self.model,
            messages=ask.messages,
            tools=ask.tools,
            tool_choice=ask.tool_choice,
            response_format=ask.response_format,
            temperature=ask.temperature,
            max_tokens=ask.max_tokens or self.max_tokens,
            seed=ask.seed,
            extra=extra,
        )

    async def attempt(self, ask: Ask) -> ChatReply | ModelError:
        """Return the answer, or why there is none."""
        try:
            return await self.chat.complete(self.make_request(ask))
        except ModelError as error:
            return ModelError(str(error).removeprefix(f"model {self.model!r}: "), error.kind)

    async def attempt_all(self, asks: Sequence[Ask]) -> list[ChatReply | ModelError]:
        """Return the answers to requests made at once, in their order."""
        return await asyncio.gather(*(self.attempt(ask) for ask in asks))


def say(role: str, content: str) -> Message:
    """Return a message as it is sent."""
    return {"role": role, "content": content}


def quote(text: str, n_chars: int = 60) -> str:
    """Return the beginning of a text in one line, in quotes."""
    line = " ".join(text.split())
    return f"'{line[:n_chars]}{'...' if len(line) > n_chars else ''}'"
