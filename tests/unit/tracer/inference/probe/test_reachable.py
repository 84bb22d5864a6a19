"""What stands behind an address, when it is no server of one model that one may ask."""

import socket
from collections.abc import Sequence

import pytest

from schemas.errors import ConfigError
from tests.support.checked_model import serve_checked
from tracer.inference.probe.probe import Finding, Verdict
from tracer.inference.probe.reachable import Server, find_server
from tracer.inference.server import Answer, HttpRequest, ScriptedServer, say

PAGE = "<html><body>Welcome to my garden</body></html>"


class FixedServer(ScriptedServer):
    """Gives one answer to whatever is asked."""

    def __init__(self, answer: Answer) -> None:
        super().__init__(lambda _body: answer)
        self.answer = answer

    async def _route(self, request: HttpRequest) -> Answer:
        del request
        return self.answer


async def find(answer: Answer, key: str = "") -> Finding:
    async with FixedServer(answer) as server:
        found = await find_server(server.base_url, None, key)
    assert isinstance(found, Finding)
    assert found.verdict is Verdict.NOT
    return found


def refuse(status: int) -> Answer:
    return status, {"Content-Type": "application/json"}, '{"error": {"message": "no"}}'


async def find_among(models: Sequence[str], wanted: str | None) -> Server | Finding:
    async with ScriptedServer(lambda _body: say("Hi"), models=models) as server:
        return await find_server(server.base_url, wanted, "")


async def test_dead_address_is_told() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
    found = await find_server(f"http://127.0.0.1:{port}/v1", None, "")
    assert isinstance(found, Finding)
    assert found.seen == "nothing answers: connection refused"
    assert "tracer model serve" in found.advice


@pytest.mark.parametrize("status", [401, 403])
async def test_server_that_wants_a_key_is_told(status: int) -> None:
    found = await find(refuse(status))
    assert found.seen == f"it wants a key (status {status})"
    assert "--api-key-env" in found.advice


async def test_key_that_is_refused_is_told_by_its_variable_and_not_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("MY_KEY", "sk-secret")
    found = await find(refuse(401), "MY_KEY")
    assert found.seen == "the key in MY_KEY is refused (status 401)"
    assert "sk-secret" not in found.model_dump_json()


async def test_key_that_a_server_repeats_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_KEY", "sk-secret")
    found = await find((500, {}, "bad header Bearer sk-secret"), "MY_KEY")
    assert found.seen == "status 500: bad header Bearer ***"


@pytest.mark.parametrize(
    ("answer", "seen"),
    [
        (
            (200, {}, PAGE),
            "it answers, but with no JSON object: an HTML page: Welcome to my garden",
        ),
        ((200, {}, '{"hello": 1}'), 'its /models is no list of models: {"hello": 1}'),
        ((404, {}, PAGE), "no /models at this address (status 404)"),
        ((302, {"Location": "/login"}, ""), "status 302: moved to /login"),
        (b"SSH-2.0-OpenSSH_9.2\r\n", "something answers, but not in HTTP"),
        (None, "nothing answers: connection closed"),
    ],
)
async def test_what_is_no_model_server_is_told(answer: Answer, seen: str) -> None:
    assert (await find(answer)).seen.startswith(seen)


async def test_address_without_its_end_is_completed() -> None:
    async with serve_checked() as server:
        found = await find_server(server.base_url.removesuffix("/v1"), None, "")
        assert isinstance(found, Server)
        assert found.base_url == server.base_url


async def test_family_and_window_are_taken_from_what_the_server_says() -> None:
    async with serve_checked(name="Qwen/Qwen3-8B") as server:
        found = await find_server(server.base_url, None, "")
    assert isinstance(found, Server)
    assert found.family is not None
    assert (found.family.name, found.max_model_len) == ("qwen3", 8192)


async def test_named_model_is_taken() -> None:
    found = await find_among(["a", "b"], "b")
    assert isinstance(found, Server)
    assert found.model == "b"


@pytest.mark.parametrize(
    ("models", "wanted", "message"),
    [
        (["a", "b"], None, "name one of the models served with --model: a, b"),
        (["a", "b"], "c", "'c' is not served; the server has a, b"),
        ([], None, "name one of the models served with --model: no model"),
    ],
)
async def test_model_that_cannot_be_chosen_is_the_users_mistake(
    models: list[str], wanted: str | None, message: str
) -> None:
    with pytest.raises(ConfigError, match=message):
        await find_among(models, wanted)
