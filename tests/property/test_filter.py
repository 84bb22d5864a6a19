import random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from schemas.judgement import Judgement
from schemas.message import FunctionCall, Message, Role, ToolCall
from schemas.trajectory import UNSCORED, Termination, Trajectory
from schemas.verdict import Reason
from tasks.filter.duplicates import find_duplicates
from tasks.filter.judge import judge_trajectory
from tasks.filter.reject import leave, make_reject
from tests.support.builders import make_judgement, make_task, make_trajectory
from tracer.domains.domain import load_domain

DOMAIN = load_domain("retail")
TASK = make_task()
TEXTS = st.sampled_from(
    ["", "Hello.", "I've cancelled order K10-0001.", "Shall I?", "Yes.", "</think>", "cus-12345"]
) | st.text(st.characters(), max_size=20)
ARGUMENTS = st.sampled_from(["{}", "[", '{"order_id": "K10-0001"}', '{"expression": "1 + 2"}'])
NAMES = st.sampled_from([*DOMAIN.tools, "no_such_tool"])


@st.composite
def make_message(draw: st.DrawFn) -> Message:
    role = draw(st.sampled_from(list(Role)))
    calls = None
    if role is Role.ASSISTANT and draw(st.booleans()):
        function = FunctionCall(name=draw(NAMES), arguments=draw(ARGUMENTS))
        calls = [ToolCall(id=draw(st.sampled_from("ab")), function=function)]
    answered = draw(st.sampled_from("ab")) if role is Role.TOOL else None
    content = draw(TEXTS)
    return Message(role=role, content=content, tool_calls=calls, tool_call_id=answered)


@st.composite
def make_episode(draw: st.DrawFn) -> Trajectory:
    termination = draw(st.sampled_from(list(Termination)))
    reward = None if termination in UNSCORED else draw(st.sampled_from([1.0, 0.0, -1.0]))
    changes: dict[str, Any] = {"termination": termination, "reward": reward}
    messages = draw(st.lists(make_message(), max_size=8))
    return make_trajectory(**changes).model_copy(update={"messages": messages})


@given(make_episode())
def test_judging_twice_gives_the_same(episode: Trajectory) -> None:
    judgement = judge_trajectory(episode, TASK, DOMAIN)
    assert judgement == judge_trajectory(episode, TASK, DOMAIN)
    assert judgement.kept == (judgement.reason is None) == (judgement.detail == "")


def make_judgements(drawn: list[tuple[int, bool]]) -> list[Judgement]:
    return [
        make_judgement(
            trajectory_id=f"traj_{number}",
            duplicate_key=f"m{key}",
            kept=kept,
            reason=None if kept else Reason.FAILED,
            detail="" if kept else "x",
        )
        for number, (key, kept) in enumerate(drawn)
    ]


DRAWN = st.lists(st.tuples(st.integers(0, 3), st.booleans()), max_size=20)


@given(DRAWN, st.integers())
def test_duplicates_do_not_depend_on_order(drawn: list[tuple[int, bool]], seed: int) -> None:
    judgements = make_judgements(drawn)
    shuffled = random.Random(seed).sample(judgements, len(judgements))
    assert find_duplicates(shuffled) == find_duplicates(judgements)


@given(DRAWN)
def test_kept_and_rejected_add_up_to_what_came_in(drawn: list[tuple[int, bool]]) -> None:
    judgements = make_judgements(drawn)
    duplicates = find_duplicates(judgements)
    rejects = [make_reject(one) for one in judgements if not one.kept]
    rejects += [
        leave(one, Reason.DUPLICATE, duplicates[one.trajectory_id])
        for one in judgements
        if one.trajectory_id in duplicates
    ]
    rejected = [reject.record_id for reject in rejects]
    stay = [one for one in judgements if one.kept and one.trajectory_id not in duplicates]
    everything = sorted([*rejected, *(one.trajectory_id for one in stay)])
    assert everything == sorted(one.trajectory_id for one in judgements)
    assert len({one.duplicate_key for one in stay}) == len(stay)
    assert {one.duplicate_key for one in judgements if one.kept} == {
        one.duplicate_key for one in stay
    }
