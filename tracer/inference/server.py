"""Server: a small OpenAI-compatible server on the loopback, played by a function, not a model.

Stands in for a model server in rehearsals and tests: real sockets, real HTTP, no weights.
"""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Self

log = logging.getLogger(__name__)

HOST = "127.0.0.1"
JSON_HEADERS = {"Content-Type": "application/json"}

RawAnswer = tuple[int, Mapping[str, str], str | bytes]
Answer = Mapping[str, Any] | RawAnswer | bytes | None
Handler = Callable[[dict[str, Any]], Answer | Awaitable[Answer]]


@dataclass(frozen=True, slots=True)
class HttpRequest:
    """One request as it came; header names in lower case."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes


@dataclass(slots=True)
class ScriptedServer:
    """Answers `/v1/chat/completions` with what `handler` makes of the request's body.

    The handler returns a body, or status, headers and body, or bytes that are sent as they are
    before the connection is cut, or None to cut it at once; it may be a coroutine function.
    `requests` and `headers` keep what came in, in order, unless `is_keeping` is false.
    """

    handler: Handler
    models: Sequence[str] = ("scripted",)
    pages: Mapping[str, Callable[[], Answer]] = field(default_factory=dict)
    """Path -> what else is shown there, such as `/health`."""
    max_model_len: int | None = None
    """Longest context, tokens, told with each model; None tells nothing."""
    port: int = 0
    """Port to listen at; 0 takes a free one."""
    is_keeping: bool = True
    """Whether requests are kept: a long run's would fill the memory."""
    requests: list[dict[str, Any]] = field(default_factory=list)
    headers: list[Mapping[str, str]] = field(default_factory=list)
    _server: asyncio.Server | None = None
    _open: set[asyncio.Task[None]] = field(default_factory=set)

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._serve, HOST, self.port)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._server is not None:
            self._server.close()
        for task in self._open:
            task.cancel()
        await asyncio.gather(*self._open, return_exceptions=True)

    @property
    def base_url(self) -> str:
        """Address for an OpenAI client.

        Raises:
            RuntimeError: the server is not running.
        """
        if self._server is None:
            raise RuntimeError("scripted server not running: enter it with `async with` first")
        return f"http://{HOST}:{self._server.sockets[0].getsockname()[1]}/v1"

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        if task is not None:
            self._open.add(task)
            task.add_done_callback(self._open.discard)
        try:
            while await self._answer_next(reader, writer):
                pass
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass
        finally:
            writer.close()

    async def _answer_next(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> bool:
        answer = await self._route(await read_request(reader))
        if answer is None:
            writer.transport.abort()
            return False
        if isinstance(answer, bytes):
            writer.write(answer)
            await writer.drain()
            return False
        writer.write(encode_answer(answer))
        await writer.drain()
        return True

    async def _route(self, request: HttpRequest) -> Answer:
        path = request.path.partition("?")[0]
        if (request.method, path) == ("GET", "/v1/models"):
            return {"object": "list", "data": [self._describe(name) for name in self.models]}
        if request.method == "GET" and path in self.pages:
            return self.pages[path]()
        if (request.method, path) != ("POST", "/v1/chat/completions"):
            return refuse(404, f"no such address: {request.method} {path}")
        try:
            body = json.loads(request.body)
        except ValueError:
            return refuse(400, "expected a JSON body")
        if self.is_keeping:
            self.requests.append(body)
            self.headers.append(request.headers)
        return await self._ask(body)

    def _describe(self, name: str) -> dict[str, Any]:
        known = {} if self.max_model_len is None else {"max_model_len": self.max_model_len}
        return {**describe_model(name), **known}

    async def _ask(self, body: dict[str, Any]) -> Answer:
        try:
            answer = self.handler(body)
            return await answer if isinstance(answer, Awaitable) else answer
        except Exception as error:
            log.exception("handler of the scripted server failed")
            return refuse(500, f"handler raised {type(error).__name__}: {error}")


async def read_request(reader: asyncio.StreamReader) -> HttpRequest:
    """Return the next request of a connection.

    Raises:
        asyncio.IncompleteReadError: the client has gone.
    """
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    first, *lines = head.strip().split("\r\n")
    method, path, _version = first.split(" ")
    pairs = (line.partition(":") for line in lines)
    headers = {name.strip().lower(): value.strip() for name, _colon, value in pairs}
    body = await reader.readexactly(int(headers.get("content-length", "0")))
    return HttpRequest(method, path, headers, body)


def encode_answer(answer: Mapping[str, Any] | RawAnswer) -> bytes:
    """Return an answer as HTTP/1.1."""
    if isinstance(answer, Mapping):
        answer = (200, JSON_HEADERS, json.dumps(answer))
    status, headers, body = answer
    content = body.encode() if isinstance(body, str) else body
    fields = {**headers, "Content-Length": str(len(content))}
    lines = [f"HTTP/1.1 {status} Scripted", *(f"{key}: {value}" for key, value in fields.items())]
    return "\r\n".join([*lines, "", ""]).encode("latin-1") + content


def refuse(status: int, message: str, **headers: str) -> RawAnswer:
    """Return an error in the API's shape; keywords are headers, with `_` for `-`."""
    body = {"error": {"message": message, "type": "scripted", "code": status}}
    extra = {name.replace("_", "-"): value for name, value in headers.items()}
    return status, {**JSON_HEADERS, **extra}, json.dumps(body)


def describe_model(name: str) -> dict[str, Any]:
    """Return an entry of the list of models."""
    return {"id": name, "object": "model", "created": 0, "owned_by": "tracer"}


def say(text: str, *calls: tuple[str, str], finish: str = "") -> dict[str, Any]:
    """Return a completion with a text and calls, each a tool name and the text of its arguments."""
    message: dict[str, Any] = {"role": "assistant", "content": text}
    if calls:
        message["tool_calls"] = [
            {
                "id": f"made-{number}",
                "type": "function",
                "function": {"name": name, "arguments": arguments},
            }
            for number, (name, arguments) in enumerate(calls)
        ]
    ended = finish or ("tool_calls" if calls else "stop")
    return {
        "id": "scripted",
        "object": "chat.completion",
        "created": 0,
        "model": "scripted",
        "choices": [{"index": 0, "message": message, "finish_reason": ended}],
        "usage": {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15},
    }
