import asyncio
import json
from typing import Any

import pytest

from schemas.config import RoleConfig
from schemas.errors import ConfigError, ModelError
from schemas.trajectory import Engine
from tracer.inference.chat import ChatReply, ChatRequest
from tracer.inference.client import OpenAIChat, name_endpoint
from tracer.inference.retry import RetryPolicy
from tracer.inference.server import Answer, Handler, ScriptedServer, refuse, say

QUICK = RetryPolicy(tries=3, first_wait_s=0.0, longest_wait_s=0.2)
REQUEST = ChatRequest(model="m", messages=[{"role": "user", "content": "Hi"}])
TOO_LONG = "This model's maximum context length is 8192 tokens. However, you requested 9000 tokens."


class Script:
    """Gives its answers one after another, the last one for ever."""

    def __init__(self, *answers: Answer) -> None:
        self.answers = list(answers)

    def __call__(self, _body: dict[str, Any]) -> Answer:
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]


def make_role(server: ScriptedServer, **changes: Any) -> RoleConfig:
    fields = {"engine": Engine.LLM, "model": "m", "base_url": server.base_url, "timeout_s": 5.0}
    return RoleConfig(**{**fields, **changes})


def connect(server: ScriptedServer, **changes: Any) -> OpenAIChat:
    return OpenAIChat(make_role(server, **changes), QUICK)


async def ask(handler: Handler, **changes: Any) -> tuple[ChatReply, ScriptedServer]:
    async with ScriptedServer(handler) as server, connect(server, **changes) as chat:
        return await chat.complete(REQUEST), server


async def fail(handler: Handler, **changes: Any) -> tuple[ModelError, ScriptedServer]:
    async with ScriptedServer(handler) as server, connect(server, **changes) as chat:
        with pytest.raises(ModelError) as caught:
            await chat.complete(REQUEST)
        return caught.value, server


async def test_request_arrives_as_it_was_made() -> None:
    reply, server = await ask(Script(say("Hello.")))
    assert server.requests == [REQUEST.encode()]
    assert (reply.text, reply.n_retries) == ("Hello.", 0)


@pytest.mark.parametrize("status", [429, 503])
async def test_busy_server_is_asked_again(status: int) -> None:
    busy = refuse(status, "busy", retry_after="0")
    reply, server = await ask(Script(busy, say("Hello.")))
    assert (reply.text, reply.n_retries, len(server.requests)) == ("Hello.", 1, 2)


async def test_retry_after_is_waited_for() -> None:
    reply, _server = await ask(Script(refuse(429, "busy", retry_after="0.15"), say("Hello.")))
    assert reply.wall_s >= 0.15


async def test_server_busy_for_good_is_a_model_error() -> None:
    error, server = await fail(Script(refuse(503, "busy")))
    assert (error.kind, len(server.requests)) == ("fault", 3)


async def test_cut_connection_is_tried_again() -> None:
    reply, server = await ask(Script(None, say("Hello.")))
    assert (reply.text, len(server.requests)) == ("Hello.", 2)


async def test_connection_cut_for_good_is_a_model_error() -> None:
    error, _server = await fail(Script(None))
    assert error.kind == "fault"


async def test_hanging_server_is_given_up_after_the_time_out() -> None:
    async def hang(_body: dict[str, Any]) -> Answer:
        await asyncio.Event().wait()
        return None

    error, server = await fail(hang, timeout_s=0.1)
    assert len(server.requests) == 3
    assert "0.1 s" in str(error) or "timed out" in str(error)


@pytest.mark.parametrize("kind", ["application/json", "text/html"])
async def test_body_that_is_no_json_is_a_model_error(kind: str) -> None:
    error, server = await fail(Script((200, {"Content-Type": kind}, "<html>Bad gateway</html>")))
    assert (error.kind, len(server.requests)) == ("fault", 3)
    assert "no JSON" in str(error)


@pytest.mark.parametrize(
    "message",
    [
        TOO_LONG,
        "The decoder prompt (length 9000) is longer than the maximum model length of 8192.",
        "the request exceeds the available context size",
        "input is too long for this model",
    ],
)
async def test_overlong_prompt_is_told_apart_and_not_tried_again(message: str) -> None:
    error, server = await fail(Script(refuse(400, message)))
    assert (error.kind, len(server.requests)) == ("context_length", 1)


async def test_other_refusals_are_faults_and_not_tried_again() -> None:
    error, server = await fail(Script(refuse(400, "tools: expected a list")))
    assert (error.kind, len(server.requests)) == ("fault", 1)
    assert "expected a list" in str(error)


async def test_no_server_at_all_is_a_model_error() -> None:
    async with ScriptedServer(Script(say("Hello."))) as server:
        role = make_role(server)
    async with OpenAIChat(role, QUICK) as chat:
        with pytest.raises(ModelError):
            await chat.complete(REQUEST)


async def test_error_names_no_host() -> None:
    error, _server = await fail(Script(refuse(503, "busy")))
    assert "127.0.0.1" not in str(error)


async def test_requests_in_flight_are_bounded() -> None:
    now, most = 0, 0

    async def count(_body: dict[str, Any]) -> Answer:
        nonlocal now, most
        now += 1
        most = max(most, now)
        await asyncio.sleep(0.02)
        now -= 1
        return say("Hello.")

    async with ScriptedServer(count) as server, connect(server, in_flight=3) as chat:
        await asyncio.gather(*(chat.complete(REQUEST) for _ in range(12)))
    assert most == 3


async def test_key_is_sent_and_shown_nowhere(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("SOME_SERVER_SECRET", "sk-very-secret-7")
    caplog.set_level("DEBUG")
    echo = refuse(401, "Incorrect API key provided: sk-very-secret-7")
    async with ScriptedServer(Script(echo)) as server:
        role = make_role(server, api_key_env="SOME_SERVER_SECRET")
        async with OpenAIChat(role, QUICK) as chat:
            with pytest.raises(ModelError) as caught:
                await chat.complete(REQUEST)
            shown = [repr(chat), str(chat), str(caught.value), repr(caught.value)]
    assert server.headers[0]["authorization"] == "Bearer sk-very-secret-7"
    assert [text for text in (*shown, caplog.text) if "sk-very-secret-7" in text] == []


async def test_no_key_is_sent_as_none() -> None:
    _reply, server = await ask(Script(say("Hello.")))
    assert server.headers[0]["authorization"] == "Bearer none"


async def test_missing_key_names_the_variable() -> None:
    async with ScriptedServer(Script(say("Hello."))) as server:
        with pytest.raises(ConfigError, match="UNSET_SECRET"):
            OpenAIChat(make_role(server, api_key_env="UNSET_SECRET"))


async def test_half_an_emoji_sent_back_is_cleaned() -> None:
    body = json.dumps(say("caf\u00e9 \ud83d"))
    reply, _server = await ask(Script((200, {"Content-Type": "application/json"}, body)))
    assert reply.text == "caf\u00e9 \ufffd"


def test_endpoint_shows_no_password() -> None:
    assert name_endpoint("http://me:pw@host:80/v1?key=x") == "http://host:80/v1"
