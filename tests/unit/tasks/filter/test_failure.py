from typing import Any

from schemas.trajectory import Termination, Trajectory
from tasks.filter.failure import describe_failure, list_first
from tests.support.small_run import FAILED, KEPT, TASK, make_domain, make_episode, talk
from tests.support.transcripts import call
from tracer.domains.difference import Difference


def describe(trajectory: Trajectory = FAILED, **boxes: Any) -> str:
    return describe_failure(trajectory, TASK, make_domain(**boxes))


def test_first_differences_of_the_final_state_are_named() -> None:
    assert describe() == (
        'the final state is not the reference\'s: boxes b1 place: expected "cellar", '
        'found "attic"; ended with stop'
    )


def test_further_differences_are_counted() -> None:
    differences = [Difference("t", "k", f"c{n}", "1", "2") for n in range(5)]
    assert list_first(differences) == (
        "t k c0: expected 1, found 2; t k c1: expected 1, found 2 (and 3 more)"
    )


def test_long_values_are_cut() -> None:
    assert len(list_first([Difference("t", "k", "c", "x" * 9_000, "y" * 9_000)])) < 200


def test_untold_answer_and_wrong_state_are_both_named() -> None:
    moved = make_episode(
        1,
        talk(call("move_box", {"box_id": "b2", "place": "attic"}, {"moved": "b2"})),
        reward=0.0,
        goal_reached=False,
        missing_information=["place"],
        final_digest="other",
    )
    assert describe(moved) == (
        "never told: place; the final state is not the reference's: boxes b1 place: expected "
        '"cellar", found "shelf"; boxes b2 place: expected "floor", found "attic"; ended with stop'
    )


def test_untold_answer_in_the_right_state_is_all_that_is_named() -> None:
    silent = KEPT.model_copy(update={"goal_reached": False, "missing_information": ["place"]})
    assert describe(silent) == "never told: place; ended with stop"


def test_goal_reached_by_an_episode_that_ended_badly_names_the_ending() -> None:
    ended = KEPT.model_copy(update={"termination": Termination.STEP_LIMIT, "reward": 0.0})
    assert describe(ended) == "ended with step_limit"


def test_state_over_other_data_is_not_compared() -> None:
    assert describe(b3={"place": "roof"}) == (
        "the final state is not the reference's (the data of domain boxes is not what the task "
        "was made on); ended with stop"
    )
