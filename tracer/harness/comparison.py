"""Comparison: how the state an episode ended in differs from the one its reference ends in."""

from collections.abc import Sequence
from dataclasses import dataclass

from schemas.errors import EnvironmentFault
from schemas.message import Message
from schemas.task import Task
from tracer.domains.difference import Difference, list_differences
from tracer.domains.domain import Domain
from tracer.domains.state import State
from tracer.harness.environment import Environment


@dataclass(frozen=True, slots=True)
class EndComparison:
    """Two final states side by side."""

    differences: list[Difference]
    """Expected is the reference's end, found the episode's."""
    note: str
    """Why the states could not be compared; empty when they were."""


def compare_ends(domain: Domain, task: Task, messages: Sequence[Message]) -> EndComparison:
    """Return what differs after the reference actions of a task and after an episode of it.

    Both are run again, so this costs as much as their calls; nothing of it is kept.
    """
    if domain.start().digest() != task.start_digest:
        note = f"the data of domain {domain.name} is not what the task was made on"
        return EndComparison([], note)
    try:
        expected, found = reach_reference_end(domain, task), reach_episode_end(domain, messages)
    except EnvironmentFault as error:
        return EndComparison([], f"the replay stopped: {error}")
    return EndComparison(list_differences(expected, found), "")


def reach_reference_end(domain: Domain, task: Task) -> State:
    """Return the state that the reference actions end in.

    Raises:
        EnvironmentFault: a tool raised something other than a refusal.
    """
    environment = Environment(domain.tools, domain.start())
    for action in task.actions:
        environment.attempt(action.tool, action.arguments)
    return environment.state


def reach_episode_end(domain: Domain, messages: Sequence[Message]) -> State:
    """Return the state that the calls of a conversation end in.

    Raises:
        EnvironmentFault: a tool raised something other than a refusal.
    """
    environment = Environment(domain.tools, domain.start())
    for message in messages:
        for call in message.tool_calls or ():
            environment.execute(call)
    return environment.state
