"""The canary: whole episodes of models in every domain, and all that either model was sent.

The reference actions, the customer's private side and its feeling never reach the agent's model; no
tool traffic reaches the customer's. The rule agent has a canary of its own:
tests/unit/tracer/harness/agents/test_canary.py.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import pytest

from bench.material import make_tasks
from flows.single import find_single
from schemas.config import RunConfig
from schemas.feeling import Feeling
from schemas.identity import dump_canonical
from schemas.task import Task, TaskKind
from schemas.trajectory import Termination, Trajectory
from tasks.rollout.company import Company
from tasks.rollout.play import Episode, play_episode
from tests.support.chats import ROLE
from tests.support.recorded_roles import NOTE, RecordedCustomer, RecordedDesk
from tracer.domains.domain import DOMAIN_NAMES, Domain, load_domain

N_TASKS = 6
LEAST_CHARS = 12
SENTENCE_END = re.compile(r"(?<=[.!?\"])\s+")
OBSERVATION = re.compile(r"^Observation.*$", re.MULTILINE)
domains = pytest.mark.parametrize("name", DOMAIN_NAMES)
formats = pytest.mark.parametrize("tool_format", ["native", "react"])


@dataclass(frozen=True, slots=True)
class Recorded:
    """One episode with everything that was sent."""

    task: Task
    feeling: Feeling
    trajectory: Trajectory
    desk: RecordedDesk
    customer: RecordedCustomer


@cache
def list_tasks(name: str) -> tuple[tuple[Task, Feeling], ...]:
    """Return tasks in the usual mix, each with a feeling, and one to decline."""
    refusal = find_single(load_domain(name), "3!", 5, 0)
    found = (*make_tasks(4 * N_TASKS, 31, name), refusal)
    return tuple(pair for pair in found if pair[1].direction)[-N_TASKS - 1 :]


async def play(
    task: Task, feeling: Feeling, domain: Domain, tool_format: str = "native"
) -> Recorded:
    role = ROLE.model_copy(update={"tool_format": tool_format})
    desk = RecordedDesk(task, writes_react=tool_format == "react")
    customer = RecordedCustomer(task)
    company = Company(RunConfig(agent=role, user=ROLE), desk, customer)
    trajectory, _ = await play_episode(Episode(task, feeling, 0), domain, company)
    return Recorded(task, feeling, trajectory, desk, customer)


def split_sentences(*texts: str) -> Iterator[str]:
    for text in texts:
        for line in text.splitlines():
            parts = SENTENCE_END.split(line)
            yield from (part for part in parts if len(part) >= LEAST_CHARS)


def list_private(recorded: Recorded) -> list[str]:
    """Return what no request of the agent's model may hold, whoever might have said it."""
    task, feeling = recorded.task, recorded.feeling
    story = (task.story.who, task.story.why, task.story.stake)
    parts = (task.instruction, *task.preferences, feeling.text, feeling.direction, *story)
    facts = (fact.text for fact in task.facts)
    names = (NOTE, task.id, task.workflow_id, feeling.id, "facts_told", "final_digest")
    return [*split_sentences(*parts, *facts), *names]


def read_others(request: dict[str, Any]) -> str:
    """Return what a request holds that neither the agent itself nor a tool has said."""
    others = [item["content"] for item in request["messages"] if item["role"] in ("system", "user")]
    return OBSERVATION.sub("", "\n".join(others))


def list_spellings(arguments: str) -> Iterator[str]:
    """Yield the ways JSON text is commonly written, none for a call without arguments."""
    value = json.loads(arguments)
    if value:
        yield from (arguments, dump_canonical(value), json.dumps(value))
        yield from (json.dumps(value, ensure_ascii=False), json.dumps(value, indent=2))


