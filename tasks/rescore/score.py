"""Score: what a stored episode is worth by today's rules, from its recorded calls alone."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from schemas.errors import EnvironmentFault
from schemas.message import Message, Role
from schemas.task import Task
from schemas.trajectory import Termination, Trajectory
from tasks.rescore.renewal import change
from tracer.domains.domain import Domain
from tracer.harness.replay import replay_actions, replay_messages
from tracer.harness.reward import Goal, score_episode, set_goal


@dataclass(frozen=True, slots=True)
class Standard:
    """What the episodes of a task are scored against today; `fault` says why they cannot be."""

    goal: Goal
    fault: str


@dataclass(frozen=True, slots=True)
class Scored:
    """A trajectory as it stands today; with a `fault` it is the stored one."""

    trajectory: Trajectory
    fault: str


def set_standard(task: Task, domain: Domain) -> Standard:
    """Return the goal of a task with the digest its reference ends in today.

    The reference is run again because the digest recorded in the task may be of another form of the
    state. When a tool answers it otherwise than recorded, the task is not the one verified.
    """
    goal = set_goal(task, domain.tools)
    try:
        replayed = replay_actions(domain.tools, domain.base, task.actions)
    except EnvironmentFault as error:
        return Standard(goal, f"reference: {error}")
    fault = f"reference: {replayed.difference}" if replayed.difference else ""
    return Standard(replace(goal, final_digest=replayed.final_digest), fault)


def score_again(stored: Trajectory, standard: Standard, domain: Domain) -> Scored:
    """Return a stored trajectory with today's digests and reward.

    Termination, error, tokens and counts stay as recorded: they follow from the rollout, not from
    the messages. A trajectory that comes out as it was is the stored record, id and all.
    """
    fault, final_digest = standard.fault, ""
    if not fault:
        fault, final_digest = _replay(stored, domain)
    if fault:
        return Scored(stored, fault)
    score = score_episode(stored.termination, final_digest, standard.goal, stored.messages)
    made = change(
        stored,
        reward=score.reward,
        goal_reached=score.goal_reached,
        missing_information=score.missing,
        start_digest=domain.start().digest(),
        final_digest=final_digest,
    )
    return Scored(made, "")


def _replay(stored: Trajectory, domain: Domain) -> tuple[str, str]:
    messages: Sequence[Message] = stored.messages
    if stored.termination is Termination.ENVIRONMENT_ERROR:
        messages = list_answered(messages)
    try:
        replayed = replay_messages(domain.tools, domain.base, messages)
    except EnvironmentFault as error:
        return str(error), ""
    return replayed.difference, replayed.final_digest


def list_answered(messages: Sequence[Message]) -> list[Message]:
    """Return the messages without the calls that have no result.

    The tool broke on the first of them, which left the state alone, and the others were never run.
    """
    answered = {message.tool_call_id for message in messages if message.role is Role.TOOL}
    return [
        message.model_copy(
            update={"tool_calls": [call for call in message.tool_calls if call.id in answered]}
        )
        if message.tool_calls
        else message
        for message in messages
    ]
