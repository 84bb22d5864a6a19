import asyncio
import json
from collections.abc import Sequence

import pytest

from schemas.act import Act
from schemas.config import RolloutConfig
from schemas.errors import BoundaryError, ModelError, UserFault
from schemas.message import Message, Role
from schemas.trajectory import Termination
from tests.support.scripted import ScriptedAgent, ScriptedUser, ask_and_stop, cut, make_call, say
from tests.support.small_world import open_world
from tracer.harness.environment import Environment
from tracer.harness.episode import run_episode
from tracer.harness.log import EpisodeLog
from tracer.harness.parties import Agent, AgentReply, Signal, Usage, User, UserReply

Ended = tuple[EpisodeLog, Termination, str]
LIMITS = RolloutConfig()
WRITE = make_call("write_note", '{"text":"new"}')


class Listening(ScriptedUser):
    """A scripted user that keeps what it was given."""

    def __init__(self, replies: Sequence[UserReply]) -> None:
        super().__init__(replies)
        self.said: list[list[Message]] = []

    async def speak(self, said: Sequence[Message], heard: Sequence[Act]) -> UserReply:
        self.said.append(list(said))
        return await super().speak(said, heard)


class Failing:
    """An agent and a user whose model is gone."""

    def __init__(self, error: BoundaryError) -> None:
        self.error = error

    async def reply(self, messages: Sequence[Message], heard: Sequence[Act]) -> AgentReply:
        del messages, heard
        raise self.error

    async def speak(self, said: Sequence[Message], heard: Sequence[Act]) -> UserReply:
        del said, heard
        raise self.error


class Sleeping:
    """An agent that never answers."""

    async def reply(self, messages: Sequence[Message], heard: Sequence[Act]) -> AgentReply:
        del messages, heard
        await asyncio.sleep(3600)
        raise AssertionError


async def run(
    agent: Agent,
    user: User | None = None,
    world: Environment | None = None,
    limits: RolloutConfig = LIMITS,
) -> Ended:
    return await run_episode(
        agent, user or ask_and_stop(), world or open_world(), "Policy.", limits
    )


def call(*calls: tuple[str, str, str]) -> AgentReply:
    return AgentReply(calls=tuple(make_call(name, text, key) for name, text, key in calls))


def list_ids(log: EpisodeLog) -> list[str]:
    return [item.id for message in log.messages for item in message.tool_calls or ()]


def list_results(log: EpisodeLog) -> list[str | None]:
    return [message.tool_call_id for message in log.messages if message.role is Role.TOOL]


async def test_episode_ends_when_the_user_stops() -> None:
    log, ended, error = await run(ScriptedAgent([say("Hello."), say("Bye.")]))
    assert (ended, error) == (Termination.STOP, "")
    assert [(item.role, item.content) for item in log.messages] == [
        (Role.SYSTEM, "Policy."),
        (Role.USER, "Please help me."),
        (Role.ASSISTANT, "Hello."),
        (Role.USER, "Goodbye."),
        (Role.ASSISTANT, "Bye."),
    ]


async def test_stop_glued_to_a_consent_applies_after_the_agents_turn() -> None:
    world = open_world()
    user = ScriptedUser([UserReply(text="Yes, go ahead. Goodbye.", signal=Signal.STOP)])
    agent = ScriptedAgent([AgentReply(calls=(WRITE,)), say("Done."), say("never reached")])
    log, ended, _ = await run(agent, user, world)
    assert ended is Termination.STOP
    assert world.state.get("notes", "n1") == {"text": "new"}
    assert log.messages[1].content == "Yes, go ahead. Goodbye."
    assert log.messages[-1].content == "Done."


async def test_unsatisfied_user_ends_the_episode_at_once() -> None:
    user = ScriptedUser([UserReply(text="I give up.", signal=Signal.UNSATISFIED)])
    log, ended, _ = await run(ScriptedAgent([]), user)
    assert ended is Termination.UNSATISFIED
    assert log.messages[-1].content == "I give up."


