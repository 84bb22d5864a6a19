"""Every fault of server and model that has a name, through the real client and harness.

The honest side is the rehearsal, behind a server that refuses broken histories as strict ones do.
What must come of a fault is what a reader of a dataset would want: nothing, a typed result, or an
ending of its own kind; never a crash, a call that was not made, or a reward that is not earned.
"""

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

import pytest

from schemas.config import RoleConfig, RolloutConfig
from schemas.message import Message, Role, ToolCall
from schemas.trajectory import Engine, Termination
from tasks.filter.leaked_markup import find_leaked_markup
from tests.support.lies import HARMLESS, OVERFLOW_LIES, SERVER_LIES, Lie
from tests.support.lying import Liar, be_strict, find_history_fault, lie_to, resolve
from tests.support.retail_task import SmallTask, find_small_task
from tests.support.slips import (
    BRACKETS,
    BROKEN_ARGUMENTS,
    CUT_SHORT,
    EMPTY_ARGUMENTS,
    GOOD_CALLS,
    UNKNOWN_NAMES,
)
from tests.support.slips import SPOILT_TEXTS as TEXTS
from tracer.domains.domain import load_domain
from tracer.harness.agents.model import ModelAgent
from tracer.harness.environment import Environment
from tracer.harness.episode import run_episode
from tracer.harness.log import EpisodeLog
from tracer.harness.reward import Goal, score_episode
from tracer.harness.users.model import ModelUser
from tracer.inference.client import OpenAIChat
from tracer.inference.rehearsal.model import RehearsalModel
from tracer.inference.retry import RetryPolicy
from tracer.inference.server import Answer, Handler, ScriptedServer

QUICK = RetryPolicy(tries=3, first_wait_s=0.0, longest_wait_s=0.05)
TIMEOUT_S = 1.0
PASSING = sorted(set(SERVER_LIES) - HARMLESS)
SIDES = {"agent": "tools", "user": "response_format"}
HONEST_LOOK_UP = 1
"""Number of the agent's request whose honest answer looks the customer up."""


class Played(NamedTuple):
    log: EpisodeLog
    ended: Termination
    error: str
    world: Environment
    n_requests: int

    @property
    def calls(self) -> list[ToolCall]:
        return [call for message in self.log.messages for call in message.tool_calls or ()]

    @property
    def results(self) -> list[Message]:
        return [message for message in self.log.messages if message.role is Role.TOOL]


def rehearse() -> Handler:
    return be_strict(RehearsalModel())


def make_role(server: ScriptedServer, timeout_s: float) -> RoleConfig:
    return RoleConfig(
        engine=Engine.LLM, model="scripted", base_url=server.base_url, timeout_s=timeout_s
    )


async def play(
    handler: Handler, timeout_s: float = TIMEOUT_S, limits: RolloutConfig | None = None
) -> Played:
    domain, draft = load_domain("retail"), find_small_task().draft
    world = Environment(domain.tools, domain.start())
    async with ScriptedServer(handler) as server:
        role = make_role(server, timeout_s)
        async with OpenAIChat(role, QUICK) as chat:
            agent = ModelAgent(chat, role, domain.schemas, 3, "ep")
            user = ModelUser(chat, role, draft.instruction, "", draft.facts, 4, "ep")
            log, ended, error = await run_episode(
                agent, user, world, domain.policy.text, limits or RolloutConfig()
            )
        return Played(log, ended, error, world, len(server.requests))


def get_reward(task: SmallTask, played: Played) -> float | None:
    goal = Goal(task.grounded.final_digest, task.grounded.information)
    digest = played.world.state.digest()
    return score_episode(played.ended, digest, goal, played.log.messages).reward


async def play_lie(lie: Lie, number: int = HONEST_LOOK_UP) -> Played:
    """Play with one lie to the agent, and check that it earned its reward all the same."""
    played = await play(lie_to(rehearse(), number, lie))
    assert (played.ended, played.error) == (Termination.STOP, "")
    assert get_reward(find_small_task(), played) == 1.0
    return played


