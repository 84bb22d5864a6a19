import pytest
from aiohttp import ClientPayloadError, ClientSession
from openai import AsyncOpenAI

from tracer.inference.server import ScriptedServer, say


async def test_models_are_listed_and_calls_come_back() -> None:
    calls = (("look", '{"id": 1}'), ("look", '{"id": 2}'))
    async with (
        ScriptedServer(lambda _body: say("", *calls), models=("tiny",)) as server,
        AsyncOpenAI(api_key="none", base_url=server.base_url) as client,
    ):
        names = [model.id async for model in client.models.list()]
        answer = await client.chat.completions.create(model="tiny", messages=[])
    assert names == ["tiny"]
    made = answer.choices[0].message.tool_calls or []
    assert [call.id for call in made] == ["made-0", "made-1"]
    assert answer.choices[0].finish_reason == "tool_calls"


async def test_only_the_loopback_is_bound() -> None:
    async with ScriptedServer(lambda _body: say("")) as server:
        assert server.base_url.startswith("http://127.0.0.1:")


async def test_further_pages_and_the_longest_context_are_shown() -> None:
    page = (200, {"Content-Type": "text/plain"}, "well")
    server = ScriptedServer(lambda _body: say(""), pages={"/health": lambda: page}, max_model_len=9)
    async with server, ClientSession() as session:
        root = server.base_url.removesuffix("/v1")
        async with session.get(f"{root}/health") as answer:
            assert await answer.text() == "well"
        async with session.get(f"{server.base_url}/models") as answer:
            assert (await answer.json())["data"][0]["max_model_len"] == 9


async def test_bytes_are_sent_as_they_are_before_the_connection_is_cut() -> None:
    cut = b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf"
    async with ScriptedServer(lambda _body: cut) as server, ClientSession() as session:
        with pytest.raises(ClientPayloadError):
            async with session.post(f"{server.base_url}/chat/completions", data=b"{}") as answer:
                await answer.read()


async def test_server_that_keeps_nothing_keeps_no_request() -> None:
    server = ScriptedServer(lambda _body: say("x"), is_keeping=False)
    async with (
        server,
        ClientSession() as session,
        session.post(f"{server.base_url}/chat/completions", data=b"{}") as answer,
    ):
        assert answer.status == 200
    assert (server.requests, server.headers) == ([], [])
