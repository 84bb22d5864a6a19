"""Reward: its values, and what each of them proves."""

from hypothesis import given
from hypothesis import strategies as st

from schemas.message import Message, Role
from schemas.trajectory import UNSCORED, Termination
from tests.support.builders import make_information
from tests.support.rule_play import list_tasks
from tracer.domains.domain import load_domain
from tracer.harness.reward import Goal, decide_reward, score_episode, set_goal

ENDS = st.sampled_from(list(Termination))
DIGESTS = st.sampled_from(["d0", "d1"])
NUMBERS = st.integers(0, 500).map(str)
MESSAGES = st.lists(
    st.builds(
        lambda role, number: Message(role=role, content=f"It is {number} EUR."),
        st.sampled_from([Role.USER, Role.ASSISTANT]),
        NUMBERS,
    ),
    max_size=4,
)


@given(ended=ENDS, reached=st.booleans())
def test_reward_is_one_of_four(*, ended: Termination, reached: bool) -> None:
    assert decide_reward(ended, goal_reached=reached) in (1.0, 0.0, -1.0, None)


@given(ENDS, DIGESTS, st.lists(NUMBERS, max_size=2), MESSAGES)
def test_each_reward_proves_what_it_says(
    ended: Termination, digest: str, asked: list[str], messages: list[Message]
) -> None:
    information = [make_information(question=text, accepted=[text]) for text in asked]
    score = score_episode(ended, digest, Goal("d1", information), messages)
    if score.reward == 1:
        assert digest == "d1"
        assert ended in (Termination.STOP, Termination.TRANSFER)
        assert all(
            any(item.role is Role.ASSISTANT and f" {text} " in item.content for item in messages)
            for text in asked
        )
    if score.reward == -1:
        assert ended is Termination.UNSATISFIED
        assert not score.goal_reached
    assert (score.reward is None) == (ended in UNSCORED)


@given(ENDS, DIGESTS, MESSAGES, MESSAGES)
def test_more_said_never_lowers_a_reward(
    ended: Termination, digest: str, messages: list[Message], more: list[Message]
) -> None:
    information = [make_information(accepted=["7"]), make_information(accepted=["250"])]
    goal = Goal("d1", information)
    before = score_episode(ended, digest, goal, messages)
    after = score_episode(ended, digest, goal, [*messages, *more])
    assert set(after.missing) <= set(before.missing)
    assert (after.reward or 0) >= (before.reward or 0)


def test_idle_agent_passes_no_task() -> None:
    for task, _ in list_tasks(40, 1):
        goal = set_goal(task, load_domain(task.domain).tools)
        polite = [Message(role=Role.ASSISTANT, content="How can I help you? It's all done.")]
        assert score_episode(Termination.STOP, task.start_digest, goal, polite).reward == 0
