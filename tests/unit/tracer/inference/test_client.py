import asyncio
import json
from dataclasses import replace
from typing import Any

import pytest

from schemas.errors import ModelError
from tests.support.asking import QUICK, REQUEST, Script, ask, connect, fail, make_role
from tracer.inference.client import OpenAIChat
from tracer.inference.endpoint import Endpoint
from tracer.inference.server import Answer, ScriptedServer, refuse, say

TOO_LONG = "This model's maximum context length is 8192 tokens. However, you requested 9000 tokens."


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
    assert (error.kind, error.n_retries, len(server.requests)) == ("fault", 2, 3)


async def test_call_that_failed_for_good_leaves_a_warning_that_names_the_server(
    caplog: pytest.LogCaptureFixture,
) -> None:
    error, _server = await fail(Script(refuse(400, "tools: expected a list")))
    (record,) = caplog.records
    assert record.levelname == "WARNING"
    assert record.getMessage().startswith("server http://127.0.0.1:")
    assert record.getMessage().endswith(f"/v1: call failed: {error}")


async def test_prompt_that_is_too_long_is_no_fault_of_the_server(
    caplog: pytest.LogCaptureFixture,
) -> None:
    error, _server = await fail(Script(refuse(400, "prompt too long: maximum context length")))
    assert (error.kind, caplog.records) == ("context_length", [])


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
    async with OpenAIChat(role, QUICK, outage_s=0.05) as chat:
        with pytest.raises(ModelError, match=r"'m': server .*nobody ever.*connection refused$"):
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


async def test_half_an_emoji_sent_back_is_cleaned() -> None:
    body = json.dumps(say("caf\u00e9 \ud83d"))
    reply, _server = await ask(Script((200, {"Content-Type": "application/json"}, body)))
    assert reply.text == "caf\u00e9 \ufffd"


async def test_reply_says_who_answered() -> None:
    async with ScriptedServer(Script(say("Hello."))) as server, connect(server) as chat:
        reply = await chat.complete(REQUEST)
        assert reply.endpoint == server.base_url


def say_no_room(prompt: int) -> Answer:
    asked = f"{prompt + 1024} tokens ({prompt} in the messages, 1024 in the completion)"
    return refuse(400, f"This model's maximum context length is 8192 tokens. You requested {asked}")


async def test_answer_is_cut_to_the_room_the_server_has() -> None:
    cut = say("I will now", finish="length")
    reply, server = await ask(Script(say_no_room(8000), cut))
    assert [body["max_tokens"] for body in server.requests] == [1024, 192]
    assert (reply.is_cut_off, reply.n_retries) == (True, 1)


async def test_room_is_asked_for_once_only() -> None:
    error, server = await fail(Script(say_no_room(8000)))
    assert (error.kind, len(server.requests)) == ("context_length", 2)


async def test_no_room_is_a_prompt_too_long() -> None:
    error, server = await fail(Script(say_no_room(8180)))
    assert (error.kind, len(server.requests)) == ("context_length", 1)


async def test_busy_server_is_asked_again_for_the_smaller_answer_too() -> None:
    busy = refuse(429, "busy", retry_after="0")
    _reply, server = await ask(Script(say_no_room(8000), busy, say("Hello.")))
    assert [body["max_tokens"] for body in server.requests] == [1024, 192, 192]


async def test_strained_server_is_asked_less_at_once() -> None:
    busy = refuse(429, "busy", retry_after="0")
    async with ScriptedServer(Script(busy, say("Hello."))) as server:
        endpoint = Endpoint(server.base_url)
        await OpenAIChat(make_role(server), QUICK, endpoints=[endpoint]).complete(REQUEST)
        await endpoint.close()
    assert endpoint.limiter.limit == 32


async def test_half_an_emoji_in_a_history_is_sent() -> None:
    request = replace(REQUEST, messages=[{"role": "user", "content": "so \ud83d"}])
    async with ScriptedServer(Script(say("Hello."))) as server, connect(server) as chat:
        await chat.complete(request)
    assert server.requests[0]["messages"][0]["content"] == "so \ud83d"


@pytest.mark.parametrize("value", [float("nan"), {1, 2}, b"bytes"])
async def test_request_that_is_no_json_is_a_model_error(value: Any) -> None:
    async with ScriptedServer(Script(say("Hello."))) as server, connect(server) as chat:
        with pytest.raises(ModelError, match="request that is no JSON"):
            await chat.complete(replace(REQUEST, extra={"odd": value}))
    assert server.requests == []


async def test_server_that_has_gone_passes_its_episode_to_its_replica() -> None:
    async with ScriptedServer(Script(say("Here."))) as there:
        async with ScriptedServer(Script(say("Gone."))) as gone:
            role = make_role(gone, replicas=[there.base_url])
        async with OpenAIChat(role, QUICK, outage_s=0.0) as chat:
            for episode in "abcdef":
                reply = await chat.complete(replace(REQUEST, episode=episode))
                assert (reply.text, reply.endpoint) == ("Here.", there.base_url)


async def test_episode_keeps_to_one_of_the_replicas() -> None:
    async with (
        ScriptedServer(Script(say("Hello."))) as first,
        ScriptedServer(Script(say("Hello."))) as second,
        OpenAIChat(make_role(first, replicas=[second.base_url]), QUICK) as chat,
    ):
        answered = {
            episode: {
                (await chat.complete(replace(REQUEST, episode=episode))).endpoint for _ in range(3)
            }
            for episode in map(str, range(20))
        }
    assert {len(endpoints) for endpoints in answered.values()} == {1}
    assert min(len(first.requests), len(second.requests)) > 3


async def test_request_that_takes_its_server_down_each_time_is_given_up() -> None:
    async with ScriptedServer(Script(None)) as server:
        endpoint = Endpoint(server.base_url, beat_s=0.01)
        faults = ["gone", "", "gone", "", "gone", "", "gone", ""]

        async def probe() -> str:
            return faults.pop(0)

        endpoint.health._probe = probe
        chat = OpenAIChat(make_role(server), QUICK, outage_s=5.0, endpoints=[endpoint])
        with pytest.raises(ModelError, match="went away 4 times"):
            await chat.complete(REQUEST)
        await endpoint.close()
    assert len(server.requests) == 4
