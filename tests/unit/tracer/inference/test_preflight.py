"""One look at the servers of a run, before it is made."""

import asyncio
from collections.abc import Sequence
from contextlib import AsyncExitStack
from typing import Any

import pytest

from schemas.config import RoleConfig
from schemas.errors import ConfigError
from schemas.trajectory import Engine
from tests.support.raw_server import find_free_port
from tracer.inference.preflight import look_at_servers
from tracer.inference.server import Answer, HttpRequest, ScriptedServer, refuse, say


class OneAnswer(ScriptedServer):
    """Gives one answer to whatever is asked, or none at all; counts what is asked."""

    def __init__(self, answer: Answer, *, is_hanging: bool = False) -> None:
        super().__init__(lambda _body: answer)
        self.answer = answer
        self.is_hanging = is_hanging
        self.paths: list[str] = []

    async def _route(self, request: HttpRequest) -> Answer:
        self.paths.append(request.path)
        if self.is_hanging:
            await asyncio.Event().wait()
        return self.answer


def serve(*models: str) -> ScriptedServer:
    return ScriptedServer(lambda _body: say("Hi"), models=models)


def make_role(*urls: str, **changes: Any) -> RoleConfig:
    fields = {"engine": Engine.LLM, "model": "m", "base_url": urls[0], "replicas": list(urls[1:])}
    return RoleConfig.model_validate({**fields, **changes})


async def look(*urls: str, **changes: Any) -> list[str]:
    return await look_at_servers({"agent": make_role(*urls, **changes)}, timeout_s=0.5)


async def fail(server: ScriptedServer, **changes: Any) -> str:
    async with server:
        with pytest.raises(ConfigError) as caught:
            await look(server.base_url, **changes)
        return str(caught.value).replace(server.base_url, "URL")


async def find_dead() -> str:
    return f"http://127.0.0.1:{await find_free_port()}/v1"


async def test_served_model_is_enough() -> None:
    async with serve("a", "m") as server:
        assert await look(server.base_url) == []


async def test_model_that_is_not_served_is_told_with_those_there_are() -> None:
    line = await fail(serve("b", "a"))
    assert line == "URL: model 'm' is not served; the server has a, b"


async def test_only_the_first_of_many_models_are_named() -> None:
    line = await fail(serve(*(f"m{number:02}" for number in range(30))))
    assert line.endswith("m18, m19 and 10 more")


async def test_address_without_v1_is_told_with_the_one_that_answers() -> None:
    async with serve("m") as server:
        short = server.base_url.removesuffix("/v1")
        with pytest.raises(ConfigError) as caught:
            await look(short)
    line = f"{short}: no model server at this address, but at {short}/v1: no /v1?"
    assert str(caught.value) == line


async def test_nothing_there_is_told_with_what_to_do() -> None:
    url = await find_dead()
    with pytest.raises(ConfigError) as caught:
        await look(url)
    assert str(caught.value).startswith(f"{url}: nothing answers: connection refused; a server")
    assert "still starting" in str(caught.value)


async def test_server_that_hangs_is_not_waited_for_long() -> None:
    line = await fail(OneAnswer(None, is_hanging=True))
    assert line.startswith("URL: no answer within 0.5 s; a server that is still starting")


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (refuse(404, "no"), "URL: no /models there (status 404); give the base address"),
        ((200, {}, "<html>My garden</html>"), "URL: it answers, but with no JSON object"),
        (refuse(401, "no"), "URL: it wants a key; name its api_key_env (status 401)"),
        (refuse(503, "loading"), "URL: status 503: loading; a server that is still starting"),
    ],
)
async def test_what_is_no_model_server_is_told(answer: Answer, message: str) -> None:
    assert (await fail(OneAnswer(answer))).startswith(message)


async def test_refused_key_is_told_by_its_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_KEY", "hush-hush")
    line = await fail(OneAnswer(refuse(403, "hush-hush is wrong")), api_key_env="MY_KEY")
    assert line == "URL: the key in MY_KEY is refused (status 403)"


async def test_busy_server_is_a_server() -> None:
    async with OneAnswer(refuse(429, "later")) as server:
        assert await look(server.base_url) == []


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
async def test_silent_replica_is_warned_about(order: Sequence[int]) -> None:
    dead = await find_dead()
    async with serve("m") as server:
        urls = [server.base_url, dead]
        (line,) = await look(*(urls[place] for place in order))
    assert line == (
        f"{dead}: nothing answers: connection refused; until it answers its episodes go to the "
        "other servers"
    )


async def test_replica_of_another_model_is_refused() -> None:
    async with AsyncExitStack() as stack:
        good, bad = [await stack.enter_async_context(serve(name)) for name in ("m", "x")]
        with pytest.raises(ConfigError, match=r"model 'm' is not served; the server has x"):
            await look(good.base_url, bad.base_url)


async def test_no_replica_that_answers_is_refused() -> None:
    urls = [await find_dead(), await find_dead()]
    with pytest.raises(ConfigError) as caught:
        await look(*urls)
    assert str(caught.value).count("connection refused") == 2


async def test_server_of_both_roles_is_asked_once() -> None:
    listed = {"data": [{"id": "m"}, {"id": "n"}]}
    async with OneAnswer(listed) as server:
        roles = {"agent": make_role(server.base_url), "user": make_role(server.base_url, model="n")}
        assert await look_at_servers(roles) == []
        assert server.paths == ["/v1/models"]


async def test_rehearsal_has_no_server_to_look_at() -> None:
    role = RoleConfig(engine=Engine.LLM, model="rehearsal")
    assert await look_at_servers({"agent": role}) == []
