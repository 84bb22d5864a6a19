import pytest

from schemas.verdict import Reason
from tasks.rescore.standing import (
    Change,
    Standing,
    count_transitions,
    settle,
    stand_by_file,
    stand_by_judgement,
)
from tests.support.builders import make_judgement, make_reject, make_trajectory

KEPT = Standing("traj_1", 1.0, "kept", "")
FAILED = Standing("traj_2", 0.0, "failed", "never told: total")
CLAUSE = Standing("traj_1", 1.0, "policy_violation", "clause 4: message 5")


def make_change(before: Standing, after: Standing) -> Change:
    return Change("task_1", 0, before, after)


@pytest.mark.parametrize(
    ("before", "after", "transition"),
    [
        (KEPT, FAILED, "reward 1 -> 0, kept -> failed"),
        (KEPT, CLAUSE, "kept -> policy_violation"),
        (CLAUSE, KEPT, "policy_violation -> kept"),
        (FAILED, Standing("traj_2", -1.0, "failed", ""), "reward 0 -> -1"),
        (FAILED, Standing("traj_2", None, "not_scored", ""), "reward 0 -> -, failed -> not_scored"),
    ],
)
def test_other_reward_or_verdict_is_a_flip_of_its_kind(
    before: Standing, after: Standing, transition: str
) -> None:
    change = make_change(before, after)
    assert change.is_flip
    assert change.transition == transition


@pytest.mark.parametrize(
    "after",
    [
        FAILED,
        Standing("traj_9", 0.0, "failed", "never told: total"),
        Standing("traj_2", 0.0, "failed", ""),
    ],
)
def test_other_id_or_detail_alone_is_no_flip(after: Standing) -> None:
    assert not make_change(FAILED, after).is_flip


def test_flips_are_counted_by_kind_the_most_frequent_first() -> None:
    changes = [
        make_change(FAILED, FAILED),
        make_change(KEPT, CLAUSE),
        make_change(FAILED, KEPT),
        make_change(FAILED, KEPT),
    ]
    assert list(count_transitions(changes).items()) == [
        ("reward 0 -> 1, failed -> kept", 2),
        ("kept -> policy_violation", 1),
    ]


def test_files_of_a_run_say_where_an_episode_stands() -> None:
    trajectory = make_trajectory(reward=1.0)
    reject = make_reject(reason=Reason.DUPLICATE, detail="the same conversation as traj_0")
    assert stand_by_file(trajectory, None) == Standing(trajectory.id, 1.0, "kept", "")
    assert stand_by_file(trajectory, reject) == Standing(
        trajectory.id, 1.0, "duplicate", "the same conversation as traj_0"
    )


def test_judgement_says_where_an_episode_stands() -> None:
    trajectory = make_trajectory(reward=0.0)
    judgement = make_judgement(kept=False, reason=Reason.FAILED, detail="why")
    standing = stand_by_judgement(trajectory, judgement)
    assert standing == Standing(trajectory.id, 0.0, "failed", "why")


def test_pass_over_the_run_drops_what_was_kept_and_nothing_else() -> None:
    losers = {"traj_1": (Reason.SURPLUS, "4 examples were asked for")}
    dropped = settle(make_change(KEPT, KEPT), losers)
    assert dropped.after == Standing("traj_1", 1.0, "surplus", "4 examples were asked for")
    assert dropped.before == KEPT
    assert settle(make_change(KEPT, CLAUSE), losers).after == CLAUSE
    assert settle(make_change(KEPT, KEPT), {}).after == KEPT
