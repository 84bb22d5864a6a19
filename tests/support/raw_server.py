"""A server that sends the very bytes it is told to, for answers no HTTP library would write."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

Reply = Callable[[str], bytes]


@asynccontextmanager
async def serve_bytes(reply: Reply, port: int = 0) -> AsyncIterator[str]:
    """Give the address of a server; `reply` gets method and path, and the connection is closed."""

    async def handle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
            lines = head.lower().split("\r\n")
            sizes = [line.partition(":")[2] for line in lines if line.startswith("content-length:")]
            await reader.readexactly(int(sizes[0]) if sizes else 0)
            writer.write(reply(head.split(" HTTP")[0]))
            await writer.drain()
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    server = await asyncio.start_server(handle, "127.0.0.1", port)
    async with server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"


def write_http(body: str | bytes, status: int = 200, *headers: str) -> bytes:
    """Return an answer with the right length, and further header lines as they are."""
    content = body.encode() if isinstance(body, str) else body
    lines = [f"HTTP/1.1 {status} Said", f"Content-Length: {len(content)}", *headers, "", ""]
    return "\r\n".join(lines).encode("latin-1") + content


async def find_free_port() -> int:
    """Return a port nobody listens on."""
    server = await asyncio.start_server(lambda _reader, _writer: None, "127.0.0.1", 0)
    port: int = server.sockets[0].getsockname()[1]
    server.close()
    await server.wait_closed()
    return port
