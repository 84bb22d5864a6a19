"""Journaled: a model whose finished calls are written down before their answers are used.

After a crash the same calls are answered from the journal, so that only what was in flight is asked
again.
"""

from dataclasses import dataclass
from typing import Any, Protocol

from pydantic import ValidationError

from schemas.errors import DataError
from tracer.inference.chat import ChatModel, ChatReply, ChatRequest


class ReplyJournal(Protocol):
    """Where replies are kept by key; the store's Journal is one."""

    def get(self, key: str) -> dict[str, Any] | None:
        """Return the reply to `key`; None when there is none."""
        ...

    def append(self, key: str, reply: dict[str, Any]) -> None:
        """Keep `reply` under `key`; it is safe when this returns."""
        ...


@dataclass(frozen=True, slots=True)
class JournaledChat:
    """Answers from the journal what was answered before, and the rest from `model`."""

    model: ChatModel
    journal: ReplyJournal

    async def complete(self, request: ChatRequest) -> ChatReply:
        """Return the answer to one request.

        Raises:
            ModelError: the model failed for good; that is not journaled.
            DataError: what the journal holds under the request's key is no reply.
            ValueError: the request names no call: equal prompts of two would share one answer.
        """
        if not (request.episode and request.call):
            raise ValueError("request without a name: say which call of which episode it is")
        key = request.make_key()
        stored = self.journal.get(key)
        if stored is not None:
            return decode_reply(key, stored)
        reply = await self.model.complete(request)
        self.journal.append(key, reply.model_dump(mode="json"))
        return reply


def decode_reply(key: str, stored: dict[str, Any]) -> ChatReply:
    """Return the reply kept under `key`.

    Raises:
        DataError: it is no reply.
    """
    try:
        # Lenient, since JSON has lists where a reply has tuples.
        return ChatReply.model_validate(stored, strict=False)
    except ValidationError as error:
        raise DataError(f"journal entry {key}: expected a model's reply: {error}") from error
