"""Whole episodes with a model on one side or both, over real HTTP on the loopback."""

import asyncio
import json
import random
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from schemas.config import RoleConfig, RolloutConfig
from schemas.message import Role
from schemas.trajectory import Engine, Termination
from tests.support.model_scripts import Customer, Script
from tests.support.retail_task import SmallTask, find_small_task
from tracer.domains.domain import load_domain
from tracer.domains.playbook import load_playbook
from tracer.domains.words import load_words
from tracer.harness.agents.desk import DeskAgent
from tracer.harness.agents.model import ModelAgent
from tracer.harness.agents.reply import ReplyWriter
from tracer.harness.agents.wording import Wording
from tracer.harness.environment import Environment
from tracer.harness.episode import run_episode
from tracer.harness.log import EpisodeLog
from tracer.harness.parties import Agent, User
from tracer.harness.reward import Goal, score_episode
from tracer.harness.users.agenda import Agenda
from tracer.harness.users.customer import AgendaCustomer
from tracer.harness.users.model import ModelUser
from tracer.harness.users.mood import Mood
from tracer.harness.users.speech import Speech
from tracer.harness.users.telling import Telling
from tracer.inference.chat import ChatModel
from tracer.inference.client import OpenAIChat
from tracer.inference.journaled import JournaledChat
from tracer.inference.retry import RetryPolicy
from tracer.inference.server import Answer, Handler, ScriptedServer, refuse, say
from tracer.store.journal import Journal

QUICK = RetryPolicy(tries=3, first_wait_s=0.0, longest_wait_s=0.1)
MARK = "canary-7f31"
DIRECTION = "You keep picturing the parcel already on its way."
TOO_LONG = "This model's maximum context length is 8192 tokens."

Played = tuple[EpisodeLog, Termination, str, Environment]


def make_role(server: ScriptedServer, timeout_s: float = 5.0) -> RoleConfig:
    return RoleConfig(
        engine=Engine.LLM, model="scripted", base_url=server.base_url, timeout_s=timeout_s
    )


def make_model_agent(chat: ChatModel, role: RoleConfig) -> ModelAgent:
    return ModelAgent(chat, role, load_domain("retail").schemas, seed=3, episode="ep")


def make_model_user(chat: ChatModel, role: RoleConfig, task: SmallTask) -> ModelUser:
    draft = task.draft
    return ModelUser(chat, role, draft.instruction, DIRECTION, draft.facts, seed=4, episode="ep")


def make_rule_user(task: SmallTask) -> AgendaCustomer:
    words, rng = load_words("retail"), random.Random(5)
    story = task.grounded.story
    telling = Telling(Speech(words, None, story.thing, rng), story.voiced, rng)
    return AgendaCustomer(Agenda(task.draft.facts, words.answers), Mood(None), telling, rng)


def make_rule_agent() -> DeskAgent:
    rng = random.Random(6)
    writer = ReplyWriter(Wording(load_words("retail").desk, rng), rng)
    return DeskAgent(load_playbook("retail"), writer, {}, rng)


async def play(agent: Agent, user: User) -> Played:
    domain = load_domain("retail")
    environment = Environment(domain.tools, domain.start())
    log, ended, error = await run_episode(
        agent, user, environment, domain.policy.text, RolloutConfig(max_user_turns=15)
    )
    return log, ended, error, environment


def get_reward(task: SmallTask, played: Played) -> float | None:
    log, ended, _error, environment = played
    goal = Goal(task.grounded.final_digest, task.grounded.information)
    return score_episode(ended, environment.state.digest(), goal, log.messages).reward


async def play_models(
    task: SmallTask,
    desk: Handler,
    customer: Handler,
    wrap: Callable[[ChatModel], ChatModel] = lambda chat: chat,
    timeout_s: float = 5.0,
) -> tuple[Played, ScriptedServer, ScriptedServer]:
    async with AsyncExitStack() as stack:
        servers = [
            await stack.enter_async_context(ScriptedServer(handler)) for handler in (desk, customer)
        ]
        roles = [make_role(server, timeout_s) for server in servers]
        chats = [wrap(await stack.enter_async_context(OpenAIChat(role, QUICK))) for role in roles]
        agent = make_model_agent(chats[0], roles[0])
        played = await play(agent, make_model_user(chats[1], roles[1], task))
        return played, servers[0], servers[1]


@pytest.fixture
def task() -> SmallTask:
    return find_small_task()


def make_customer(task: SmallTask) -> Customer:
    return Customer(list(task.draft.facts))


async def test_two_models_settle_a_task(task: SmallTask) -> None:
    played, _, _ = await play_models(task, Script(task.script_desk()), make_customer(task))
    log, ended, error, _environment = played
    assert (ended, error, get_reward(task, played)) == (Termination.STOP, "", 1.0)
    assert log.input_tokens > 0
    assert set(Role) == {message.role for message in log.messages}


async def test_model_agent_settles_a_task_with_the_rule_user(task: SmallTask) -> None:
    async with ScriptedServer(Script(task.script_desk())) as server:
        role = make_role(server)
        async with OpenAIChat(role, QUICK) as chat:
            played = await play(make_model_agent(chat, role), make_rule_user(task))
    assert (played[1], get_reward(task, played)) == (Termination.STOP, 1.0)


async def test_rule_agent_settles_a_task_with_the_model_user(task: SmallTask) -> None:
    async with ScriptedServer(make_customer(task)) as server:
        role = make_role(server)
        async with OpenAIChat(role, QUICK) as chat:
            played = await play(make_rule_agent(), make_model_user(chat, role, task))
    assert (played[1], get_reward(task, played)) == (Termination.STOP, 1.0)


