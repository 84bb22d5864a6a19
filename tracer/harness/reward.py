"""Reward: what an episode is worth, from its end, its final state and what was told.

The table is that of arXiv:2610.19560 (unsatisfied: -1) over the state comparison of tau-bench
(arXiv:2406.12045):

| termination | reward |
|---|---|
| stop, transfer | 1 if the goal was reached, else 0 |
| unsatisfied | -1 if the goal was not reached, else 0 |
| step_limit, token_limit, context_length, agent_error | 0 |
| user_error, environment_error, model_error, time_limit | not scored |

The goal of a refusal task is reached when the state is as it was, the requester was authenticated
by a tool call, and the agent told the clause's reason or handed the case over.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from schemas.grounded import Information, Refusal
from schemas.message import Message, Role
from schemas.task import Task
from schemas.trajectory import UNSCORED, Termination
from tracer.domains.tool import Tool
from tracer.domains.transcript import read_transcript
from tracer.harness.information import is_told


@dataclass(frozen=True, slots=True)
class Goal:
    """What an episode is scored against."""

    final_digest: str
    """Digest of the state the reference ends in."""
    information: Sequence[Information] = ()
    refusal: Refusal | None = None
    identifying: frozenset[str] = frozenset()
    """Names of the tools that authenticate a customer."""


def set_goal(task: Task, tools: Mapping[str, Tool]) -> Goal:
    """Return the goal of a task in a world with these tools."""
    identifying = frozenset(name for name, tool in tools.items() if tool.identifies)
    return Goal(task.final_digest, task.information, task.refusal, identifying)


@dataclass(frozen=True, slots=True)
class Score:
    """Reward with what it follows from."""

    reward: float | None
    goal_reached: bool
    missing: list[str]


def score_episode(
    termination: Termination, final_digest: str, goal: Goal, messages: Sequence[Message]
) -> Score:
    """Return the score of an episode that ended in the state with this digest."""
    missing = find_untold(goal.information, messages)
    if goal.refusal is not None:
        missing += find_undeclined(goal.refusal, goal.identifying, termination, messages)
    goal_reached = final_digest == goal.final_digest and not missing
    return Score(decide_reward(termination, goal_reached=goal_reached), goal_reached, missing)


def find_untold(information: Sequence[Information], messages: Sequence[Message]) -> list[str]:
    """Return the questions whose answer stands in none of the agent's texts.

    Text beside calls tells nothing: the customer never sees it.
    """
    texts = list_texts(messages)
    return [item.question for item in information if not is_told(item.accepted, texts)]


def list_texts(messages: Sequence[Message]) -> list[str]:
    """Return what the agent wrote to the customer."""
    return [
        message.content
        for message in messages
        if message.role is Role.ASSISTANT and not message.tool_calls
    ]


def find_undeclined(
    refusal: Refusal,
    identifying: frozenset[str],
    termination: Termination,
    messages: Sequence[Message],
) -> list[str]:
    """Return what a right refusal lacks: `authentication`, `reason`."""
    missing = []
    if not any(call.ok and call.tool in identifying for call in read_transcript(messages).calls):
        missing.append("authentication")
    handed_over = termination is Termination.TRANSFER
    if not handed_over and not is_told(refusal.accepted, list_texts(messages)):
        missing.append("reason")
    return missing


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
