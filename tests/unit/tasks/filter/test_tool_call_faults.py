"""What the filter makes of faults of tool calls; the loop's side of them is tested in the harness.

The rate of leaked markup as it is shown: tests/unit/tracer/cli/test_funnel.py. More claims:
test_claims.py of each domain's guards. More marks: test_leaked_markup.py.
"""

import json
from collections.abc import Sequence

import pytest

from schemas.message import Message
from schemas.trajectory import Termination
from schemas.verdict import Reason
from tasks.filter.judge import judge_trajectory
from tests.support.transcripts import agent, user
from tests.unit.tasks.filter.conversations import (
    CANCELLED,
    LISTING,
    LOOKED_UP,
    make_domain,
    make_episode,
    make_errand,
)


def judge(messages: Sequence[Message], **changes: object) -> Reason | None:
    episode = make_episode(messages, **changes)
    return judge_trajectory(episode, make_errand(), make_domain()).reason


@pytest.mark.parametrize("reward", [0.0, 1.0])
def test_output_cut_at_the_limit_never_becomes_an_example(reward: float) -> None:
    ended = Termination.TOKEN_LIMIT
    assert judge(CANCELLED, termination=ended, reward=reward) is Reason.TRUNCATED


def test_call_cut_in_the_middle_never_becomes_an_example() -> None:
    half = [message.model_copy() for message in CANCELLED]
    place = next(n for n, message in enumerate(half) if message.tool_calls)
    call = (half[place].tool_calls or [])[0]
    function = call.function.model_copy(update={"arguments": json.dumps('{"email":"an')})
    cut = call.model_copy(update={"function": function})
    half[place] = half[place].model_copy(update={"tool_calls": [cut]})
    assert judge(half) is Reason.INVALID_TEXT


# A write that was claimed and never made.


@pytest.mark.parametrize("reward", [1.0, 0.0])
@pytest.mark.parametrize(
    "claim",
    [
        "Order K10-0001 has been cancelled.",
        "I've cancelled your order and refunded 164.50 EUR to your credit card.",
    ],
)
def test_write_that_was_claimed_and_never_called_fails_though_the_user_is_content(
    claim: str, reward: float
) -> None:
    content = [*user("Wonderful, thank you, goodbye."), *agent("You're welcome. Goodbye.")]
    talk = [*LOOKED_UP, *agent(LISTING), *user("Yes, please."), *agent(claim), *content]
    assert judge(talk, termination=Termination.STOP, reward=reward) is Reason.FALSE_CLAIM


def test_claim_of_a_write_that_was_made_is_no_fault() -> None:
    assert judge(CANCELLED) is None


# Markup left in the text.


@pytest.mark.parametrize(
    "text",
    [
        '<tool_call>{"name": "get_order", "arguments": {}}</tool_call>',
        "<think>They are cross.</think>Goodbye.",
        "They are cross.</think>Goodbye.",
        "[TOOL_CALLS] get_order",
        "Goodbye.<|im_end|>",
        "<|channel|>analysis<|message|>Goodbye.",
    ],
)
def test_markup_of_calls_or_reasoning_left_in_a_text_is_rejected_and_counted(text: str) -> None:
    episode = make_episode([*CANCELLED[:-1], *agent(text)])
    judgement = judge_trajectory(episode, make_errand(), make_domain())
    assert (judgement.reason, judgement.has_markup) == (Reason.LEAKED_MARKUP, True)
