import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from tests.support.raw_server import find_free_port, serve_bytes, write_http
from tracer.inference.endpoint import USUAL_IN_FLIGHT, Endpoint, find_root, name_endpoint
from tracer.inference.health import DownError
from tracer.inference.refusal import RefusedError
from tracer.inference.transport import LostError

BODY = b"{}"


@asynccontextmanager
async def open_endpoint(base_url: str, **options: Any) -> AsyncIterator[Endpoint]:
    endpoint = Endpoint(base_url, beat_s=0.02, **options)
    try:
        yield endpoint
    finally:
        await endpoint.close()


class Site:
    """Answers by method and path, the last answer of a list for ever; keeps what it was asked."""

    def __init__(self, **answers: list[bytes]) -> None:
        self.answers = answers
        self.asked = list[str]()

    def __call__(self, request: str) -> bytes:
        self.asked.append(request)
        found = self.answers[request.rpartition("/")[2]]
        return found.pop(0) if len(found) > 1 else found[0]


CLOSE = "Connection: close"
GOOD = write_http("{}", 200, CLOSE)
MISSING = write_http("", 404, CLOSE)


def test_usual_limit_gives_way_to_a_known_one_and_that_to_what_roles_ask_for() -> None:
    limits = [Endpoint("http://a/v1").limiter.ceiling]
    endpoint = Endpoint("http://a/v1", known_limit=32)
    for in_flight in (None, None, 100, 8, 50):
        endpoint.bound(in_flight)
        limits.append(endpoint.limiter.ceiling)
    assert limits == [USUAL_IN_FLIGHT, 32, 32, 100, 8, 8]


async def test_lost_connection_to_a_living_server_is_no_outage() -> None:
    site = Site(completions=[b""], models=[GOOD])
    async with serve_bytes(site) as base_url, open_endpoint(base_url) as endpoint:
        with pytest.raises(LostError):
            await endpoint.post(BODY, 5.0)
        assert not endpoint.health.is_down
    assert site.asked == ["POST /v1/chat/completions", "GET /v1/models"]


async def test_server_without_a_list_of_models_is_asked_for_its_health() -> None:
    site = Site(completions=[b""], models=[MISSING], health=[GOOD])
    async with serve_bytes(site) as base_url, open_endpoint(base_url) as endpoint:
        with pytest.raises(LostError):
            await endpoint.post(BODY, 5.0)
    assert site.asked[1:] == ["GET /v1/models", "GET /health"]


async def test_unhealthy_server_is_an_outage() -> None:
    site = Site(completions=[b""], models=[MISSING], health=[write_http("", 503)])
    async with serve_bytes(site) as base_url, open_endpoint(base_url) as endpoint:
        with pytest.raises(DownError) as caught:
            await endpoint.post(BODY, 5.0)
        assert caught.value.was_sent


async def test_nothing_is_sent_to_a_server_that_is_known_to_have_gone() -> None:
    site = Site(completions=[GOOD])
    async with serve_bytes(site) as base_url, open_endpoint(base_url) as endpoint:
        endpoint.health.is_down = True
        with pytest.raises(DownError):
            await endpoint.post(BODY, 5.0)
    assert site.asked == []


async def test_request_that_found_nobody_was_never_sent() -> None:
    base_url = f"http://127.0.0.1:{await find_free_port()}/v1"
    async with open_endpoint(base_url) as endpoint:
        with pytest.raises(DownError) as caught:
            await endpoint.post(BODY, 5.0)
    assert not caught.value.was_sent


async def test_whoever_queues_is_sent_on_when_the_server_goes() -> None:
    base_url = f"http://127.0.0.1:{await find_free_port()}/v1"
    async with open_endpoint(base_url, known_limit=1) as endpoint:
        await endpoint.limiter.acquire()
        queued = asyncio.create_task(endpoint.limiter.acquire())
        await asyncio.sleep(0)
        with pytest.raises(DownError):
            await endpoint.post(BODY, 5.0)
        with pytest.raises(DownError):
            await queued


PAGE = "<html><title>Directory</title></html>"


@pytest.mark.parametrize(
    ("models", "health"),
    [
        (write_http(PAGE, 404), write_http(PAGE, 404)),
        (write_http(PAGE), GOOD),
        (write_http("", 301, "Location: /"), GOOD),
        (write_http(PAGE, 403), write_http(PAGE, 403)),
        (write_http("{}", 500), GOOD),
        (write_http("{}", 404), write_http("{}", 404)),
    ],
)
async def test_whatever_else_took_the_port_is_not_the_server(models: bytes, health: bytes) -> None:
    site = Site(completions=[b""], models=[models], health=[health])
    async with serve_bytes(site) as base_url, open_endpoint(base_url) as endpoint:
        with pytest.raises(DownError):
            await endpoint.post(BODY, 5.0)
        assert endpoint.health.is_down