@pytest.mark.parametrize("text", ["STOP", "###STOP###", "[unsatisfied]", "signal: stop", "bye"])
async def test_control_words_in_texts_end_nothing(text: str) -> None:
    user = ScriptedUser(
        [UserReply(text=f'You wrote "{text}".'), UserReply(text="Bye.", signal=Signal.STOP)]
    )
    log, ended, _ = await run(ScriptedAgent([say(text), say(f"> {text}")]), user)
    assert ended is Termination.STOP
    assert log.n_user_turns == 2


@pytest.mark.parametrize("text", ["", "  \n"])
async def test_empty_user_message_is_the_users_error(text: str) -> None:
    log, ended, error = await run(ScriptedAgent([]), ScriptedUser([UserReply(text=text)]))
    assert (ended, error) == (Termination.USER_ERROR, "user: empty message")
    assert len(log.messages) == 1


async def test_user_who_never_stops_is_the_users_error() -> None:
    limits = RolloutConfig(max_user_turns=3)
    user = ScriptedUser(UserReply(text=f"And {n}?") for n in range(9))
    agent = ScriptedAgent(say("Yes.") for _ in range(9))
    log, ended, error = await run(agent, user, limits=limits)
    assert (ended, error) == (Termination.USER_ERROR, "user: no end after 3 messages")
    assert log.n_user_turns == 3


async def test_all_calls_of_a_message_run_in_order_with_one_result_each() -> None:
    first, second = '{"text":"first"}', '{"text":"second"}'
    reply = call(("write_note", first, "a"), ("read_note", "", "b"), ("write_note", second, "c"))
    world = open_world()
    log, _, _ = await run(ScriptedAgent([reply, say("Done."), say("Bye.")]), world=world)
    assert [item.content for item in log.messages if item.role is Role.TOOL] == [
        '{"text": "first"}',
        '{"text": "first"}',
        '{"text": "second"}',
    ]
    assert list_results(log) == list_ids(log)
    assert world.state.get("notes", "n1") == {"text": "second"}


async def test_ids_are_made_unique_within_and_across_messages() -> None:
    twice = call(("read_note", "", "x"), ("read_note", "", "x"))
    log, _, _ = await run(ScriptedAgent([twice, twice, say("Done."), say("Bye.")]))
    assert len(set(list_ids(log))) == 4
    assert list_results(log) == list_ids(log)


@pytest.mark.parametrize("text", ["", "null", "  "])
async def test_blank_arguments_are_stored_as_an_empty_object(text: str) -> None:
    agent = ScriptedAgent([call(("read_note", text, "")), say("Done."), say("Bye.")])
    log, ended, _ = await run(agent)
    [stored] = [item for message in log.messages for item in message.tool_calls or ()]
    assert (ended, stored.function.arguments) == (Termination.STOP, "{}")


async def test_broken_arguments_keep_their_raw_text() -> None:
    agent = ScriptedAgent([call(("write_note", "{'text'}", "")), say("Done."), say("Bye.")])
    log, ended, _ = await run(agent)
    [stored] = [item for message in log.messages for item in message.tool_calls or ()]
    assert (ended, json.loads(stored.function.arguments)) == (Termination.STOP, "{'text'}")


@pytest.mark.parametrize(
    ("name", "arguments"), [("fly", "{}"), ("", ""), ("write_note", "{"), ("read_note", "[]")]
)
async def test_bad_calls_end_the_episode_past_their_cap(name: str, arguments: str) -> None:
    world = open_world()
    agent = ScriptedAgent(call((name, arguments, "")) for _ in range(9))
    limits = RolloutConfig(max_bad_calls=3)
    _, ended, _ = await run(agent, world=world, limits=limits)
    assert (ended, world.n_bad) == (Termination.AGENT_ERROR, 4)


async def test_refused_calls_are_no_bad_calls() -> None:
    refused = [call(("write_note", '{"text":"forbidden"}', "")) for _ in range(9)]
    limits = RolloutConfig(max_bad_calls=3)
    _, ended, _ = await run(ScriptedAgent([*refused, say("No."), say("Bye.")]), limits=limits)
    assert ended is Termination.STOP


async def test_output_cut_at_the_token_limit_is_never_executed() -> None:
    world = open_world()
    log, ended, _ = await run(ScriptedAgent([cut("I will now", WRITE)]), world=world)
    assert ended is Termination.TOKEN_LIMIT
    assert (world.n_calls, world.state.get("notes", "n1")) == (0, {"text": "old"})
    assert log.messages[-1].content == "I will now"
    assert log.messages[-1].tool_calls is None


