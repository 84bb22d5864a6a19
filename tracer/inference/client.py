"""Client: a ChatModel behind one or several OpenAI-compatible servers, with time-outs and retries.

What may happen to a request on its way: a busy server is asked again, one that has gone is waited
for, and one that has less room than asked for is asked for less. Whatever else goes wrong ends as a
ModelError, never as a crash.
"""

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from time import perf_counter
from types import TracebackType
from typing import Any, Self

from schemas.config import RoleConfig
from schemas.errors import ConfigError, ModelError
from schemas.trajectory import Engine
from tracer.inference.chat import ChatReply, ChatRequest
from tracer.inference.completion import GarbledBodyError, parse_completion
from tracer.inference.endpoint import NO_KEY, Endpoint
from tracer.inference.health import DownError
from tracer.inference.refusal import RefusedError, cut_to_room
from tracer.inference.replicas import choose_endpoint, rank_endpoints
from tracer.inference.retry import RetryPolicy
from tracer.inference.text import clean_text
from tracer.inference.transport import LostError

MAX_DETAIL = 300
SHORTEST_SECRET = 16
"""Fewest characters of a key that is a secret."""
OUTAGE_S = 300.0
MOST_LOSSES = 3
"""How often a request may go down with a server before it is taken for the cause."""
RETRIES = RetryPolicy()


@dataclass(slots=True)
class Progress:
    """What has become of one request so far."""

    n_sent: int = 0
    n_lost: int = 0
    start: float | None = None
    endpoint: Endpoint | None = None


class OpenAIChat:
    """Talks to the servers of one role.

    Belongs to one event loop. Without `endpoints` it opens its own, and closes them when it is
    left: `async with OpenAIChat(role)`. With them they are shared, and closed by whoever made them.

    Raises:
        ConfigError: the environment variable that should hold the API key is not set.
    """

    def __init__(
        self,
        role: RoleConfig,
        retries: RetryPolicy = RETRIES,
        *,
        outage_s: float = OUTAGE_S,
        endpoints: Sequence[Endpoint] = (),
    ) -> None:
        self._model = role.model
        self._timeout_s = role.timeout_s
        self._retries = retries
        self._outage_s = outage_s
        self._key = read_api_key(role.api_key_env)
        self._owned = [] if endpoints else [Endpoint(url, self._key) for url in role.endpoints]
        self._endpoints = list(endpoints) or self._owned
        for endpoint in self._endpoints:
            endpoint.bound(role.in_flight)

    def __repr__(self) -> str:
        return f"OpenAIChat(model={self._model!r}, endpoints={self._endpoints!r})"

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
        """Let go of the connections that are not shared."""
        for endpoint in self._owned:
            await endpoint.close()

    async def complete(self, request: ChatRequest) -> ChatReply:
        """Return the server's answer.

        Raises:
            ModelError: the server failed for good, or the prompt is too long for it.
        """
        progress = Progress()
        ranked = rank_endpoints(request.episode, self._endpoints)
        try:
            return await self._ask_any(ranked, request.encode(), progress)
        except ModelError as error:
            error.n_retries = max(progress.n_sent - 1, 0)
            # A prompt that is too long says nothing of the server.
            if error.kind == "fault":
                (progress.endpoint or ranked[0]).note_failure(str(error))
            raise

    async def _ask_any(
        self, ranked: Sequence[Endpoint], body: Mapping[str, Any], progress: Progress
    ) -> ChatReply:
        while True:
            endpoint = progress.endpoint = await self._choose(ranked)
            try:
                return await self._ask_one(endpoint, body, progress)
            except DownError as error:
                progress.n_lost += error.was_sent
                if progress.n_lost > MOST_LOSSES:
                    detail = f"the server went away {progress.n_lost} times over this request"
                    raise ModelError(f"model {self._model!r}: {detail}") from None
            except (RefusedError, LostError, GarbledBodyError, TimeoutError) as error:
                # The cause is left out: it may quote the request's headers.
                raise self._explain(error) from None

    async def _choose(self, ranked: Sequence[Endpoint]) -> Endpoint:
        try:
            return await choose_endpoint(ranked, self._outage_s)
        except ModelError as error:
            raise ModelError(f"model {self._model!r}: {error}") from None

    async def _ask_one(
        self, endpoint: Endpoint, body: Mapping[str, Any], progress: Progress
    ) -> ChatReply:
        # A slot is kept through the waits between tries: who waits in the queue must not ask a
        # busy server meanwhile.
        await endpoint.limiter.acquire()
        progress.start = progress.start or perf_counter()
        try:
            reply = await self._fit(endpoint, body, progress)
        finally:
            endpoint.limiter.release()
        return reply.model_copy(
            update={
                "endpoint": endpoint.name,
                "n_retries": progress.n_sent - 1,
                "wall_s": perf_counter() - progress.start,
            }
        )

    async def _fit(
        self, endpoint: Endpoint, body: Mapping[str, Any], progress: Progress
    ) -> ChatReply:
        try:
            return await self._try(endpoint, body, progress)
        except RefusedError as error:
            smaller = cut_to_room(error, body)
            if smaller is None:
                raise
        return await self._try(endpoint, smaller, progress)

    async def _try(
        self, endpoint: Endpoint, body: Mapping[str, Any], progress: Progress
    ) -> ChatReply:
        payload = encode_body(body)
        async for attempt in self._retries.start():
            with attempt:
                progress.n_sent += 1
                answer = await endpoint.post(payload, self._timeout_s)
                reply = parse_completion(mask_echo(answer, self._key))
        return reply

    def _explain(self, error: Exception) -> ModelError:
        detail = str(error)
        if isinstance(error, TimeoutError):
            detail = f"no answer within {self._timeout_s:g} s"
        # Masked before it is cut: half a key is no longer found.
        detail = " ".join(clean_text(mask_key(detail, self._key)).split())
        is_overlong = isinstance(error, RefusedError) and error.is_overlong
        kind = "context_length" if is_overlong else "fault"
        return ModelError(f"model {self._model!r}: {detail[:MAX_DETAIL]}", kind)


