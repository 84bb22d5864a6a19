"""Reward: what an episode is worth, from its end, its final state and what was told.

The table is that of arXiv:2610.19560 (unsatisfied: -1) over the state comparison of tau-bench
(arXiv:2406.12045):

| termination | reward |
|---|---|
| stop, transfer | 1 if the goal was reached, else 0 |
| unsatisfied | -1 if the goal was not reached, else 0 |
| step_limit, token_limit, context_length, agent_error | 0 |
| user_error, environment_error, model_error, time_limit | not scored |
"""

from collections.abc import Sequence
from dataclasses import dataclass

from schemas.grounded import Information
from schemas.message import Message, Role
from schemas.trajectory import UNSCORED, Termination
from tracer.harness.information import is_told


@dataclass(frozen=True, slots=True)
class Score:
    """Reward with what it follows from."""

    reward: float | None
    goal_reached: bool
    missing: list[str]


def score_episode(
    termination: Termination,
    digests: tuple[str, str],
    information: Sequence[Information],
    messages: Sequence[Message],
) -> Score:
    """Return the score; `digests` are those of the final state, reached and referenced."""
    missing = find_untold(information, messages)
    goal_reached = digests[0] == digests[1] and not missing
    return Score(decide_reward(termination, goal_reached=goal_reached), goal_reached, missing)


def find_untold(information: Sequence[Information], messages: Sequence[Message]) -> list[str]:
    """Return the questions whose answer stands in none of the agent's texts.

    Text beside calls tells nothing: the customer never sees it.
    """
    texts = [
        message.content
        for message in messages
        if message.role is Role.ASSISTANT and not message.tool_calls
    ]
    return [item.question for item in information if not is_told(item.accepted, texts)]


def decide_reward(termination: Termination, *, goal_reached: bool) -> float | None:
    """Return 1, 0 or -1, or None when the episode says nothing about the agent.

    >>> decide_reward(Termination.UNSATISFIED, goal_reached=False)
    -1.0
    """
    if termination in UNSCORED:
        return None
    if termination is Termination.UNSATISFIED:
        return 0.0 if goal_reached else -1.0
    ended_well = termination in (Termination.STOP, Termination.TRANSFER)
    return 1.0 if ended_well and goal_reached else 0.0
