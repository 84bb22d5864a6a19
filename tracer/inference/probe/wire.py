"""Wire: a server as it stands, before the client makes its answers even.

Where the reasoning of an answer stands, and what a server says of itself, is seen only here.
"""

import json
from collections.abc import Awaitable
from types import TracebackType
from typing import Any, Self

from tracer.inference.chat import ChatRequest
from tracer.inference.client import encode_body, mask_key, read_api_key
from tracer.inference.completion import GarbledBodyError, quote_body
from tracer.inference.endpoint import GOOD_STATUS
from tracer.inference.refusal import read_refusal
from tracer.inference.text import clean_text
from tracer.inference.transport import HttpAnswer, LostError, Transport

MAX_DETAIL = 200


class WireError(Exception):
    """A server did not answer as one of this API does; `status` is 0 when nothing answered."""

    def __init__(self, detail: str, status: int = 0) -> None:
        super().__init__(" ".join(clean_text(detail).split())[:MAX_DETAIL])
        self.status = status


class SilentError(WireError):
    """Nothing answered at all, or not in time."""


class Wire:
    """Sends single requests without any retry; belongs to one event loop.

    Raises:
        ConfigError: the environment variable that should hold the API key is not set.
    """

    def __init__(self, base_url: str, api_key_env: str, timeout_s: float) -> None:
        self.base_url = base_url
        self._timeout_s = timeout_s
        self._key = read_api_key(api_key_env)
        self._transport = Transport(base_url, {"Authorization": f"Bearer {self._key}"})

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._transport.close()

    async def list_models(self) -> list[dict[str, Any]]:
        """Return what the server says of each model it serves.

        Raises:
            WireError: it says nothing of the kind.
        """
        body = await self._read(self._transport.get(f"{self.base_url}/models", self._timeout_s))
        listed = body.get("data")
        if not isinstance(listed, list):
            raise WireError(f"its /models is no list of models: {json.dumps(body)}")
        return [entry for entry in listed if isinstance(entry, dict) and "id" in entry]

    async def send(self, request: ChatRequest) -> dict[str, Any]:
        """Return the assistant's message as the server sent it, with its `finish_reason`.

        Raises:
            WireError: it sent none.
        """
        url, payload = f"{self.base_url}/chat/completions", encode_body(request.encode())
        body = await self._read(self._transport.post(url, payload, self._timeout_s))
        try:
            choice = body["choices"][0]
            return {**choice["message"], "finish_reason": choice.get("finish_reason")}
        except (LookupError, TypeError, AttributeError) as error:
            raise WireError(f"no chat completion: {json.dumps(body)}") from error

    async def _read(self, exchange: Awaitable[HttpAnswer]) -> dict[str, Any]:
        try:
            answer = await exchange
        except LostError as error:
            raise SilentError(f"nothing answers: {error}") from None
        except GarbledBodyError as error:
            raise WireError(f"something {error}") from None
        except TimeoutError:
            raise SilentError(f"no answer within {self._timeout_s:g} s") from None
        if answer.status not in GOOD_STATUS:
            refusal = mask_key(str(read_refusal(answer)), self._key)
            raise WireError(f"status {refusal}", answer.status)
        return decode_object(answer.content)


def decode_object(content: bytes) -> dict[str, Any]:
    """Return the JSON object in a body.

    Raises:
        WireError: it is none.
    """
    try:
        value = json.loads(content)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise WireError(f"it answers, but with no JSON object: {quote_body(content)}")
    return value