def always(lie: Lie, side: str = "tools") -> Handler:
    """Lie to every request of one side."""
    honest = rehearse()

    async def answer(body: dict[str, Any]) -> Answer:
        return await resolve(lie_to(honest, 0, lie, side)(body))

    return answer


async def test_honest_rehearsal_settles_the_task() -> None:
    played = await play(rehearse())
    assert (played.ended, get_reward(find_small_task(), played)) == (Termination.STOP, 1.0)
    assert played.calls[0].function.name.startswith("find_customer_by_")


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("name", SERVER_LIES)
async def test_nothing_comes_of_a_passing_fault_of_the_server(name: str, side: str) -> None:
    honest = await play(rehearse())
    timeout_s = 0.3 if name == "hang" else 5.0
    played = await play(lie_to(rehearse(), 1, SERVER_LIES[name], SIDES[side]), timeout_s)
    assert (played.ended, played.error) == (Termination.STOP, "")
    assert played.log.messages == honest.log.messages
    assert played.n_requests == honest.n_requests + (name in PASSING)
    assert 0 <= played.log.input_tokens < 2**40


@pytest.mark.parametrize("name", PASSING)
async def test_lasting_fault_of_the_server_is_a_model_error(name: str) -> None:
    played = await play(always(SERVER_LIES[name]), 0.2)
    assert played.ended is Termination.MODEL_ERROR
    assert get_reward(find_small_task(), played) is None
    assert played.world.n_calls == 0


@pytest.mark.parametrize("name", OVERFLOW_LIES)
async def test_overflow_of_the_agent_ends_as_context_length(name: str) -> None:
    played = await play(lie_to(rehearse(), 2, OVERFLOW_LIES[name]))
    assert played.ended is Termination.CONTEXT_LENGTH
    assert get_reward(find_small_task(), played) == 0.0


@pytest.mark.parametrize("name", OVERFLOW_LIES)
async def test_overflow_of_the_user_is_never_held_against_the_agent(name: str) -> None:
    played = await play(lie_to(rehearse(), 1, OVERFLOW_LIES[name], "response_format"))
    assert played.ended is Termination.MODEL_ERROR
    assert get_reward(find_small_task(), played) is None


@pytest.mark.parametrize("name", BROKEN_ARGUMENTS)
async def test_broken_arguments_are_a_typed_result_and_the_history_stays_valid(name: str) -> None:
    played = await play_lie(BROKEN_ARGUMENTS[name])
    assert "bad arguments for find_customer_by_" in json.loads(played.results[0].content)["error"]
    assert played.world.n_bad == 1
    if name == "brackets":
        assert json.loads(played.calls[0].function.arguments) == BRACKETS


@pytest.mark.parametrize("name", EMPTY_ARGUMENTS)
async def test_empty_arguments_are_taken_and_stored_as_none(name: str) -> None:
    played = await play_lie(EMPTY_ARGUMENTS[name])
    assert played.calls[0].function.arguments == "{}"
    assert json.loads(played.results[0].content)["error"].startswith("bad arguments")


@pytest.mark.parametrize("name", GOOD_CALLS)
async def test_odd_but_sensible_calls_are_all_run(name: str) -> None:
    honest = await play(rehearse())
    played = await play_lie(GOOD_CALLS[name])
    extra = 2 * (name in ("three_calls", "shared_ids", "missing_ids"))
    assert len(played.calls) == len(played.results) == len(honest.calls) + extra
    assert len({call.id for call in played.calls}) == len(played.calls)
    assert [result.tool_call_id for result in played.results] == [call.id for call in played.calls]
    assert "must not read this" not in repr(played.log.messages)


