"""Conversations written as ReAct by the real agent, read back by the rehearsal."""

import json
from typing import Any

from schemas.message import FunctionCall, Message, Role, ToolCall
from tests.support.chats import ROLE, ScriptedChat
from tests.support.library import MEMBER, POLICY, TOOLS
from tracer.harness.agents.react import ReactAgent
from tracer.harness.agents.step import parse_step
from tracer.inference.rehearsal.desk import Step
from tracer.inference.rehearsal.model import RehearsalModel
from tracer.inference.rehearsal.react import read_react, write_text

ARGUMENTS = '{"email": "ada@example.org"}'
CALL = ToolCall(id="call_0", function=FunctionCall(name="find_member_account", arguments=ARGUMENTS))
HISTORY = [
    Message(role=Role.SYSTEM, content=POLICY),
    Message(role=Role.USER, content="Hello. I want to renew a loan."),
    Message(role=Role.ASSISTANT, content="What is your email?"),
    Message(role=Role.USER, content="It is\nada@example.org."),
    Message(role=Role.ASSISTANT, content="", tool_calls=[CALL]),
    Message(role=Role.TOOL, content='{"member_id": "mem-12345"}', tool_call_id="call_0"),
]


def write_history() -> list[dict[str, Any]]:
    agent = ReactAgent(ScriptedChat(), replace_role(), TOOLS, seed=1, episode="ep")
    return [dict(message) for message in agent.make_request(HISTORY).messages]


def replace_role() -> Any:
    return ROLE.model_copy(update={"tool_format": "react"})


def test_history_reads_as_it_was_before_it_was_written() -> None:
    messages, tools = read_react(write_history())
    assert tools == TOOLS
    assert [message["role"] for message in messages] == [
        "system",
        "user",
        "assistant",
        "user",
        "assistant",
        "tool",
    ]
    assert messages[3]["content"] == "It is\nada@example.org."
    (call,) = messages[4]["tool_calls"]
    assert json.loads(call["function"]["arguments"]) == json.loads(ARGUMENTS)
    assert messages[5]["tool_call_id"] == call["id"]
    assert json.loads(messages[5]["content"]) == {"member_id": "mem-12345"}


def test_rehearsal_goes_on_in_the_form_it_was_shown() -> None:
    reply = RehearsalModel()({"messages": write_history()})["choices"][0]["message"]
    step = parse_step(reply["content"])
    assert [call.function.name for call in step.calls] == ["get_member"]
    assert json.loads(step.calls[0].function.arguments) == {"member_id": MEMBER["member_id"]}


def test_text_is_written_as_an_answer() -> None:
    step = parse_step(write_text(Step("Hello there."))["content"])
    assert (step.answer, step.calls) == ("Hello there.", ())
