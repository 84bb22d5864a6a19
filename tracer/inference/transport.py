"""Transport: bytes to a server and back, every failure of the way told as one of three kinds.

aiohttp is used as it is: the official client spends some 4 ms of CPU on a call that costs 0.2 ms
here, and parses what `completion` reads more leniently anyhow.
"""

import asyncio
import ipaddress
import os
import re
import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

import aiohttp

from tracer.inference.completion import GarbledBodyError

MAX_BODY_BYTES = 8 * 2**20
"""A completion is some kilobytes; what never ends must not fill the memory."""
CONNECT_S = 10.0
KEEP_ALIVE_S = 4.0
"""Below the 5 s after which uvicorn, and so vLLM, closes an idle connection."""
OF_OPENSSL = re.compile(r"^\[[^\]]*\] | \(_ssl\.c:\d+\)$")
NO_STATUS_LINE = "Bad status line"
HTTP_INSTEAD = "; a server without TLS is asked by http://"
ODD = (
    aiohttp.ClientError,
    OSError,
    ValueError,
    TypeError,
    LookupError,
    ArithmeticError,
    AssertionError,
    RuntimeError,
    EOFError,
)
"""What reading a senseless answer may raise: headers, charsets, encodings of any kind."""


class LostError(Exception):
    """The connection was refused or lost; `was_sent` says whether the request had gone out."""

    def __init__(self, detail: str, *, was_sent: bool) -> None:
        super().__init__(detail)
        self.was_sent = was_sent


@dataclass(frozen=True, slots=True)
class HttpAnswer:
    """What came back, whatever its status; header names in any case."""

    status: int
    headers: Mapping[str, str]
    content: bytes


class Transport:
    """Keeps connections to one server open; belongs to the event loop that first uses it."""

    def __init__(self, base_url: str, headers: Mapping[str, str]) -> None:
        self._headers = dict(headers)
        self._proxy = find_proxy(base_url)
        self._session: aiohttp.ClientSession | None = None

    async def post(self, url: str, body: bytes, timeout_s: float) -> HttpAnswer:
        """Send JSON and return the answer.

        Raises:
            LostError: the server could not be reached, or went away before its answer was whole.
            GarbledBodyError: what came back is no HTTP, or longer than any completion.
            TimeoutError: the whole of it took longer than `timeout_s` seconds.
        """
        return await self._exchange("POST", url, timeout_s, body)

    async def get(self, url: str, timeout_s: float) -> HttpAnswer:
        """Return what stands at an address; raises as `post` does."""
        return await self._exchange("GET", url, timeout_s)

    async def close(self) -> None:
        """Let go of the connections."""
        session, self._session = self._session, None
        if session is not None:
            await session.close()
            # A closed socket is let go of one round of the loop later.
            await asyncio.sleep(0)

    async def _exchange(
        self, method: str, url: str, timeout_s: float, body: bytes | None = None
    ) -> HttpAnswer:
        session = self._open()
        try:
            # aiohttp's own time-outs would do, but for one that bounds the reading too.
            async with (
                asyncio.timeout(timeout_s),
                session.request(method, url, data=body, allow_redirects=False) as response,
            ):
                content = await read_bounded(response)
                return HttpAnswer(response.status, response.headers, content)
        except aiohttp.ConnectionTimeoutError:
            detail = f"no connection within {CONNECT_S:g} s{self._hint_at_tls(url)}{self._way}"
            raise LostError(detail, was_sent=False) from None
        except TimeoutError:
            raise
        except aiohttp.ClientConnectorError as error:
            detail = f"{describe(error.os_error)}{self._way}"
            raise LostError(detail, was_sent=False) from None
        except (
            aiohttp.ClientConnectionError,
            aiohttp.ClientPayloadError,
            ConnectionError,
        ) as error:
            raise LostError(f"{describe(error)}{self._way}", was_sent=True) from None
        except ODD as error:
            raise GarbledBodyError(f"{describe_odd(error)}{self._way}") from None

    @property
    def _way(self) -> str:
        return f" (by the proxy {name_proxy(self._proxy)})" if self._proxy else ""

    def _hint_at_tls(self, url: str) -> str:
        return HTTP_INSTEAD if urlsplit(url).scheme == "https" and not self._proxy else ""

    def _open(self) -> aiohttp.ClientSession:
        if self._session is None:
            self._session = aiohttp.ClientSession(
                connector=aiohttp.TCPConnector(limit=0, keepalive_timeout=KEEP_ALIVE_S),
                cookie_jar=aiohttp.DummyCookieJar(),
                headers={"Content-Type": "application/json", **self._headers},
                timeout=aiohttp.ClientTimeout(total=None, sock_connect=CONNECT_S),
                proxy=self._proxy,
            )
        return self._session


async def read_bounded(response: aiohttp.ClientResponse) -> bytes:
    """Return the body.

    Raises:
        GarbledBodyError: it is longer than any completion.
    """
    parts: list[bytes] = []
    size = 0
    async for part in response.content.iter_any():
        size += len(part)
        if size > MAX_BODY_BYTES:
            raise GarbledBodyError(f"answers with more than {MAX_BODY_BYTES} bytes")
        parts.append(part)
    return b"".join(parts)


def describe(error: BaseException) -> str:
    """Return what went wrong with a connection in the system's own words.

    >>> describe(ConnectionRefusedError(111, "Connect call failed ('127.0.0.1', 9)"))
    'connection refused'
    """
    if isinstance(error, aiohttp.ServerDisconnectedError):
        return "connection closed before an answer"
    if isinstance(error, aiohttp.ClientPayloadError):
        return "connection closed in the middle of an answer, or the answer wrongly packed"
    if isinstance(error, ssl.SSLError):
        # Its number is OpenSSL's, none of the system's.
        return f"no TLS: {OF_OPENSSL.sub('', error.strerror or str(error))}"
    if isinstance(error, OSError) and error.errno and error.errno > 0:
        return os.strerror(error.errno).lower()
    if isinstance(error, OSError) and error.strerror:
        return error.strerror.lower()
    return f"{type(error).__name__}: {error}"


def describe_odd(error: BaseException) -> str:
    """Return what is wrong with an answer that could not be read, in one line."""
    if isinstance(error, aiohttp.ClientHttpProxyError):
        return f"the proxy refused with status {error.status}"
    if isinstance(error, aiohttp.ClientResponseError):
        if error.message.lstrip().startswith(NO_STATUS_LINE):
            return "answers, but not in HTTP"
        first = (error.message.split("\n") or [""])[0].strip(" :")
        return f"answers, but not in proper HTTP: {first}"
    return f"answers, but cannot be read: {describe(error)}"


def name_proxy(url: str) -> str:
    """Return a proxy's address without user and password."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"


def find_proxy(base_url: str) -> str | None:
    """Return the proxy the environment names for an address; the loopback has none."""
    parts = urlsplit(base_url)
    host = parts.hostname or ""
    if is_loopback(host) or proxy_bypass(host):
        return None
    proxies = getproxies()
    return proxies.get(parts.scheme) or proxies.get("all")


def is_loopback(host: str) -> bool:
    """Return whether a host is this machine."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"
