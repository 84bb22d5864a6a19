"""Client: a ChatModel behind any OpenAI-compatible server, with time-outs and retries."""

import asyncio
import json
import os
import re
from collections.abc import Awaitable, Callable
from time import perf_counter
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlsplit

from openai import APIStatusError, AsyncOpenAI, OpenAIError

from schemas.config import RoleConfig
from schemas.errors import ConfigError, ModelError
from tracer.inference.chat import ChatReply, ChatRequest
from tracer.inference.completion import GarbledBodyError, parse_completion
from tracer.inference.retry import RetryPolicy
from tracer.inference.text import clean_text

NO_KEY = "none"
MAX_DETAIL = 300
OVERLONG = re.compile(
    r"context.?(length|size|window)|maximum model length|max_model_len"
    r"|(prompt|input)\b.{0,60}too long",
    re.IGNORECASE,
)
OVERLONG_STATUS = frozenset({400, 413, 422})
RETRIES = RetryPolicy()


class OpenAIChat:
    """Talks to the server of one role, at most `in_flight` requests at once.

    Belongs to one event loop: open one inside each loop that needs it, with `async with`.

    Raises:
        ConfigError: the environment variable that should hold the API key is not set.
    """

    def __init__(self, role: RoleConfig, retries: RetryPolicy = RETRIES) -> None:
        self.endpoint = name_endpoint(role.base_url)
        self._model = role.model
        self._timeout_s = role.timeout_s
        self._retries = retries
        self._slots = asyncio.Semaphore(role.in_flight)
        self._key = read_api_key(role.api_key_env)
        self._client = AsyncOpenAI(
            api_key=self._key, base_url=role.base_url, timeout=role.timeout_s, max_retries=0
        )
        self._create: Callable[..., Awaitable[Any]] = (
            self._client.chat.completions.with_raw_response.create
        )

    def __repr__(self) -> str:
        return f"OpenAIChat(model={self._model!r}, endpoint={self.endpoint!r})"

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Let go of the connections."""
        await self._client.close()

    async def complete(self, request: ChatRequest) -> ChatReply:
        """Return the server's answer.

        Raises:
            ModelError: the server failed for good, or the prompt is too long for it.
        """
        # A slot is kept through the waits between tries: who waits in the queue must not ask a
        # busy server meanwhile.
        async with self._slots:
            start = perf_counter()
            try:
                reply, n_retries = await self._try(request)
            except (OpenAIError, GarbledBodyError, TimeoutError, UnicodeError) as error:
                # The cause is left out: it may quote the request's headers.
                raise self._explain(error) from None
            wall_s = perf_counter() - start
        return reply.model_copy(update={"n_retries": n_retries, "wall_s": wall_s})

    async def _try(self, request: ChatRequest) -> tuple[ChatReply, int]:
        async for attempt in self._retries.start():
            with attempt:
                reply = await self._send(request)
        return reply, attempt.retry_state.attempt_number - 1

    async def _send(self, request: ChatRequest) -> ChatReply:
        # The client's own time-out starts anew with every byte; this one bounds the whole request.
        async with asyncio.timeout(self._timeout_s):
            response = await self._create(**request.encode())
        return parse_completion(response.text)

    def _explain(self, error: Exception) -> ModelError:
        detail = " ".join(clean_text(str(error)).split())
        if isinstance(error, TimeoutError):
            detail = f"no answer within {self._timeout_s} s"
        if self._key != NO_KEY:
            detail = detail.replace(self._key, "***")
        kind = "context_length" if is_overlong(error) else "fault"
        return ModelError(f"model {self._model!r}: {detail[:MAX_DETAIL]}", kind)


def is_overlong(error: Exception) -> bool:
    """Return whether a server refused a prompt for its length."""
    if not isinstance(error, APIStatusError) or error.status_code not in OVERLONG_STATUS:
        return False
    body = json.dumps(error.body, default=str)
    return OVERLONG.search(f"{error.message} {body}") is not None


def read_api_key(variable: str) -> str:
    """Return the API key in an environment variable; `none` when no variable is named.

    Raises:
        ConfigError: the variable is not set.
    """
    if not variable:
        return NO_KEY
    key = os.environ.get(variable, "").strip()
    if not key:
        raise ConfigError(f"environment variable {variable} is not set: it should hold the API key")
    return key


def name_endpoint(base_url: str) -> str:
    """Return scheme, host, port and path of an address, without user, password and query."""
    parts = urlsplit(base_url)
    host = parts.netloc.rpartition("@")[2]
    return f"{parts.scheme}://{host}{parts.path}"
