from dataclasses import replace
from typing import Any

import pytest

from schemas.message import Message
from schemas.task import Task
from schemas.trajectory import Termination, Trajectory
from tasks.rescore.score import list_answered, score_again, set_standard
from tests.support.builders import make_action, make_call
from tests.support.small_run import (
    ASKED,
    BOXES,
    FAILED,
    GIVEN_UP,
    KEPT,
    LOST,
    READ,
    TASK,
    TO_CELLAR,
    TOLD,
    digest_after,
    make_domain,
    make_episode,
    read_box,
    talk,
)
from tracer.domains.domain import Domain
from tracer.domains.state import State
from tracer.domains.tool import Tool, ToolKind

WORLD = make_domain()
# Not a word of `brevity` in it: what is wanted here is what the tests below change.
FAR_TASK: Task = TASK.model_copy(
    update={"information": [TASK.information[0].model_copy(update={"accepted": ["42 boxes"]})]}
)


def score(stored: Trajectory, task: Task = TASK, domain: Domain = WORLD) -> Any:
    return score_again(stored, set_standard(task, domain), domain)


@pytest.mark.parametrize("stored", [KEPT, FAILED])
def test_episode_that_comes_out_the_same_is_the_stored_record(stored: Trajectory) -> None:
    scored = score(stored)
    assert scored.trajectory is stored
    assert scored.fault == ""


def test_task_that_wants_more_told_takes_the_reward_away_and_gives_a_new_id() -> None:
    scored = score(KEPT, FAR_TASK).trajectory
    assert (scored.reward, scored.goal_reached) == (0.0, False)
    assert scored.missing_information == ["place"]
    assert scored.id != KEPT.id
    assert scored.id == Trajectory.create(**fields_of(scored)).id


def fields_of(record: Trajectory) -> dict[str, Any]:
    return {name: getattr(record, name) for name in Trajectory.model_fields if name != "id"}


def test_what_follows_from_the_rollout_stays_as_recorded() -> None:
    changed = {"reward", "goal_reached", "missing_information", "id"}
    scored = score(KEPT, FAR_TASK).trajectory
    assert scored.model_dump(exclude=changed) == KEPT.model_dump(exclude=changed)


def test_reward_recorded_wrong_is_put_right() -> None:
    wrong = make_episode(0, KEPT.messages, reward=0.0, goal_reached=False)
    assert score(wrong).trajectory.reward == 1.0


def test_unsatisfied_user_keeps_his_minus_one() -> None:
    assert score(GIVEN_UP).trajectory.reward == -1.0


def test_state_of_another_form_gives_other_digests_and_the_same_rewards(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    digest = State.digest
    monkeypatch.setattr(State, "digest", lambda state: digest(state)[::-1])
    kept, failed = score(KEPT).trajectory, score(FAILED).trajectory
    assert (kept.reward, failed.reward) == (1.0, 0.0)
    assert kept.start_digest == KEPT.start_digest[::-1]
    assert kept.final_digest == KEPT.final_digest[::-1]


def test_form_that_tells_no_places_apart_lets_any_place_reach_the_goal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(State, "digest", lambda state: str(bool(state.overlay)))
    assert score(FAILED).trajectory.reward == 1.0


def break_box(state: State, box_id: str) -> Any:
    """Break.

    Args:
        box_id: The box.
    """
    raise KeyError(state, box_id)


def put_tool(function: Any) -> Domain:
    tools = {**WORLD.tools, "read_box": Tool(function, ToolKind.READ)}
    return replace(WORLD, tools=tools)


def read_more(state: State, box_id: str) -> Any:
    """Return a box and more.

    Args:
        box_id: The box.
    """
    found: dict[str, Any] = read_box(state, box_id)
    return {**found, "weight": 4}


@pytest.mark.parametrize(
    ("function", "fault"),
    [
        (read_more, "reference: action 0 read_box: "),
        (break_box, "reference: tool break_box raised"),
    ],
)
def test_task_whose_reference_comes_out_otherwise_is_no_standard(function: Any, fault: str) -> None:
    scored = score(KEPT, domain=put_tool(function))
    assert scored.fault.startswith(fault)
    assert scored.trajectory is KEPT


def test_episode_whose_results_come_out_otherwise_stays_as_stored() -> None:
    moved = make_domain(b9={"place": "roof", "labels": []})
    other = replace(WORLD, base=replace(moved.base, digest=WORLD.base.digest))
    scored = score(KEPT, domain=other)
    assert scored.fault.startswith('read_box-{"box_id": "b9"} read_box: ')
    assert scored.trajectory is KEPT
    assert score(FAILED, domain=other).fault == ""


def test_tool_that_breaks_today_leaves_the_episode_as_stored() -> None:
    task: Task = TASK.model_copy(
        update={
            "actions": [
                make_action(
                    tool="move_box",
                    arguments='{"box_id":"b1","place":"cellar"}',
                    result='{"moved":"b1"}',
                )
            ]
        }
    )
    scored = score(KEPT, task, put_tool(break_box))
    assert "break_box raised KeyError" in scored.fault
    assert scored.trajectory is KEPT


BROKEN_CALL = TO_CELLAR[:1]


def test_call_on_which_a_tool_broke_counts_as_not_made() -> None:
    stored = make_episode(
        0,
        talk(READ, TOLD, BROKEN_CALL),
        termination=Termination.ENVIRONMENT_ERROR,
        reward=None,
        goal_reached=False,
        final_digest=digest_after(),
    )
    assert score(stored).trajectory is stored


def test_call_without_result_is_a_difference_where_no_tool_broke() -> None:
    stored = make_episode(0, talk(READ, TOLD, BROKEN_CALL))
    assert "move_box" in score(stored).fault


def test_calls_without_result_are_left_out_and_those_with_one_stay() -> None:
    both = [READ[0].tool_calls[0], make_call(id="lost")] if READ[0].tool_calls else []
    asked: Message = READ[0].model_copy(update={"tool_calls": both})
    assert list_answered([*ASKED, asked, READ[1], *LOST]) == [*ASKED, *READ, *LOST]


def test_reference_is_run_again_from_the_start_state() -> None:
    stale: Task = TASK.model_copy(update={"final_digest": "of another form"})
    standard = set_standard(stale, WORLD)
    assert standard.goal.final_digest == digest_after(b1="cellar")
    assert standard.fault == ""
    assert BOXES["b1"]["place"] == "shelf"
