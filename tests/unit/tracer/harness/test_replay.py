from schemas.config import RolloutConfig
from schemas.message import Message, Role
from tests.support.scripted import ScriptedAgent, ask_and_stop, make_call, say
from tests.support.small_world import BASE, TOOLS, open_world
from tracer.harness.episode import run_episode
from tracer.harness.parties import AgentReply
from tracer.harness.replay import Replayed, replay_messages

CALLS = (
    make_call("write_note", '{"text":"new"}'),
    make_call("read_note", ""),
    make_call("fly", "{}"),
    make_call("write_note", "{"),
)


async def record() -> tuple[list[Message], str]:
    world = open_world()
    agent = ScriptedAgent([AgentReply(calls=CALLS), say("Done."), say("Bye.")])
    log, _, _ = await run_episode(agent, ask_and_stop(), world, "Policy.", RolloutConfig())
    return log.messages, world.state.digest()


def alter(messages: list[Message], place: int, content: str) -> list[Message]:
    changed = messages[place].model_copy(update={"content": content})
    return [*messages[:place], changed, *messages[place + 1 :]]


async def test_recorded_conversation_replays_to_the_same_end() -> None:
    messages, digest = await record()
    assert replay_messages(TOOLS, BASE, messages) == Replayed(digest, "")


async def test_altered_result_is_shown_as_a_difference() -> None:
    messages, digest = await record()
    assert messages[4].role is Role.TOOL
    replayed = replay_messages(TOOLS, BASE, alter(messages, 4, '{"text": "newer"}'))
    assert replayed == Replayed(digest, 'call_1 read_note: {"text": "new"}')


async def test_first_of_several_differences_is_shown() -> None:
    messages, _ = await record()
    altered = alter(alter(messages, 3, "one"), 4, "two")
    assert replay_messages(TOOLS, BASE, altered).difference.startswith("call_0 write_note")


async def test_missing_result_is_a_difference() -> None:
    messages, _ = await record()
    replayed = replay_messages(TOOLS, BASE, [*messages[:4], *messages[5:]])
    assert replayed.difference.startswith("call_1 read_note")


async def test_dropped_write_ends_in_another_state() -> None:
    messages, digest = await record()
    assert replay_messages(TOOLS, BASE, messages[:2]).final_digest != digest


def test_conversation_without_calls_changes_nothing() -> None:
    hello = [Message(role=Role.USER, content="Hello.")]
    assert replay_messages(TOOLS, BASE, hello) == Replayed(open_world().state.digest(), "")