def find_leaks(recorded: Recorded, domain: Domain) -> list[str]:
    """Return what of the private side stands in a request of the agent's model."""
    private = list_private(recorded)
    ids = [fact.id for fact in recorded.task.facts]
    fact_id = re.compile(rf"\b(?:{'|'.join(ids)})\b")
    spellings = [
        text for action in recorded.task.actions for text in list_spellings(action.arguments)
    ]
    leaks = []
    for request in recorded.desk.requests:
        whole, others = json.dumps(request, ensure_ascii=False), read_others(request)
        texts = "\n".join(item["content"] for item in request["messages"])
        leaks += [item for item in private if item in texts or item in whole]
        leaks += [item for item in spellings if item in others]
        leaks += fact_id.findall(others)
        if request.get("tools", domain.schemas) != domain.schemas:
            leaks.append("tools")
    return leaks


def list_sent_calls(request: dict[str, Any]) -> list[tuple[str, str]]:
    """Return the calls in a request's history."""
    return [
        (call["function"]["name"], call["function"]["arguments"])
        for message in request["messages"]
        for call in message.get("tool_calls", ())
    ]


@domains
def test_tasks_of_the_canary_are_several_and_one_is_to_be_declined(name: str) -> None:
    kinds = [task.kind for task, _ in list_tasks(name)]
    assert len(kinds) == N_TASKS + 1
    assert {TaskKind.CHANGE, TaskKind.REFUSAL} <= set(kinds)


@domains
@formats
async def test_nothing_private_reaches_the_agents_model(name: str, tool_format: str) -> None:
    domain = load_domain(name)
    for task, feeling in list_tasks(name):
        recorded = await play(task, feeling, domain, tool_format)
        assert recorded.trajectory.termination is Termination.STOP
        assert recorded.trajectory.reward == 1.0, recorded.trajectory
        assert len(recorded.desk.requests) > len(task.actions)
        assert find_leaks(recorded, domain) == []


@domains
async def test_agents_model_is_sent_no_call_that_it_has_not_made(name: str) -> None:
    for task, feeling in list_tasks(name):
        desk = (await play(task, feeling, load_domain(name))).desk
        sent = [list_sent_calls(request) for request in desk.requests]
        assert all(calls == desk.made[: len(calls)] for calls in sent)
        assert sent[0] == []
        assert sent[-1] == desk.made


@domains
async def test_no_tool_traffic_reaches_the_customers_model(name: str) -> None:
    domain = load_domain(name)
    for task, feeling in list_tasks(name):
        recorded = await play(task, feeling, domain)
        messages = recorded.trajectory.messages
        hidden = [message.content for message in messages if message.tool_call_id is not None]
        hidden += [text for call in recorded.desk.made for text in list_spellings(call[1])]
        assert hidden
        for request in recorded.customer.requests:
            texts = "\n".join(item["content"] for item in request["messages"])
            assert [item for item in (*hidden, *domain.tools) if item in texts] == []
            assert {item["role"] for item in request["messages"]} <= {"system", "user", "assistant"}
            assert domain.policy.text[:80] not in texts
            assert "tools" not in request
            assert "tool_calls" not in json.dumps(request)


@domains
async def test_customers_model_is_told_its_feeling_as_prose_and_never_as_labels(name: str) -> None:
    for task, feeling in list_tasks(name):
        recorded = await play(task, feeling, load_domain(name))
        for request in recorded.customer.requests:
            texts = "\n".join(item["content"] for item in request["messages"])
            assert feeling.direction in texts
            assert not re.search(r"\b(condition|family|politeness|urgency|patience)\b\W+\w", texts)
            assert str(feeling.id) not in json.dumps(request)


@domains
@pytest.mark.parametrize("what", ["instruction", "direction", "fact id", "action", "note"])
async def test_canary_sings_when_something_private_leaks(name: str, what: str) -> None:
    domain = load_domain(name)
    task, feeling = list_tasks(name)[0]
    leaks = {
        "instruction": task.instruction.splitlines()[0],
        "direction": feeling.direction,
        "fact id": f"({task.facts[-1].id})",
        "action": json.dumps(json.loads(task.actions[-1].arguments)),
        "note": NOTE,
    }
    policy = replace(domain.policy, text=f"{domain.policy.text}\n{leaks[what]}")
    leaky = replace(domain, policy=policy)
    assert find_leaks(await play(task, feeling, leaky), leaky) != []