async def test_faults_of_the_server_on_the_way_change_nothing(task: SmallTask) -> None:
    answers: list[Any] = [*task.script_desk()]
    answers[1:1] = [
        refuse(429, "busy", retry_after="0.01"),
        refuse(503, "starting"),
    ]
    answers[4:4] = [None, (200, {"Content-Type": "application/json"}, "<html>")]
    played, desk, _ = await play_models(task, Script(answers), make_customer(task))
    assert get_reward(task, played) == 1.0
    assert desk.requests[1] == desk.requests[2] == desk.requests[3]


@pytest.mark.parametrize(
    ("answer", "ended"),
    [
        (refuse(503, "down"), Termination.MODEL_ERROR),
        (None, Termination.MODEL_ERROR),
        ((200, {}, "<html>"), Termination.MODEL_ERROR),
        (refuse(400, TOO_LONG), Termination.CONTEXT_LENGTH),
        (say("I will now", finish="length"), Termination.TOKEN_LIMIT),
        (say(""), Termination.AGENT_ERROR),
    ],
)
async def test_lasting_fault_of_the_agent_ends_the_episode_as_its_kind(
    task: SmallTask, answer: Answer, ended: Termination
) -> None:
    played, _, _ = await play_models(task, lambda _body: answer, make_customer(task))
    assert played[1] is ended


async def test_hanging_agent_ends_as_model_error(task: SmallTask) -> None:
    async def hang(_body: dict[str, Any]) -> Answer:
        await asyncio.Event().wait()
        return None

    played, _, _ = await play_models(task, hang, make_customer(task), timeout_s=0.2)
    assert played[1] is Termination.MODEL_ERROR


async def test_user_that_gives_no_turn_ends_as_user_error_with_its_cause(task: SmallTask) -> None:
    played, _, customer = await play_models(
        task, Script(task.script_desk()), lambda _body: say("Hello there.")
    )
    assert played[1] is Termination.USER_ERROR
    assert "no usable turn: the whole: expected one JSON object" in played[2]
    assert len(customer.requests) == 2


async def test_call_cut_off_at_the_limit_is_never_run(task: SmallTask) -> None:
    call = ("cancel_order", task.grounded.actions[-1].arguments)
    cut = say("", call, finish="length")
    played, _, _ = await play_models(task, lambda _body: cut, make_customer(task))
    _log, ended, _error, environment = played
    assert (ended, environment.n_calls) == (Termination.TOKEN_LIMIT, 0)


async def test_broken_and_repeated_calls_reach_the_agent_as_results(task: SmallTask) -> None:
    calls = [("list_products", ""), ("get_order", '{"order_id": "K1"}}'), ("fly", "{}")]
    answers = [say("", *calls), say("", *calls), *task.script_desk()]
    played, desk, _ = await play_models(task, Script(answers), make_customer(task))
    log, ended, _error, environment = played
    assert ended is Termination.STOP
    made = [call for message in log.messages for call in message.tool_calls or ()]
    assert len({call.id for call in made}) == len(made) == environment.n_calls
    assert made[1].function.arguments == json.dumps('{"order_id": "K1"}}')
    sent = [call for m in desk.requests[-1]["messages"] for call in m.get("tool_calls", ())]
    assert all(isinstance(json.loads(call["function"]["arguments"]), dict) for call in sent)


async def test_finished_calls_are_not_asked_again_after_a_crash(
    task: SmallTask, tmp_path: Path
) -> None:
    path = tmp_path / "journal" / "06-00000.jsonl"
    half = task.script_desk()[:2]
    with Journal.open(path) as journal:
        played, _, _ = await play_models(
            task,
            Script([*half, refuse(400, "gone")]),
            make_customer(task),
            lambda chat: JournaledChat(chat, journal),
        )
    assert played[1] is Termination.MODEL_ERROR
    with Journal.open(path) as journal:
        rest = Script(task.script_desk()[2:])
        customer = make_customer(task)
        customer.untold = customer.untold[4:]
        played, desk, _ = await play_models(
            task, rest, customer, lambda chat: JournaledChat(chat, journal)
        )
    assert get_reward(task, played) == 1.0
    assert len(desk.requests) == len(task.script_desk()) - 2


def plant(task: SmallTask) -> SmallTask:
    actions = [
        action.model_copy(update={"result": json.dumps(MARK)}) for action in task.grounded.actions
    ]
    instruction = f"{task.draft.instruction} {MARK}"
    return SmallTask(
        task.grounded.model_copy(update={"actions": actions}),
        task.draft.model_copy(update={"instruction": instruction}),
    )


async def test_nothing_private_reaches_the_agent(task: SmallTask) -> None:
    planted = plant(task)
    _, desk, customer = await play_models(
        planted, Script(planted.script_desk()), make_customer(planted)
    )
    assert len(desk.requests) > 3
    assert [body for body in desk.requests if MARK in json.dumps(body)] == []
    assert all(DIRECTION not in json.dumps(body) for body in desk.requests)
    assert all(MARK in json.dumps(body) for body in customer.requests)


async def test_user_sees_no_tool_traffic_and_no_labels(task: SmallTask) -> None:
    played, _, customer = await play_models(task, Script(task.script_desk()), make_customer(task))
    log = played[0]
    seen = json.dumps(customer.requests, ensure_ascii=False)
    results = [message.content for message in log.messages if message.role is Role.TOOL]
    names = [call.function.name for m in log.messages for call in m.tool_calls or ()]
    assert len(results) > 1
    for hidden in (*results, *names, "tool_call", "condition", "family", "patience"):
        assert hidden not in seen
    assert load_domain("retail").policy.text[:80] not in seen
    assert all("tools" not in body for body in customer.requests)
