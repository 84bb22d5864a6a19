"""A model server as a process of its own: every answer is the same, after a fixed time.

It costs next to no CPU, so that what is measured is the client. Started as
`python slow_server.py PORT LATENCY_S [LOG]`; port 0 takes a free one, which is printed. LOG gets a
line for each request: the content of its last message.
"""

import asyncio
import contextlib
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ANSWER = {
    "id": "slow",
    "object": "chat.completion",
    "created": 0,
    "model": "slow",
    "choices": [
        {
            "index": 0,
            "message": {
                "role": "assistant",
                "content": None,
                "tool_calls": [
                    {
                        "id": "call-1",
                        "type": "function",
                        "function": {"name": "get_order", "arguments": '{"order_id": "K1234"}'},
                    }
                ],
            },
            "finish_reason": "tool_calls",
        }
    ],
    "usage": {
        "prompt_tokens": 3000,
        "completion_tokens": 30,
        "prompt_tokens_details": {"cached_tokens": 2900},
    },
}
BODY = json.dumps(ANSWER).encode()
REPLY = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(
    BODY
)
END = b"\r\n\r\n"
LENGTH = b"content-length:"


class Line(asyncio.Protocol):
    """One connection."""

    def __init__(self, latency_s: float, log: Path | None) -> None:
        self.latency_s = latency_s
        self.log = log
        self.buffer = bytearray()
        self.transport = asyncio.Transport()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the way back."""
        if isinstance(transport, asyncio.Transport):
            self.transport = transport

    def data_received(self, data: bytes) -> None:
        """Answer each whole request, a probe at once."""
        self.buffer += data
        while (end := self.buffer.find(END)) >= 0:
            head = bytes(self.buffer[:end]).lower()
            length = head.find(LENGTH)
            size = int(head[length + len(LENGTH) :].split(b"\r\n")[0]) if length >= 0 else 0
            if len(self.buffer) < end + len(END) + size:
                return
            body = bytes(self.buffer[end + len(END) : end + len(END) + size])
            del self.buffer[: end + len(END) + size]
            self.note(body)
            loop = asyncio.get_running_loop()
            loop.call_later(self.latency_s if body else 0.0, self.send)

    def note(self, body: bytes) -> None:
        """Write down who asked."""
        if self.log is not None and body:
            with self.log.open("a", encoding="utf-8") as file:
                file.write(f"{json.loads(body)['messages'][-1]['content']}\n")

    def send(self) -> None:
        """Answer."""
        if not self.transport.is_closing():
            self.transport.write(REPLY + BODY)


async def serve(port: int, latency_s: float, log: Path | None) -> None:
    """Serve until killed."""
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: Line(latency_s, log), "127.0.0.1", port, backlog=1024)
    sys.stdout.write(f"{server.sockets[0].getsockname()[1]}\n")
    sys.stdout.flush()
    await server.serve_forever()


@contextlib.contextmanager
def start_slow_server(latency_s: float, port: int = 0, log: Path | None = None) -> Iterator[int]:
    """Give the port of a server in another process; it is killed at the end."""
    command = [sys.executable, __file__, str(port), str(latency_s), *([str(log)] if log else [])]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            yield int(process.stdout.readline())
        finally:
            process.kill()


if __name__ == "__main__":
    asyncio.run(
        serve(int(sys.argv[1]), float(sys.argv[2]), Path(sys.argv[3]) if sys.argv[3:] else None)
    )
