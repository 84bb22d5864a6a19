"""Faults of tool calls that systems of this kind have shown, a section for each.

A model's reply goes through the real agent, loop, environment and row. What a single part does with
the same faults stands with that part: arguments in test_environment.py, ids in test_episode.py,
histories in agents/test_model.py and agents/test_react.py, bodies of servers in
tests/unit/tracer/inference/test_completion.py. That a refused request is not sent again:
test_retry.py and test_client.py there. What becomes of such rows, of writes claimed but never made
and of markup in a text: tests/unit/tasks/filter/test_tool_call_faults.py.
"""

import json
import re
from typing import Any, NamedTuple

import pytest

from schemas.arrow import from_table, to_table
from schemas.config import RolloutConfig
from schemas.message import Message, Role, ToolCall
from schemas.trajectory import Termination, Trajectory
from tests.support.builders import make_trajectory
from tests.support.chats import ROLE, ScriptedChat, make_calls
from tests.support.scripted import ask_and_stop
from tests.support.small_world import TOOLS, open_world
from tracer.harness.agents.model import ModelAgent
from tracer.harness.environment import Environment
from tracer.harness.episode import run_episode
from tracer.harness.log import EpisodeLog
from tracer.harness.reward import Goal, score_episode
from tracer.inference.chat import ChatReply, ChatRequest
from tracer.inference.completion import parse_completion

BRACKETS = "[" * 40_000
BROKEN = {
    "a brace too many": '{"text":"new"}}',
    "two objects in a row": '{"text":"new"}{"text":"newer"}',
    "single quotes": "{'text':'new'}",
    "40 kB of brackets": BRACKETS,
    "cut in the middle": '{"text":"ne',
    "a list": '["new"]',
}
NEW = ("write_note", '{"text":"new"}')
NO_NAMES = ["fly", "", "respond", "finish", "write note", "functions.write_note", "x" * 500]
broken = pytest.mark.parametrize("text", BROKEN.values(), ids=BROKEN)


class Played(NamedTuple):
    log: EpisodeLog
    ended: Termination
    world: Environment
    requests: list[ChatRequest]

    @property
    def calls(self) -> list[ToolCall]:
        return [call for message in self.log.messages for call in message.tool_calls or ()]

    @property
    def results(self) -> list[Message]:
        return [message for message in self.log.messages if message.role is Role.TOOL]

    @property
    def errors(self) -> list[str]:
        return [json.loads(message.content)["error"] for message in self.results]

    @property
    def note(self) -> str:
        row = self.world.state.get("notes", "n1")
        assert row is not None
        return str(row["text"])

    def store(self) -> Trajectory:
        """Return the row of the episode as it is read back from a file."""
        row = make_trajectory(messages=self.log.messages, termination=self.ended)
        (stored,) = from_table(Trajectory, to_table(Trajectory, [row]))
        return stored


async def play(*replies: ChatReply | str, limits: RolloutConfig | None = None) -> Played:
    """Let a model's replies meet the world; it ends with two texts when nothing ended it before."""
    chat, world = ScriptedChat(*replies, "Done.", "Bye."), open_world()
    schemas = [tool.schema for tool in TOOLS.values()]
    desk = ModelAgent(chat, ROLE, schemas, seed=1, episode="ep")
    log, ended, _ = await run_episode(
        desk, ask_and_stop(), world, "Policy.", limits or RolloutConfig()
    )
    return Played(log, ended, world, chat.requests)


def answer_call(**function: Any) -> ChatReply:
    """Return what a server's body with one call is read as."""
    calls = [{"id": "a", "function": {"name": "read_note", **function}}]
    body = {"choices": [{"message": {"content": None, "tool_calls": calls}}]}
    return parse_completion(json.dumps(body))


# A call without arguments.


@pytest.mark.parametrize("sent", ["", None, "null", " ", "\n\t", {}])
async def test_call_without_arguments_is_run_and_stored_as_an_empty_object(sent: object) -> None:
    played = await play(answer_call(arguments=sent))
    assert played.ended is Termination.STOP
    assert [result.content for result in played.results] == ['{"text": "old"}']
    assert [call.function.arguments for call in played.calls] == ["{}"]
    assert played.world.n_bad == 0


async def test_call_whose_arguments_are_missing_is_run() -> None:
    played = await play(answer_call())
    assert [call.function.arguments for call in played.calls] == ["{}"]
    assert played.world.n_refused == 0


# Arguments that are no JSON object.


@broken
async def test_broken_arguments_are_a_typed_result_to_the_agent(text: str) -> None:
    played = await play(make_calls(("write_note", text)))
    assert played.errors[0].startswith("bad arguments for write_note: ")
    assert (played.note, played.world.n_bad) == ("old", 1)
    assert played.requests[1].messages[-1]["content"] == played.results[0].content


@broken
async def test_raw_text_of_broken_arguments_is_kept_in_the_row(text: str) -> None:
    played = await play(make_calls(("write_note", text)))
    (call,) = [call for message in played.store().messages for call in message.tool_calls or ()]
    kept = json.loads(call.function.arguments)
    assert text in (kept, call.function.arguments)


