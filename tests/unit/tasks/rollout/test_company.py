from collections.abc import Sequence
from typing import Any

import pytest

from schemas.config import RoleConfig, RolloutConfig, RunConfig
from schemas.trajectory import Engine
from tasks.rollout.company import Company, engage_models
from tests.support.chats import ScriptedChat
from tests.support.making import load_retail
from tracer.harness.agents.desk import DeskAgent
from tracer.harness.agents.model import ModelAgent
from tracer.inference.chat import ChatModel, ChatReply, ChatRequest
from tracer.inference.metered import MeteredChat
from tracer.inference.pool import ModelPool


class Pool(ModelPool):
    """Opens scripted models instead of connections."""

    def __init__(self) -> None:
        self.opened: list[tuple[RoleConfig, float]] = []

    def open_chat(self, role: RoleConfig, outage_s: float = 300.0) -> ChatModel:
        self.opened.append((role, outage_s))
        return ScriptedChat("one", "two", "three")

    def count_in_flight(self, role: RoleConfig) -> int:
        return 7 if role.model == "big" else 5


class Memory:
    """A journal that lies nowhere."""

    def __init__(self) -> None:
        self.replies: dict[str, dict[str, Any]] = {}

    def get(self, key: str) -> dict[str, Any] | None:
        return self.replies.get(key)

    def append(self, key: str, reply: dict[str, Any]) -> None:
        self.replies[key] = reply


def make_role(model: str) -> RoleConfig:
    return RoleConfig(engine=Engine.LLM, model=model, base_url="http://127.0.0.1:1/v1")


def ask(call: str) -> ChatRequest:
    return ChatRequest(model="m", messages=(), episode="e", call=call)


BIG, SMALL = make_role("big"), make_role("small")


def test_rules_play_one_episode_at_a_time() -> None:
    assert Company(RunConfig()).n_side_by_side == 1
    assert RunConfig().model_roles == {}


@pytest.mark.parametrize(
    ("roles", "expected"),
    [
        ({"agent": SMALL}, 5),
        ({"user": BIG}, 7),
        ({"agent": SMALL, "user": BIG}, 7),
    ],
)
def test_as_many_episodes_are_played_at_once_as_the_widest_role_takes(
    roles: dict[str, RoleConfig], expected: int
) -> None:
    company = engage_models(RunConfig().model_copy(update=roles), Pool(), Memory())
    assert company.n_side_by_side == expected


def test_only_models_are_opened_with_the_outage_of_the_config() -> None:
    pool = Pool()
    config = RunConfig(user=BIG, rollout=RolloutConfig(model_outage_s=9))
    company = engage_models(config, pool, Memory())
    assert pool.opened == [(BIG, 9.0)]
    assert isinstance(company.cast_agent(load_retail(), 1, "e"), DeskAgent)


def test_role_of_a_model_is_cast_as_one() -> None:
    company = engage_models(RunConfig(agent=BIG), Pool(), Memory())
    assert isinstance(company.cast_agent(load_retail(), 1, "e"), ModelAgent)


def meter(company: Company) -> MeteredChat:
    ((name, found),) = company.meter().list_meters()
    assert name == "agent"
    return found


async def ask_all(chat: ChatModel, calls: Sequence[str]) -> list[ChatReply]:
    return [await chat.complete(ask(call)) for call in calls]


async def test_each_episode_has_a_meter_of_its_own_and_one_journal() -> None:
    company, journal = Company(RunConfig(agent=BIG)), Memory()
    company = engage_models(RunConfig(agent=BIG), Pool(), journal)
    first, second = meter(company), meter(company)
    await ask_all(first, ["a", "b"])
    replies = await ask_all(second, ["a"])
    assert (first.n_calls, second.n_calls) == (2, 1)
    assert [reply.text for reply in replies] == ["one"]
    assert len(journal.replies) == 2
    assert list(company.list_meters()) == []
