"""The rule agent is told nothing private: a marker planted in the task never reaches it."""

import inspect
import json
from collections.abc import Sequence
from typing import get_type_hints

import pytest

from schemas.act import Act
from schemas.message import Message
from schemas.task import Task
from tasks.rollout.cast import cast_desk
from tests.support.rule_play import DOMAIN, list_tasks, play
from tracer.harness.agents.desk import DeskAgent
from tracer.harness.parties import Agent, AgentReply

MARKER = "cn-7f3a-marker"
N_TASKS, SEEDS = 12, (1, 2)


class Recorder:
    """Hands everything on to an agent and keeps what it was given."""

    def __init__(self, agent: Agent) -> None:
        self.agent = agent
        self.given: list[str] = []

    async def reply(self, messages: Sequence[Message], heard: Sequence[Act]) -> AgentReply:
        parts = [*(item.model_dump_json() for item in messages), *(repr(act) for act in heard)]
        self.given.append("\n".join(parts))
        return await self.agent.reply(messages, heard)


def plant(task: Task) -> Task:
    """Return the task with the marker in everything that only its judges may know."""
    actions = [
        action.model_copy(
            update={
                "arguments": json.dumps({"marker": MARKER}),
                "result": json.dumps(MARKER),
                "tool": MARKER,
            }
        )
        for action in task.actions
    ]
    story = task.story.model_copy(update={"who": MARKER, "why": MARKER, "stake": MARKER})
    facts = [fact.model_copy(update={"text": MARKER}) for fact in task.facts]
    changes = {
        "actions": actions,
        "walks": [[MARKER]],
        "instruction": MARKER,
        "preferences": [MARKER],
        "story": story,
        "facts": facts,
        "customer_id": MARKER,
    }
    return task.model_copy(update=changes)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("flawless_rate", [0.0, 1.0])
async def test_nothing_private_reaches_the_rule_agent(seed: int, flawless_rate: float) -> None:
    for place, (task, feeling) in enumerate(list_tasks(N_TASKS, seed)):
        recorder = Recorder(cast_desk(DOMAIN, place, flawless_rate))
        hidden = feeling.model_copy(update={"text": MARKER, "direction": MARKER})
        played = await play(plant(task), hidden, place, agent=recorder)
        assert recorder.given
        assert not any(MARKER in given for given in recorder.given), task.walks
        assert not any(MARKER in item.content for item in played.log.messages), task.walks
        assert MARKER not in repr(recorder.agent)


async def test_marker_in_what_a_customer_says_would_be_seen() -> None:
    task, feeling = list_tasks(N_TASKS, 1)[0]
    slots = [
        [slot.model_copy(update={"value": MARKER}) for slot in fact.slots] for fact in task.facts
    ]
    facts = [
        fact.model_copy(update={"slots": values})
        for fact, values in zip(task.facts, slots, strict=True)
    ]
    recorder = Recorder(cast_desk(DOMAIN, 0, 1.0))
    await play(task.model_copy(update={"facts": facts}), feeling, 0, agent=recorder)
    assert any(MARKER in given for given in recorder.given)


@pytest.mark.parametrize("maker", [cast_desk, DeskAgent, DeskAgent.reply])
def test_making_and_asking_the_rule_agent_takes_no_task(maker: object) -> None:
    hints = get_type_hints(maker.__init__ if inspect.isclass(maker) else maker)
    assert not any(Task.__name__ in repr(hint) for hint in hints.values())
