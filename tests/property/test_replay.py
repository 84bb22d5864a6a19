"""Replay: the same calls over the same base come back the same, however often."""

import json

from schemas.message import FunctionCall, Message, Role, ToolCall
from schemas.task import Task
from tests.support.rule_play import DOMAIN, list_tasks, play
from tracer.domains.domain import load_domain
from tracer.harness.replay import Replayed, replay_messages

N_TASKS, SEEDS = 40, (1, 2)


def replay(messages: list[Message]) -> Replayed:
    domain = load_domain(DOMAIN)
    return replay_messages(domain.tools, domain.base, messages)


def write_reference(task: Task) -> list[Message]:
    """Return the conversation whose calls and results are those of the grounding."""
    messages: list[Message] = []
    for place, action in enumerate(task.actions):
        function = FunctionCall(name=action.tool, arguments=action.arguments)
        call = ToolCall(id=f"call_{place}", function=function)
        content = json.dumps(json.loads(action.result), ensure_ascii=False)
        messages += [
            Message(role=Role.ASSISTANT, content="", tool_calls=[call]),
            Message(role=Role.TOOL, content=content, tool_call_id=call.id, name=action.tool),
        ]
    return messages


async def test_episodes_replay_to_their_end_and_twice_the_same() -> None:
    for seed in SEEDS:
        for place, (task, feeling) in enumerate(list_tasks(N_TASKS, seed)):
            played = await play(task, feeling, place, 0.5)
            first, second = replay(played.log.messages), replay(played.log.messages)
            assert first == second
            assert first == Replayed(played.final_digest, ""), task.walks


def test_grounding_replays_to_the_recorded_digest() -> None:
    for seed in SEEDS:
        for task, _ in list_tasks(N_TASKS, seed):
            assert replay(write_reference(task)).final_digest == task.final_digest, task.walks
            assert replay([]).final_digest == task.start_digest


def test_reference_cut_before_its_write_ends_elsewhere() -> None:
    changing = [
        task for task, _ in list_tasks(N_TASKS, 1) if task.start_digest != task.final_digest
    ]
    assert changing
    for task in changing:
        states = [task.start_digest, *(action.state_digest for action in task.actions)]
        last = max(n for n in range(1, len(states)) if states[n] != states[n - 1])
        messages = write_reference(task)[: 2 * (last - 1)]
        assert replay(messages).final_digest == states[last - 1] != task.final_digest


async def test_one_episode_leaves_no_trace_in_the_next() -> None:
    base = load_domain(DOMAIN).start().digest()
    for place, (task, feeling) in enumerate(list_tasks(10, 1)):
        await play(task, feeling, place)
        assert load_domain(DOMAIN).start().digest() == base
