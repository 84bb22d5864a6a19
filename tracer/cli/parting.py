"""Parting: where a failed episode and its reference first go different ways."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import NamedTuple

from schemas.identity import dump_canonical
from schemas.message import Message
from schemas.task import Task
from tracer.domains.difference import Difference
from tracer.domains.domain import Domain
from tracer.domains.tool import Tool, ToolKind
from tracer.domains.transcript import parse_result, read_transcript
from tracer.harness.comparison import compare_ends

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
    """What differs in the final states; expected is the reference's."""
    note: str
    """Why the states could not be compared; empty when they were."""


def compare_episode(domain: Domain, task: Task, messages: Sequence[Message]) -> Comparison:
    """Return where the writes part and in what the final states differ.

    Refused writes change nothing and are left out.
    """
    reference = list_reference_writes(task, domain.tools)
    parting = find_parting(reference, list_episode_writes(messages, domain.tools))
    ends = compare_ends(domain, task, messages)
    return Comparison(parting, ends.differences, ends.note)


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
