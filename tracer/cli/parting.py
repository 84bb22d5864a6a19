"""Parting: where a failed episode and its reference first go different ways."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, NamedTuple

from schemas.errors import EnvironmentFault
from schemas.identity import dump_canonical
from schemas.message import Message
from schemas.task import Task
from tracer.domains.domain import Domain
from tracer.domains.state import Difference, State, find_differences
from tracer.domains.tool import Tool, ToolKind
from tracer.domains.transcript import parse_result, read_transcript
from tracer.harness.environment import Environment

Write = tuple[str, str]
"""Tool and arguments as canonical JSON."""


class Parting(NamedTuple):
    """The first write that is not the same on both sides; None where a side has no further one."""

    number: int
    """Which write, from 1."""
    reference: Write | None
    episode: Write | None


@dataclass(frozen=True, slots=True)
class Comparison:
    """A failed episode beside its reference."""

    parting: Parting | None
    """None when both made the same writes in the same order."""
    differences: list[Difference]
    """Rows of the final states, left those of the reference."""
    note: str
    """Why the states could not be compared; empty when they were."""


class FieldChange(NamedTuple):
    """One field in which two rows differ, as JSON text; `absent` where a side has none."""

    path: str
    left: str
    right: str


def compare_episode(domain: Domain, task: Task, messages: Sequence[Message]) -> Comparison:
    """Return where the writes part and in which rows the final states differ.

    Refused writes change nothing and are left out.
    """
    reference = list_reference_writes(task, domain.tools)
    parting = find_parting(reference, list_episode_writes(messages, domain.tools))
    if domain.start().digest() != task.start_digest:
        note = f"the data of domain {domain.name} is not what the task was made on"
        return Comparison(parting, [], note)
    try:
        left, right = replay_reference(domain, task), replay_episode(domain, messages)
    except EnvironmentFault as error:
        return Comparison(parting, [], f"the replay stopped: {error}")
    return Comparison(parting, find_differences(left, right), "")


def list_reference_writes(task: Task, tools: Mapping[str, Tool]) -> list[Write]:
    """Return the writes of the reference actions, in order."""
    return [
        (action.tool, dump_canonical(json.loads(action.arguments)))
        for action in task.actions
        if is_write(action.tool, tools) and parse_result(action.result)[0]
    ]


def list_episode_writes(messages: Sequence[Message], tools: Mapping[str, Tool]) -> list[Write]:
    """Return the writes of a conversation that the tools carried out, in order."""
    return [
        (call.tool, dump_canonical(call.arguments))
        for call in read_transcript(messages).calls
        if call.ok and is_write(call.tool, tools)
    ]


def is_write(name: str, tools: Mapping[str, Tool]) -> bool:
    """Return whether there is a tool of this name that writes."""
    return name in tools and tools[name].kind is ToolKind.WRITE


def find_parting(reference: Sequence[Write], episode: Sequence[Write]) -> Parting | None:
    """Return the first place where two lists of writes differ; None when they are the same."""
    for number, (left, right) in enumerate(zip_longest(reference, episode), start=1):
        if left != right:
            return Parting(number, left, right)
    return None


def replay_reference(domain: Domain, task: Task) -> State:
    """Return the state that the reference actions end in.

    Raises:
        EnvironmentFault: a tool raised something other than a refusal.
    """
    environment = Environment(domain.tools, domain.start())
    for action in task.actions:
        environment.attempt(action.tool, action.arguments)
    return environment.state


def replay_episode(domain: Domain, messages: Sequence[Message]) -> State:
    """Return the state that the calls of a conversation end in.

    Raises:
        EnvironmentFault: a tool raised something other than a refusal.
    """
    environment = Environment(domain.tools, domain.start())
    for message in messages:
        for call in message.tool_calls or ():
            environment.execute(call)
    return environment.state


def list_changes(difference: Difference) -> list[FieldChange]:
    """Return the fields in which the two sides of a row differ, in the order of their paths."""
    left = dict(_flatten(difference.left, ""))
    right = dict(_flatten(difference.right, ""))
    return [
        FieldChange(path, left.get(path, "absent"), right.get(path, "absent"))
        for path in sorted(left.keys() | right.keys())
        if left.get(path) != right.get(path)
    ]


def _flatten(value: Any, path: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, Mapping) and value:
        for key, item in value.items():
            yield from _flatten(item, f"{path}.{key}" if path else str(key))
    elif isinstance(value, list) and value:
        for index, item in enumerate(value):
            yield from _flatten(item, f"{path}[{index}]")
    elif path or value is not None:
        yield path, dump_canonical(value)
