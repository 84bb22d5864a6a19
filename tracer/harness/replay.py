"""Replay: runs recorded calls again from the start state and compares what comes back."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from schemas.grounded import Action
from schemas.identity import dump_canonical
from schemas.message import Message, Role
from tracer.domains.state import Base, State
from tracer.domains.tool import Tool
from tracer.harness.environment import Environment


@dataclass(frozen=True, slots=True)
class Replayed:
    """What a replay ended in; `difference` is empty when every result came back the same."""

    final_digest: str
    difference: str


def replay_messages(tools: Mapping[str, Tool], base: Base, messages: Sequence[Message]) -> Replayed:
    """Run the calls of a conversation again, in order; compare results with those recorded."""
    environment = Environment(tools, State(base))
    recorded = {item.tool_call_id: item.content for item in messages if item.role is Role.TOOL}
    difference = ""
    for message in messages:
        for call in message.tool_calls or ():
            content = environment.execute(call).content
            if content != recorded.get(call.id) and not difference:
                difference = f"{call.id} {call.function.name}: {content[:200]}"
    return Replayed(environment.state.digest(), difference)


def replay_actions(tools: Mapping[str, Tool], base: Base, actions: Sequence[Action]) -> Replayed:
    """Run the reference actions of a task again, in order; compare results with those recorded.

    Raises:
        EnvironmentFault: a tool raised something other than a refusal.
    """
    environment = Environment(tools, State(base))
    difference = ""
    for place, action in enumerate(actions):
        content = environment.attempt(action.tool, action.arguments).content
        if dump_canonical(json.loads(content)) != action.result and not difference:
            difference = f"action {place} {action.tool}: {content[:200]}"
    return Replayed(environment.state.digest(), difference)
