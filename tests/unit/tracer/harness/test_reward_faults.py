"""Faults of rewards that systems of this kind have shown, a section for each.

Gates at verify (a goal true at the start, an idle agent that passes, a failing or unknown reference
call, an agent that gives in): verify/test_check.py, test_planted_in_verify.py in tests/unit/tasks;
over many real tasks test_lazy_agents.py there. States that mean the same: test_form.py and the
domains' test_records.py in tests/unit/tracer/domains; the diff: test_difference.py there and
tests/unit/tasks/filter/test_failure.py. Numbers and tokens: test_information.py. Rates over trials:
tests/unit/tracer/analysis/test_passes.py; as printed: tests/unit/tracer/cli/test_funnel.py. The
canary: tests/unit/tasks/rollout/test_private_side.py.
"""

import unicodedata
from collections.abc import Callable
from typing import Annotated, Any

import pytest
from typing_extensions import TypedDict

from schemas.config import RolloutConfig
from schemas.errors import ModelError
from schemas.message import Message, Role
from schemas.trajectory import UNSCORED, Termination
from tests.support.builders import make_call, make_information
from tests.support.scripted import ScriptedAgent, ask_and_stop, say
from tests.support.scripted import make_call as make_tool_call
from tests.support.small_world import TOOLS
from tracer.analysis.passes import Tally, measure_average
from tracer.domains.form import Money, Unordered, read_forms
from tracer.domains.state import Base, State
from tracer.domains.tool import Tool, ToolKind
from tracer.harness.environment import Environment
from tracer.harness.episode import run_episode
from tracer.harness.parties import AgentReply
from tracer.harness.reward import Goal, find_untold, score_episode


class Bill(TypedDict):
    total: Money
    n_items: int
    payer: str
    items: Annotated[list[str], Unordered()]
    steps: list[str]


BILL = {
    "total": "25.00",
    "n_items": 2,
    "payer": "Zoé",
    "items": ["itm-1", "itm-2"],
    "steps": ["packed", "sent"],
}
BASE = Base({"bills": {"b1": {"total": "0.00"}}}, "base", read_forms({"bills": Bill}))


def bill_as(**changes: Any) -> dict[str, Any]:
    return {**BILL, **changes}


def make_goal() -> Goal:
    state = State(BASE)
    state.put("bills", "b1", dict(BILL))
    return Goal(state.digest())


async def earn(row: dict[str, Any]) -> float | None:
    """Return the reward of an episode in which a tool writes the row."""

    def write_bill(state: State) -> Any:
        """Write the bill."""
        state.put("bills", "b1", row)
        return {}

    world = Environment({"write_bill": Tool(write_bill, ToolKind.WRITE)}, State(BASE))
    agent = ScriptedAgent(
        [AgentReply(calls=(make_tool_call("write_bill", ""),)), say("Done."), say("Bye.")]
    )
    log, ended, _ = await run_episode(agent, ask_and_stop(), world, "Policy.", RolloutConfig())
    return score_episode(ended, world.state.digest(), make_goal(), log.messages).reward


# States that mean the same.


@pytest.mark.parametrize(
    "row",
    [
        bill_as(total=25),
        bill_as(total=25.0),
        bill_as(total="25"),
        bill_as(n_items=2.0),
        bill_as(payer=unicodedata.normalize("NFD", "Zoé")),
        bill_as(items=["itm-2", "itm-1"]),
        dict(reversed(BILL.items())),
    ],
    ids=["25", "25.0", "text without places", "2.0", "NFD", "order of a set", "order of keys"],
)
async def test_state_that_means_the_same_earns_the_reward(row: dict[str, Any]) -> None:
    assert await earn(row) == 1.0


@pytest.mark.parametrize(
    "row",
    [
        bill_as(total="25.01"),
        bill_as(n_items=3),
        bill_as(payer="Zoe"),
        bill_as(items=["itm-1"]),
        bill_as(steps=["sent", "packed"]),
        bill_as(extra=None),
    ],
    ids=["other amount", "other count", "other text", "other set", "order that counts", "column"],
)
async def test_state_that_means_something_else_earns_nothing(row: dict[str, Any]) -> None:
    assert await earn(row) == 0.0


# What was told.


def tell(value: str, text: str, role: Role = Role.ASSISTANT) -> bool:
    item = make_information(question="total", value=value, accepted=[value])
    return not find_untold([item], [Message(role=role, content=text)])


@pytest.mark.parametrize("text", ["It is 100.", "It is 10.50.", "Order K10-0001.", "1,100 EUR"])
def test_number_is_not_met_by_another_that_holds_its_digits(text: str) -> None:
    assert not tell("10", text)


@pytest.mark.parametrize(("value", "text"), [("1234", "1,234 EUR"), ("1,234", "1234 EUR")])
def test_thousands_separator_is_no_difference_on_either_side(value: str, text: str) -> None:
    assert tell(value, f"It comes to {text}.")


@pytest.mark.parametrize("value", ["10", "1,234", "34.90", "3 Mill Row", "delivered", "K10-0001"])
def test_reference_meets_its_own_requirement_by_the_same_rule(value: str) -> None:
    assert tell(value, f"The answer is {value}.")


@pytest.mark.parametrize("role", [Role.SYSTEM, Role.USER, Role.TOOL])
def test_words_of_policy_user_and_tools_are_not_the_agents(role: Role) -> None:
    assert not tell("10", "It is 10.", role)


def test_words_that_the_user_never_saw_tell_nothing() -> None:
    item = make_information(question="total", value="10", accepted=["10"])
    beside = Message(role=Role.ASSISTANT, content="It is 10.", tool_calls=[make_call()])
    kept = Message(role=Role.ASSISTANT, content="Hello.", reasoning_content="It is 10.")
    assert find_untold([item], [beside, kept]) == ["total"]


# Failures outside the agent.


class Gone:
    """An agent whose server is gone, or that breaks a tool."""

    async def reply(self, messages: Any, heard: Any) -> AgentReply:
        del messages, heard
        raise ModelError("the server hung up")


def break_tool() -> ScriptedAgent:
    return ScriptedAgent([AgentReply(calls=(make_tool_call("burn", ""),))])


@pytest.mark.parametrize("make", [Gone, break_tool], ids=["server gone", "tool broken"])
async def test_failure_of_the_infrastructure_is_no_reward_of_nought(
    make: Callable[[], Any],
) -> None:
    world = Environment(TOOLS, State(Base({"notes": {"n1": {"text": "old"}}}, "base")))
    log, ended, error = await run_episode(make(), ask_and_stop(), world, "Policy.", RolloutConfig())
    assert ended in UNSCORED
    assert error
    assert score_episode(ended, "d", Goal("d"), log.messages).reward is None


def test_failure_of_the_infrastructure_is_named_beside_the_mean_and_never_silently_left_out() -> (
    None
):
    whole, lost = Tally(2, 1), Tally(1, 1)
    found = measure_average([whole, lost], 2)
    assert (str(found.rate), found.n_incomplete) == ("1/2 (50.0 %)", 1)


@pytest.mark.parametrize("ended", sorted(set(Termination) - UNSCORED))
def test_agents_own_failure_counts_in_the_mean(ended: Termination) -> None:
    assert score_episode(ended, "other", Goal("d"), []).reward in (0.0, -1.0)
