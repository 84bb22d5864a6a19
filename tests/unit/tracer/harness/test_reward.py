import pytest

from schemas.message import Message, Role
from schemas.trajectory import Termination
from tests.support.builders import make_call, make_information
from tracer.harness.reward import Goal, decide_reward, find_untold, score_episode

ASKED = [make_information(question="total", value="10", accepted=["10"])]
SAME, OTHER = "d1", "d0"
GOAL = Goal("d1", ASKED)


def agent(text: str) -> Message:
    return Message(role=Role.ASSISTANT, content=text)


@pytest.mark.parametrize("ended", [Termination.STOP, Termination.TRANSFER])
def test_ended_well_is_worth_whether_the_goal_was_reached(ended: Termination) -> None:
    assert decide_reward(ended, goal_reached=True) == 1.0
    assert decide_reward(ended, goal_reached=False) == 0.0


def test_unsatisfied_before_completion_is_minus_one() -> None:
    assert decide_reward(Termination.UNSATISFIED, goal_reached=False) == -1.0


def test_unsatisfied_after_completion_is_nought() -> None:
    assert decide_reward(Termination.UNSATISFIED, goal_reached=True) == 0.0


@pytest.mark.parametrize(
    "ended",
    [
        Termination.STEP_LIMIT,
        Termination.TOKEN_LIMIT,
        Termination.CONTEXT_LENGTH,
        Termination.AGENT_ERROR,
    ],
)
@pytest.mark.parametrize("reached", [True, False])
def test_agents_own_failure_is_counted_as_nought(ended: Termination, *, reached: bool) -> None:
    assert decide_reward(ended, goal_reached=reached) == 0.0


@pytest.mark.parametrize(
    "ended",
    [
        Termination.USER_ERROR,
        Termination.ENVIRONMENT_ERROR,
        Termination.MODEL_ERROR,
        Termination.TIME_LIMIT,
    ],
)
@pytest.mark.parametrize("reached", [True, False])
def test_failure_outside_the_agent_is_not_scored(ended: Termination, *, reached: bool) -> None:
    assert decide_reward(ended, goal_reached=reached) is None


def test_right_state_without_the_answer_is_not_the_goal() -> None:
    score = score_episode(Termination.STOP, SAME, GOAL, [agent("It costs 100.")])
    assert (score.reward, score.goal_reached, score.missing) == (0.0, False, ["total"])


def test_answer_in_the_wrong_state_is_not_the_goal() -> None:
    score = score_episode(Termination.STOP, OTHER, GOAL, [agent("It costs 10.")])
    assert (score.reward, score.goal_reached, score.missing) == (0.0, False, [])


def test_goal_is_recorded_when_nothing_is_scored() -> None:
    score = score_episode(Termination.TIME_LIMIT, SAME, GOAL, [agent("10 EUR.")])
    assert (score.reward, score.goal_reached) == (None, True)


@pytest.mark.parametrize("role", [Role.SYSTEM, Role.USER, Role.TOOL])
def test_words_of_others_tell_nothing(role: Role) -> None:
    assert find_untold(ASKED, [Message(role=role, content="It is 10.")]) == ["total"]


def test_text_beside_a_call_tells_nothing() -> None:
    unseen = Message(role=Role.ASSISTANT, content="It is 10.", tool_calls=[make_call()])
    assert find_untold(ASKED, [unseen]) == ["total"]


def test_any_accepted_form_tells() -> None:
    date = [make_information(question="expected", accepted=["2026-05-20", "20 May 2026"])]
    assert find_untold(date, [agent("On 20 May 2026.")]) == []


def test_nothing_asked_leaves_nothing_untold() -> None:
    assert find_untold([], []) == []