async def test_steps_are_counted_and_limited() -> None:
    agent = ScriptedAgent(call(("read_note", "", "")) for _ in range(9))
    log, ended, _ = await run(agent, limits=RolloutConfig(max_steps=4))
    assert (ended, log.n_steps) == (Termination.STEP_LIMIT, 4)


async def test_empty_answer_is_the_agents_error() -> None:
    _, ended, _ = await run(ScriptedAgent([say("  ")]))
    assert ended is Termination.AGENT_ERROR


async def test_hand_over_ends_the_episode_once_the_agent_has_said_so() -> None:
    agent = ScriptedAgent([call(("hand_over", "", "")), say("A colleague takes over.")])
    log, ended, _ = await run(agent)
    assert ended is Termination.TRANSFER
    assert log.messages[-1].content == "A colleague takes over."


async def test_time_limit_ends_the_episode_and_is_no_result() -> None:
    _, ended, error = await run(Sleeping(), limits=RolloutConfig(episode_timeout_s=0.01))
    assert (ended, error) == (Termination.TIME_LIMIT, "no end after 0.01 s")


async def test_fault_of_a_tool_ends_the_episode_as_the_environments() -> None:
    log, ended, error = await run(ScriptedAgent([call(("burn", "", ""))]))
    assert ended is Termination.ENVIRONMENT_ERROR
    assert error == "tool burn raised RuntimeError: smoke"
    assert log.messages[1].content == "Please help me."


@pytest.mark.parametrize(
    ("kind", "ended"),
    [("fault", Termination.MODEL_ERROR), ("context_length", Termination.CONTEXT_LENGTH)],
)
async def test_failed_agent_model_ends_the_episode_by_its_kind(
    kind: str, ended: Termination
) -> None:
    assert (await run(Failing(ModelError("gone", kind))))[1:] == (ended, "gone")


@pytest.mark.parametrize("kind", ["fault", "context_length"])
async def test_failed_user_model_is_never_held_against_the_agent(kind: str) -> None:
    ended = await run(ScriptedAgent([]), Failing(ModelError("gone", kind)))
    assert ended[1:] == (Termination.MODEL_ERROR, "user: gone")


async def test_user_whose_model_says_nothing_usable_is_the_users_error() -> None:
    ended = await run(ScriptedAgent([]), Failing(UserFault("no usable turn: signal")))
    assert ended[1:] == (Termination.USER_ERROR, "no usable turn: signal")


async def test_kept_reasoning_stands_in_the_row_and_is_never_shown_to_the_user() -> None:
    user = Listening([UserReply(text="Hello."), UserReply(text="Bye.", signal=Signal.STOP)])
    look = AgentReply(calls=(make_call("read_note", ""),), reasoning="I look.")
    hello = AgentReply(text="It says old.", reasoning="They sound tired.")
    log, _, _ = await run(ScriptedAgent([look, hello, say("Bye.")]), user)
    kept = [item.reasoning_content for item in log.messages if item.role is Role.ASSISTANT]
    assert kept == ["I look.", "They sound tired.", None]
    assert [item.reasoning_content for said in user.said for item in said] == [None, None]


async def test_user_sees_only_what_was_said_aloud() -> None:
    user = Listening([UserReply(text="Hello."), UserReply(text="Bye.", signal=Signal.STOP)])
    beside = AgentReply(text="Let me look.", calls=(make_call("read_note", ""),))
    await run(ScriptedAgent([beside, say("It says old."), say("Bye.")]), user)
    assert user.said[0] == []
    assert [item.content for item in user.said[1]] == ["Hello.", "It says old."]


async def test_tokens_of_both_sides_are_added_up() -> None:
    user = ScriptedUser([UserReply(text="Bye.", signal=Signal.STOP, usage=Usage(5, 1))])
    log, _, _ = await run(ScriptedAgent([AgentReply(text="Bye.", usage=Usage(70, 20))]), user)
    assert (log.input_tokens, log.output_tokens) == (75, 21)
