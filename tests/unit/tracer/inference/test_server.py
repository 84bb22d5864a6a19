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
