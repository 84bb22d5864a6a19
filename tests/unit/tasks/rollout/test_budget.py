import pytest

from schemas.config import BudgetConfig
from schemas.errors import BudgetError
from schemas.trajectory import Termination, Trajectory
from tasks.rollout.budget import Budget
from tests.support.builders import make_trajectory

STOP, FAULT = Termination.STOP, Termination.MODEL_ERROR


def end(termination: Termination, error: str = "") -> Trajectory:
    return make_trajectory(termination=termination, error=error)


def count(limits: BudgetConfig, *endings: Termination) -> None:
    budget = Budget(limits)
    for ending in endings:
        budget.count(end(ending))


def test_share_at_the_limit_is_allowed_and_one_more_is_not() -> None:
    limits = BudgetConfig(least_episodes=1, infrastructure_rate=0.5)
    count(limits, STOP, FAULT, STOP, FAULT)
    with pytest.raises(BudgetError, match=r"^3/5 episodes \(60%\) ended "):
        count(limits, STOP, FAULT, STOP, FAULT, FAULT)


def test_nothing_is_said_before_enough_episodes_have_ended() -> None:
    limits = BudgetConfig(least_episodes=4, infrastructure_rate=0.0)
    count(limits, FAULT, FAULT, FAULT)
    with pytest.raises(BudgetError, match=r"^4/4 "):
        count(limits, FAULT, FAULT, FAULT, FAULT)


@pytest.mark.parametrize(
    ("ending", "setting"),
    [
        (Termination.MODEL_ERROR, "infrastructure_rate"),
        (Termination.ENVIRONMENT_ERROR, "infrastructure_rate"),
        (Termination.TIME_LIMIT, "infrastructure_rate"),
        (Termination.AGENT_ERROR, "agent_rate"),
        (Termination.TOKEN_LIMIT, "agent_rate"),
        (Termination.CONTEXT_LENGTH, "agent_rate"),
        (Termination.USER_ERROR, "user_rate"),
    ],
)
def test_each_ending_spends_its_own_budget(ending: Termination, setting: str) -> None:
    rates = {"infrastructure_rate": 1.0, "agent_rate": 1.0, "user_rate": 1.0}
    count(BudgetConfig(least_episodes=1, **rates), ending)
    with pytest.raises(BudgetError, match=rf"raise budget\.{setting} \(now 0\)$"):
        count(BudgetConfig(least_episodes=1, **{**rates, setting: 0.0}), ending)


@pytest.mark.parametrize(
    "ending", [STOP, Termination.TRANSFER, Termination.UNSATISFIED, Termination.STEP_LIMIT]
)
def test_endings_of_a_played_episode_spend_nothing(ending: Termination) -> None:
    limits = BudgetConfig(least_episodes=1, infrastructure_rate=0, agent_rate=0, user_rate=0)
    count(limits, ending)


def test_commonest_cause_is_named_in_one_line() -> None:
    budget = Budget(BudgetConfig(least_episodes=5))
    budget.count(end(STOP))
    budget.count(end(Termination.TIME_LIMIT, "no end after 9 s"))
    budget.count(end(FAULT, "connection refused"))
    budget.count(end(FAULT, "connection refused"))
    with pytest.raises(BudgetError) as caught:
        budget.count(end(Termination.AGENT_ERROR))
    assert str(caught.value) == (
        "3/5 episodes (60%) ended model_error or environment_error or time_limit, "
        "2 of them model_error: connection refused; mend the cause, or raise "
        "budget.infrastructure_rate (now 0.2)"
    )
