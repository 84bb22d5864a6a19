"""Chat: what is asked of a model, what it answers, and the protocol every model stands behind."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from schemas.config import RoleConfig
from schemas.identity import hash_content
from schemas.message import ToolCall
from schemas.record import Record

CUT_OFF = "length"


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """One chat completion, in the shape of the OpenAI API.

    `episode` and `call` say which call of a run it is; neither is ever sent. Together they keep
    equal prompts of different trials apart in a journal; an episode keeps to one replica, whose
    prefix cache then serves it.
    """

    model: str
    messages: Sequence[Mapping[str, Any]]
    tools: Sequence[Mapping[str, Any]] = ()
    tool_choice: str = "auto"
    response_format: Mapping[str, Any] | None = None
    temperature: float = 0.0
    top_p: float | None = None
    max_tokens: int = 1024
    seed: int | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)
    """Further fields of the body; they never take the place of those above."""
    episode: str = ""
    call: str = ""

    def encode(self) -> dict[str, Any]:
        """Return the whole body to send; what is not set is left out."""
        body: dict[str, Any] = {
            **self.extra,
            "model": self.model,
            "messages": list(self.messages),
            "temperature": self.temperature,
            "max_tokens": self.max_tokens,
        }
        if self.tools:
            body["tools"] = list(self.tools)
            body["tool_choice"] = self.tool_choice
        optional = {
            "response_format": self.response_format,
            "top_p": self.top_p,
            "seed": self.seed,
        }
        body.update({name: value for name, value in optional.items() if value is not None})
        return body

    def make_key(self) -> str:
        """Return the digest of episode, call and body, 64 hex digits."""
        return hash_content([self.episode, self.call, self.encode()])


@dataclass(frozen=True, slots=True)
class Call:
    """Which call of a run a request is: episode, name within it, seed."""

    episode: str
    name: str
    seed: int


def ask_role(
    role: RoleConfig,
    messages: Sequence[Mapping[str, Any]],
    call: Call,
    *,
    tools: Sequence[Mapping[str, Any]] = (),
    response_format: Mapping[str, Any] | None = None,
) -> ChatRequest:
    """Return a request with the model and the sampling of a role."""
    extra = dict(role.extra_body)
    if role.chat_template_kwargs:
        extra["chat_template_kwargs"] = role.chat_template_kwargs
    return ChatRequest(
        model=role.model,
        messages=messages,
        tools=tools,
        tool_choice=role.tool_choice,
        response_format=response_format,
        temperature=role.temperature,
        top_p=role.top_p,
        max_tokens=role.max_tokens,
        seed=call.seed,
        extra=extra,
        episode=call.episode,
        call=call.name,
    )


class ChatReply(Record):
    """What a model answered, cleaned; tokens as the server counts them, 0 where it does not."""

    text: str
    """The text; empty beside calls."""
    calls: tuple[ToolCall, ...] = ()
    """Tool calls in order; ids and arguments as the model gave them, not checked."""
    finish: str = "stop"
    """Why the output ended, in the server's word; `length` means it was cut off."""
    reasoning: str = ""
    """The model's private reasoning, when the server parts it from the text."""
    input_tokens: int = 0
    """Tokens of the prompt."""
    cached_tokens: int = 0
    """Tokens of the prompt that the server took from its prefix cache, where it says so."""
    output_tokens: int = 0
    """Tokens of the completion."""
    endpoint: str = ""
    """Address of the server that answered."""
    n_retries: int = 0
    """Tries after the first."""
    wall_s: float = 0.0
    """How long it took with its retries, seconds."""

    @property
    def is_cut_off(self) -> bool:
        """Whether the output ended at the token limit."""
        return self.finish == CUT_OFF


class ChatModel(Protocol):
    """A model that answers chats."""

    async def complete(self, request: ChatRequest) -> ChatReply:
        """Return the answer to one request.

        Raises:
            ModelError: it failed for good; `kind` is `context_length` when the prompt was too long.
        """
        ...
