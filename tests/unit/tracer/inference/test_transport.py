import gzip
import ssl

import pytest

from tests.support.raw_server import find_free_port, serve_bytes, write_http
from tracer.inference import transport
from tracer.inference.completion import GarbledBodyError
from tracer.inference.transport import (
    HttpAnswer,
    LostError,
    Transport,
    describe,
    find_proxy,
    name_proxy,
)


async def fetch(reply: bytes, timeout_s: float = 5.0) -> HttpAnswer:
    async with serve_bytes(lambda _request: reply) as base_url:
        line = Transport(base_url, {})
        try:
            return await line.post(f"{base_url}/chat/completions", b"{}", timeout_s)
        finally:
            await line.close()


async def test_status_headers_and_body_come_back() -> None:
    answer = await fetch(write_http("busy", 429, "Retry-After: 7"))
    assert (answer.status, answer.content) == (429, b"busy")
    assert answer.headers["retry-after"] == "7"


async def test_nobody_at_the_address_is_told_in_the_systems_words() -> None:
    base_url = f"http://127.0.0.1:{await find_free_port()}/v1"
    line = Transport(base_url, {})
    with pytest.raises(LostError, match=r"^connection refused$") as caught:
        await line.post(base_url, b"{}", 5.0)
    await line.close()
    assert not caught.value.was_sent


@pytest.mark.parametrize(
    "reply",
    [
        b"",
        b"HTTP/1.1 200 OK\r\nContent-Le",
        b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhal",
    ],
)
async def test_answer_cut_short_is_a_lost_connection(reply: bytes) -> None:
    with pytest.raises(LostError) as caught:
        await fetch(reply)
    assert caught.value.was_sent


@pytest.mark.parametrize(
    "reply",
    [
        b"SSH-2.0-OpenSSH_9.6\r\n\r\n",
        b"HTTP/9.9 abc\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcde",
        b"HTTP/1.1 200 OK\r\nno colon here\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nX: " + b"y" * 100_000 + b"\r\n\r\n",
        write_http("no gzip", 200, "Content-Encoding: gzip"),
    ],
)
async def test_nonsense_is_garbled_or_lost_and_nothing_else(reply: bytes) -> None:
    with pytest.raises((GarbledBodyError, LostError)):
        await fetch(reply)


@pytest.mark.parametrize(
    ("reply", "told"),
    [
        (b"SSH-2.0-OpenSSH_9.6\r\n", "answers, but not in HTTP"),
        (b"220 mail ready\r\n", "answers, but not in HTTP"),
        (
            b"HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n",
            "answers, but not in proper HTTP: Invalid character in Content-Length",
        ),
    ],
)
async def test_other_language_than_http_is_told_in_one_line(reply: bytes, told: str) -> None:
    with pytest.raises(GarbledBodyError) as caught:
        await fetch(reply)
    assert str(caught.value) == told


async def test_dead_proxy_is_named_without_its_password(monkeypatch: pytest.MonkeyPatch) -> None:
    port = await find_free_port()
    monkeypatch.setenv("http_proxy", f"http://me:secret@127.0.0.1:{port}")
    monkeypatch.setenv("no_proxy", "")
    monkeypatch.setenv("NO_PROXY", "")
    line = Transport("http://there.invalid/v1", {})
    told = rf"^connection refused \(by the proxy http://127.0.0.1:{port}\)$"
    with pytest.raises(LostError, match=told):
        await line.get("http://there.invalid/v1/models", 5.0)
    await line.close()


async def test_proxy_that_refuses_is_told_apart_from_the_server(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with serve_bytes(lambda _request: write_http("", 403)) as proxy:
        monkeypatch.setenv("https_proxy", proxy.removesuffix("/v1"))
        monkeypatch.setenv("no_proxy", "")
        monkeypatch.setenv("NO_PROXY", "")
        line = Transport("https://there.invalid/v1", {})
        with pytest.raises(GarbledBodyError, match="the proxy refused with status 403"):
            await line.get("https://there.invalid/v1/models", 5.0)
        await line.close()


async def test_server_without_tls_is_to_be_asked_by_http(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transport, "CONNECT_S", 0.2)
    async with serve_bytes(lambda _request: write_http("{}")) as base_url:
        line = Transport(base_url, {})
        with pytest.raises(LostError, match=r"no connection within 0.2 s; .* by http://"):
            await line.get(base_url.replace("http:", "https:"), 5.0)
        await line.close()


def test_fault_of_tls_is_told_in_its_own_words() -> None:
    error = ssl.SSLError(1, "[SSL: WRONG_VERSION_NUMBER] wrong version number (_ssl.c:1006)")
    assert describe(error) == "no TLS: wrong version number"


def test_name_of_a_proxy_has_no_password() -> None:
    assert name_proxy("http://me:pw@gate:8080/") == "http://gate:8080"


@pytest.mark.parametrize("kind", ["text/html; charset=klingon", "no type at all", "a/b; c=\xff"])
async def test_senseless_type_is_passed_over(kind: str) -> None:
    assert (await fetch(write_http("{}", 200, f"Content-Type: {kind}"))).content == b"{}"


async def test_packed_answer_is_unpacked() -> None:
    reply = write_http(gzip.compress(b"whole"), 200, "Content-Encoding: gzip")
    assert (await fetch(reply)).content == b"whole"


@pytest.mark.parametrize("packed", [False, True])
async def test_body_longer_than_any_completion_is_garbled(
    monkeypatch: pytest.MonkeyPatch, *, packed: bool
) -> None:
    monkeypatch.setattr(transport, "MAX_BODY_BYTES", 100_000)
    body = b" " * 100_001
    reply = write_http(body)
    if packed:
        reply = write_http(gzip.compress(body), 200, "Content-Encoding: gzip")
    with pytest.raises(GarbledBodyError, match="more than 100000 bytes"):
        await fetch(reply)


async def test_redirect_is_not_followed() -> None:
    answer = await fetch(write_http("", 307, "Location: http://127.0.0.1:9/v1"))
    assert answer.status == 307


def test_proxy_of_the_environment_is_used_but_never_on_the_loopback(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("NO_PROXY", "no_proxy", "ALL_PROXY", "all_proxy", "http_proxy", "https_proxy"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("http_proxy", "http://gate:8080")
    monkeypatch.setenv("no_proxy", "inside")
    hosts = ("there", "inside", "127.0.0.1", "localhost", "[::1]")
    proxies = [find_proxy(f"http://{host}:8000/v1") for host in hosts]
    assert proxies == ["http://gate:8080", None, None, None, None]