@broken
async def test_broken_arguments_are_tried_a_bounded_number_of_times(text: str) -> None:
    replies = [make_calls(("write_note", text))] * 20
    played = await play(*replies, limits=RolloutConfig(max_bad_calls=5))
    assert (played.ended, played.world.n_bad, len(played.requests)) == (
        Termination.AGENT_ERROR,
        6,
        6,
    )


async def test_agent_that_mends_its_call_goes_on() -> None:
    played = await play(make_calls(("write_note", "{'text'}")), make_calls(NEW))
    assert (played.ended, played.note) == (Termination.STOP, "new")


# The history that is sent again.


@broken
async def test_broken_call_is_made_valid_before_the_history_is_sent_again(text: str) -> None:
    played = await play(make_calls(("write_note", text)), make_calls(NEW))
    for request in played.requests[1:]:
        first = request.messages[2]["tool_calls"][0]["function"]
        assert isinstance(json.loads(first["arguments"]), dict)
        assert len(first["arguments"]) < 1_200
    assert played.ended is Termination.STOP


@pytest.mark.parametrize("name", NO_NAMES)
async def test_name_that_a_server_would_refuse_is_mended_before_it_is_sent_again(name: str) -> None:
    played = await play(make_calls((name, "{}")), make_calls(NEW))
    sent = [
        call["function"]["name"]
        for request in played.requests
        for message in request.messages
        for call in message.get("tool_calls", ())
    ]
    assert sent
    assert all(re.fullmatch(r"[A-Za-z0-9_-]{1,64}", item) for item in sent)
    assert played.calls[0].function.name == name


async def test_every_result_sent_answers_a_call_sent_before_it() -> None:
    played = await play(make_calls(("fly", "{"), ("", ""), NEW), make_calls(NEW, NEW))
    for request in played.requests:
        open_calls: list[str] = []
        for message in request.messages:
            if message["role"] == "tool":
                assert message["tool_call_id"] == open_calls.pop(0)
            else:
                assert open_calls == []
            open_calls += [call["id"] for call in message.get("tool_calls", ())]
        assert open_calls == []


# Several calls in one message.


async def test_three_calls_of_one_message_all_run_in_order_with_one_result_each() -> None:
    later = ("write_note", '{"text":"later"}')
    played = await play(make_calls(NEW, ("read_note", ""), later))
    assert [json.loads(result.content)["text"] for result in played.results] == [
        "new",
        "new",
        "later",
    ]
    assert [result.tool_call_id for result in played.results] == [call.id for call in played.calls]
    assert (played.note, played.world.n_calls) == ("later", 3)


async def test_ids_that_repeat_within_and_across_messages_are_made_unique() -> None:
    three = make_calls(NEW, ("read_note", ""), NEW)
    played = await play(three, three)
    assert len({call.id for call in played.calls}) == 6
    assert [result.tool_call_id for result in played.results] == [call.id for call in played.calls]


async def test_all_calls_of_a_message_are_kept_in_the_row() -> None:
    calls = [NEW, ("read_note", "{}"), ("fly", '{"to":"Rome"}'), ("write_note", "{}")]
    stored = (await play(make_calls(*calls))).store()
    (message,) = [message for message in stored.messages if message.tool_calls]
    kept = [(call.function.name, call.function.arguments) for call in message.tool_calls or ()]
    assert kept == calls
    results = [message.tool_call_id for message in stored.messages if message.role is Role.TOOL]
    assert results == [call.id for call in message.tool_calls or ()]


async def test_bad_call_stops_none_of_those_beside_it() -> None:
    played = await play(make_calls(("fly", "{}"), NEW))
    assert (played.note, len(played.results)) == ("new", 2)


# A tool that is not there.


@pytest.mark.parametrize("name", NO_NAMES)
async def test_invented_reserved_or_empty_name_is_told_the_real_tools(name: str) -> None:
    played = await play(make_calls((name, "{}")))
    assert played.errors == [
        f"unknown tool {name!r}; the tools are: read_note, write_note, burn, hand_over"
    ]
    assert played.world.n_bad == 1
    assert played.ended is Termination.STOP


@pytest.mark.parametrize("name", NO_NAMES)
async def test_unknown_tools_are_counted_and_a_cap_ends_the_episode(name: str) -> None:
    replies = [make_calls((name, "{}"), (name, "{}"))] * 9
    played = await play(*replies, limits=RolloutConfig(max_bad_calls=3))
    assert (played.ended, played.world.n_bad) == (Termination.AGENT_ERROR, 4)
    score = score_episode(played.ended, "d", Goal("d"), played.log.messages)
    assert score.reward == 0.0


# Output cut at the token limit.


@pytest.mark.parametrize("arguments", ['{"text":"ne', '{"text":"new"}'], ids=["half", "whole"])
async def test_call_in_an_output_cut_at_the_limit_is_never_executed(arguments: str) -> None:
    cut = make_calls(("write_note", arguments)).model_copy(
        update={"finish": "length", "text": "I will"}
    )
    played = await play(cut)
    assert (played.ended, played.world.n_calls, played.note) == (Termination.TOKEN_LIMIT, 0, "old")
    assert played.calls == []
    assert score_episode(played.ended, "d", Goal("d"), played.log.messages).reward == 0.0
