import json
from typing import Any

import pytest

from schemas.config import RoleConfig
from schemas.message import FunctionCall, Message, Role, ToolCall
from tests.support.chats import ROLE, ScriptedChat, make_calls
from tracer.harness.agents.model import ModelAgent, encode_message, mend_arguments
from tracer.harness.parties import Finish, Usage
from tracer.inference.chat import ChatReply, ChatRequest

POLICY = Message(role=Role.SYSTEM, content="Policy.")
HELLO = Message(role=Role.USER, content="Hello.")
TOOLS: list[dict[str, Any]] = [{"type": "function", "function": {"name": "look", "parameters": {}}}]


def make_agent(chat: ScriptedChat, seed: int = 7, role: RoleConfig = ROLE) -> ModelAgent:
    return ModelAgent(chat, role, TOOLS, seed=seed, episode="ep")


def call_with(arguments: str) -> Message:
    call = ToolCall(id="call_0", function=FunctionCall(name="look", arguments=arguments))
    return Message(role=Role.ASSISTANT, content="", tool_calls=[call])


async def get_requests(*histories: list[Message], seed: int = 7) -> list[ChatRequest]:
    chat = ScriptedChat(*("Hi." for _ in histories))
    agent = make_agent(chat, seed)
    for history in histories:
        await agent.reply(history, [])
    return chat.requests


async def test_request_holds_policy_tools_and_sampling() -> None:
    [request] = await get_requests([POLICY, HELLO])
    assert request.messages == [
        {"role": "system", "content": "Policy."},
        {"role": "user", "content": "Hello."},
    ]
    assert (request.tools, request.temperature, request.max_tokens) == (TOOLS, 0.5, 64)


async def test_history_is_only_appended_to() -> None:
    said = Message(role=Role.ASSISTANT, content="Hi.")
    first, second = await get_requests([POLICY, HELLO], [POLICY, HELLO, said, HELLO])
    assert list(second.messages)[:2] == list(first.messages)


async def test_every_step_has_a_seed_and_a_name_of_its_own() -> None:
    first, second = await get_requests([POLICY, HELLO], [POLICY, HELLO])
    assert first.seed != second.seed
    assert first.call != second.call


async def test_requests_follow_from_the_seed() -> None:
    assert await get_requests([POLICY]) == await get_requests([POLICY])
    assert await get_requests([POLICY]) != await get_requests([POLICY], seed=8)


async def test_calls_and_usage_are_handed_over() -> None:
    chat = ScriptedChat(make_calls(("look", "{}"), ("look", "")))
    reply = await make_agent(chat).reply([POLICY, HELLO], [])
    assert [call.function.arguments for call in reply.calls] == ["{}", ""]
    chat = ScriptedChat(ChatReply(text="Hi.", input_tokens=5, output_tokens=2))
    assert (await make_agent(chat).reply([POLICY], [])).usage == Usage(5, 2)


async def test_output_cut_off_is_marked() -> None:
    chat = ScriptedChat(ChatReply(text="I will now", finish="length"))
    assert (await make_agent(chat).reply([POLICY, HELLO], [])).finish is Finish.LENGTH


async def test_private_reasoning_stays_behind_unless_rows_keep_it() -> None:
    output = ChatReply(text="Hi.", reasoning="They sound tired.")
    assert "tired" not in str(await make_agent(ScriptedChat(output)).reply([POLICY, HELLO], []))
    keeps = ROLE.model_copy(update={"keep_reasoning": True})
    reply = await make_agent(ScriptedChat(output), role=keeps).reply([POLICY, HELLO], [])
    assert (reply.text, reply.reasoning) == ("Hi.", "They sound tired.")


async def test_kept_reasoning_is_never_sent() -> None:
    said = Message(role=Role.ASSISTANT, content="Hi.", reasoning_content="They sound tired.")
    asked = call_with("{}").model_copy(update={"reasoning_content": "They sound tired."})
    [request] = await get_requests([POLICY, HELLO, said, HELLO, asked])
    assert "tired" not in str(request.encode())


async def test_strict_tools_are_sent_strict_and_stay_what_they_were() -> None:
    chat = ScriptedChat("Hi.")
    strict = ROLE.model_copy(update={"strict_tools": True, "tool_choice": "required"})
    await make_agent(chat, role=strict).reply([POLICY, HELLO], [])
    body = chat.requests[0].encode()
    assert body["tools"][0]["function"]["strict"] is True
    assert body["tool_choice"] == "required"
    assert "strict" not in TOOLS[0]["function"]


def test_content_beside_calls_is_empty_and_not_null() -> None:
    assert encode_message(call_with("{}"))["content"] == ""


def test_tool_result_names_its_call() -> None:
    result = Message(role=Role.TOOL, content="{}", tool_call_id="call_0", name="look")
    assert encode_message(result) == {"role": "tool", "content": "{}", "tool_call_id": "call_0"}


@pytest.mark.parametrize(
    "text", ['{"n": 1}}', "{'n': 1}", "", "null", "[1]", '{"n": NaN}', "[" * 40_000]
)
def test_broken_arguments_are_sent_as_an_object_that_quotes_them(text: str) -> None:
    sent = encode_message(call_with(text))["tool_calls"][0]["function"]["arguments"]
    assert json.loads(sent) == {"not_a_json_object": text[:500]}


def test_sound_arguments_are_sent_letter_for_letter() -> None:
    assert mend_arguments('{"b": "café",  "a": 1}') == '{"b": "café",  "a": 1}'


def test_half_an_emoji_in_a_tool_result_can_be_sent() -> None:
    result = Message(role=Role.TOOL, content='"\ud83d"', tool_call_id="call_0", name="look")
    encode_message(result)["content"].encode()