@pytest.mark.parametrize("name", UNKNOWN_NAMES)
async def test_call_of_no_tool_is_told_which_tools_there_are(name: str) -> None:
    played = await play_lie(UNKNOWN_NAMES[name])
    error = json.loads(played.results[0].content)["error"]
    assert "unknown tool" in error
    assert all(tool in error for tool in load_domain("retail").tools)


@pytest.mark.parametrize("lies", [BROKEN_ARGUMENTS, UNKNOWN_NAMES], ids=["arguments", "names"])
async def test_calls_that_never_come_right_end_as_agent_error(lies: Mapping[str, Lie]) -> None:
    for lie in lies.values():
        played = await play(always(lie), 5.0, RolloutConfig(max_bad_calls=3))
        assert (played.ended, played.world.n_bad) == (Termination.AGENT_ERROR, 4)
        assert get_reward(find_small_task(), played) == 0.0


@pytest.mark.parametrize("name", CUT_SHORT)
async def test_output_cut_at_the_token_limit_is_never_run(name: str) -> None:
    played = await play(lie_to(rehearse(), HONEST_LOOK_UP, CUT_SHORT[name]))
    assert (played.ended, played.world.n_calls, played.calls) == (Termination.TOKEN_LIMIT, 0, [])
    assert get_reward(find_small_task(), played) == 0.0


async def test_markup_in_a_text_is_found_in_the_row() -> None:
    played = await play(lie_to(rehearse(), 0, TEXTS["markup"]))
    assert find_leaked_markup(played.log.messages) is not None


async def test_half_an_emoji_is_repaired() -> None:
    played = await play_lie(TEXTS["half_emoji"], 0)
    text = next(m.content for m in played.log.messages if m.role is Role.ASSISTANT)
    assert text.startswith("Thank you")
    assert text.encode()


CALL = {"id": "a", "function": {"name": "f", "arguments": "{}"}}
BROKEN_CALL = {"id": "a", "function": {"name": "f", "arguments": "[]"}}
ASKED = {"role": "assistant", "content": "", "tool_calls": [CALL]}
RESULT = {"role": "tool", "tool_call_id": "a", "content": "1"}


@pytest.mark.parametrize(
    ("history", "fault"),
    [
        ([ASKED, RESULT], ""),
        ([ASKED], "call a has no result"),
        ([ASKED, RESULT, RESULT], "messages[2]: a result for no call, or a second one"),
        ([{"role": "customer"}], "messages[0]: unknown role 'customer'"),
        (
            [{**ASKED, "tool_calls": [BROKEN_CALL]}],
            "messages[0]: arguments that are no JSON object",
        ),
        (
            [{**ASKED, "tool_calls": [CALL, CALL]}],
            "messages[0]: call id 'a' is missing or used before",
        ),
    ],
)
def test_strict_server_refuses_what_strict_servers_refuse(
    history: list[dict[str, Any]], fault: str
) -> None:
    assert find_history_fault(history) == fault


async def test_schedule_of_lies_does_not_depend_on_the_order_of_requests() -> None:
    bodies = [{"messages": [], "seed": number} for number in range(40)]
    lies = SERVER_LIES | {"hang": SERVER_LIES["busy"]}
    told = []
    for order in (bodies, bodies[::-1]):
        liar = Liar(rehearse(), 0.5, 1, lies)
        for body in [*order, *order]:
            await liar(body)
        told.append({(item.digest, item.nth): item.lie for item in liar.told})
    assert told[0] == told[1]
    n_lies = sum(bool(lie) for lie in told[0].values())
    assert 20 < n_lies < 60


@pytest.mark.parametrize("seed", range(4))
async def test_many_faults_at_once_never_make_a_history_that_a_strict_server_refuses(
    seed: int,
) -> None:
    liar = Liar(rehearse(), 0.4, seed)
    played = await play(liar, 0.3)
    assert "messages[" not in played.error
    assert any(told.lie for told in liar.told)
    assert get_reward(find_small_task(), played) in (None, 0.0, 1.0)