async def test_server_is_back_when_it_lists_its_models_again() -> None:
    foreign = write_http(PAGE, 404)
    site = Site(completions=[b"", GOOD], models=[foreign, foreign, GOOD], health=[foreign])
    async with serve_bytes(site) as base_url, open_endpoint(base_url) as endpoint:
        with pytest.raises(DownError):
            await endpoint.post(BODY, 5.0)
        await endpoint.health.wait(5.0)
        assert await endpoint.post(BODY, 5.0) == b"{}"
    assert site.asked.count("GET /v1/models") == 3


async def test_server_that_listed_its_models_once_must_do_so_again() -> None:
    site = Site(completions=[b""], models=[GOOD, MISSING], health=[GOOD])
    async with serve_bytes(site) as base_url, open_endpoint(base_url) as endpoint:
        with pytest.raises(LostError):
            await endpoint.post(BODY, 5.0)
        with pytest.raises(DownError):
            await endpoint.post(BODY, 5.0)


async def test_key_that_may_not_list_models_is_no_outage() -> None:
    site = Site(completions=[b""], models=[write_http("{}", 403)])
    async with serve_bytes(site) as base_url, open_endpoint(base_url) as endpoint:
        with pytest.raises(LostError):
            await endpoint.post(BODY, 5.0)
        assert not endpoint.health.is_down


async def test_server_with_neither_list_nor_health_is_there_once_it_has_completed() -> None:
    missing = write_http('{"detail": "Not Found"}', 404, CLOSE)
    site = Site(completions=[GOOD, b""], models=[missing], health=[missing])
    async with serve_bytes(site) as base_url, open_endpoint(base_url) as endpoint:
        await endpoint.post(BODY, 5.0)
        with pytest.raises(LostError):
            await endpoint.post(BODY, 5.0)
        assert not endpoint.health.is_down


@pytest.mark.parametrize("status", [404, 501])
async def test_page_from_a_server_that_completed_before_is_an_outage(status: int) -> None:
    page = write_http(PAGE, status, CLOSE)
    site = Site(completions=[GOOD, page], models=[page], health=[page])
    async with serve_bytes(site) as base_url, open_endpoint(base_url) as endpoint:
        await endpoint.post(BODY, 5.0)
        with pytest.raises(DownError):
            await endpoint.post(BODY, 5.0)


async def test_page_at_a_wrong_address_is_told_at_once() -> None:
    site = Site(completions=[write_http(PAGE, 501, CLOSE)])
    async with serve_bytes(site) as base_url, open_endpoint(base_url) as endpoint:
        for _ in range(2):
            with pytest.raises(RefusedError, match="501: an HTML page: Directory"):
                await endpoint.post(BODY, 5.0)
    assert len(site.asked) == 2


def test_failed_calls_are_told_once_a_second(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [100.0]
    monkeypatch.setattr("tracer.inference.endpoint.time.monotonic", lambda: clock[0])
    endpoint = Endpoint("http://a/v1")
    for moment in (100.0, 100.1, 100.9, 101.1, 102.2):
        clock[0] = moment
        endpoint.note_failure("model 'm': busy")
    assert [record.getMessage() for record in caplog.records] == [
        "server http://a/v1: call failed: model 'm': busy",
        "server http://a/v1: call failed: model 'm': busy (2 more calls failed before it)",
        "server http://a/v1: call failed: model 'm': busy",
    ]


@pytest.mark.parametrize("status", [502, 503, 504])
async def test_gateway_before_a_dead_server_is_an_outage(status: int) -> None:
    site = Site(completions=[write_http("", status)], models=[write_http("", status)])
    async with serve_bytes(site) as base_url, open_endpoint(base_url) as endpoint:
        with pytest.raises(DownError):
            await endpoint.post(BODY, 5.0)


async def test_server_that_says_when_to_come_back_is_not_examined() -> None:
    site = Site(completions=[write_http("", 503, "Retry-After: 1")])
    async with serve_bytes(site) as base_url, open_endpoint(base_url) as endpoint:
        with pytest.raises(RefusedError):
            await endpoint.post(BODY, 5.0)
    assert len(site.asked) == 1


@pytest.mark.parametrize(("status", "limit"), [(429, 32), (503, 32), (500, 64), (400, 64)])
async def test_only_a_strained_server_is_asked_less_at_once(status: int, limit: int) -> None:
    site = Site(completions=[write_http("", status, "Retry-After: 1")])
    async with serve_bytes(site) as base_url, open_endpoint(base_url) as endpoint:
        with pytest.raises(RefusedError):
            await endpoint.post(BODY, 5.0)
        assert endpoint.limiter.limit == limit


async def test_key_is_sent_but_not_shown() -> None:
    endpoint = Endpoint("http://a/v1", "sk-very-secret-7")
    assert "sk-very-secret-7" not in repr(endpoint)


def test_name_shows_no_password() -> None:
    assert name_endpoint("http://me:pw@host:80/v1?key=x") == "http://host:80/v1"


@pytest.mark.parametrize(
    ("base_url", "root"),
    [
        ("http://a:1/v1", "http://a:1"),
        ("http://a/llm/v1/", "http://a/llm"),
        ("http://a", "http://a"),
    ],
)
def test_root_of_a_server_stands_above_its_interface(base_url: str, root: str) -> None:
    assert find_root(base_url) == root
