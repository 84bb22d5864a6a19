"""Chat: what is asked of a model, what it answers, and the protocol every model stands behind."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from schemas.identity import hash_content
from schemas.message import ToolCall
from schemas.record import Record

CUT_OFF = "length"


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """One chat completion, in the shape of the OpenAI API.

    `salt` says which call of a run it is, such as episode and step; it is never sent, and keeps
    equal prompts of different trials apart in a journal.
    """

    model: str
    messages: Sequence[Mapping[str, Any]]
    tools: Sequence[Mapping[str, Any]] = ()
    response_format: Mapping[str, Any] | None = None
    temperature: float = 0.0
    max_tokens: int = 1024
    seed: int | None = None
    salt: str = ""

    def encode(self) -> dict[str, Any]:
        """Return the body to send; what is not set is left out."""
        body: dict[str, Any] = {
            "model": self.model,
            "messages": list(self.messages),
            "temperature": self.temperature,
            "max_tokens": self.max_tokens,
        }
        if self.tools:
            body["tools"] = list(self.tools)
        if self.response_format is not None:
            body["response_format"] = dict(self.response_format)
        if self.seed is not None:
            body["seed"] = self.seed
        return body

    def make_key(self) -> str:
        """Return the digest of salt and body, 64 hex digits."""
        return hash_content([self.salt, self.encode()])


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
    output_tokens: int = 0
    """Tokens of the completion."""
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