def encode_body(body: Mapping[str, Any]) -> bytes:
    """Return a body as JSON in ASCII, which carries half a surrogate pair as well.

    Raises:
        ModelError: something in it is no JSON.
    """
    try:
        return json.dumps(body, allow_nan=False).encode("ascii")
    except (ValueError, TypeError, RecursionError) as error:
        raise ModelError(f"request that is no JSON: {error}") from error


def mask_key(text: str, key: str) -> str:
    """Return the text without the API key, as it stands or escaped."""
    if key == NO_KEY:
        return text
    for form in {key, json.dumps(key)[1:-1], repr(key)[1:-1]}:
        text = text.replace(form, "***")
    return text


def mask_echo(answer: bytes, key: str) -> bytes:
    """Return a good answer without the API key, should the server repeat it.

    What is as short as the words local servers are given for a key may be said by a model itself.
    """
    if len(key) < SHORTEST_SECRET:
        return answer
    for form in (key, json.dumps(key)[1:-1]):
        answer = answer.replace(form.encode(), b"***")
    return answer


def read_api_key(variable: str) -> str:
    """Return the API key in an environment variable; `none` when no variable is named.

    Raises:
        ConfigError: the variable is not set, or holds what no header can carry.
    """
    if not variable:
        return NO_KEY
    key = os.environ.get(variable, "").strip()
    if not key:
        raise ConfigError(f"environment variable {variable} is not set: it should hold the API key")
    if not (key.isascii() and key.isprintable()):
        raise ConfigError(
            f"environment variable {variable} holds more than an API key: expected one line of "
            "plain characters"
        )
    return key


def check_reach(role: RoleConfig) -> None:
    """Check before a run what a role needs to reach its servers; asks no server.

    Raises:
        ConfigError: the environment variable that should hold the API key is not set.
    """
    if role.engine is Engine.LLM:
        read_api_key(role.api_key_env)
