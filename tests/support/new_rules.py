"""Other rules than today's, for a while: a guard, the reward, the tools, the form of a state."""

from collections.abc import Sequence
from dataclasses import replace
from functools import wraps
from typing import Any

import pytest

from schemas.message import Message
from schemas.trajectory import Trajectory
from tracer.domains.domain import Domain, load_domain
from tracer.domains.guard import COMPLIED, Finding, violate
from tracer.domains.state import Base, State
from tracer.domains.transcript import Transcript
from tracer.harness import reward

CLAUSE = 99
LONGEST = 40
"""Conversations of more messages than this earn nothing under `add_reward_rule`."""


def add_guard(monkeypatch: pytest.MonkeyPatch, tool: str = "cancel_order") -> None:
    """Forbid to call a tool."""

    def forbid(transcript: Transcript, base: Base) -> Finding:
        del base
        is_called = any(call.tool == tool for call in transcript.calls)
        return violate(f"{tool} was called") if is_called else COMPLIED

    domain = load_domain("retail")
    put_domain(monkeypatch, replace(domain, guards={**domain.guards, CLAUSE: forbid}))


def put_domain(monkeypatch: pytest.MonkeyPatch, domain: Domain) -> None:
    for module in ("tasks.rescore.shard", "flows.origin"):
        monkeypatch.setattr(f"{module}.load_domain", lambda _: domain)


def cancels(trajectory: Trajectory) -> bool:
    calls = [call for message in trajectory.messages for call in message.tool_calls or ()]
    return any(call.function.name == "cancel_order" for call in calls)


def add_reward_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give nothing for a long conversation."""
    find_untold = reward.find_untold

    def find(information: Any, messages: Sequence[Message]) -> list[str]:
        too_long = ["brevity"] if len(messages) > LONGEST else []
        return find_untold(information, messages) + too_long

    monkeypatch.setattr(reward, "find_untold", find)


def change_form(monkeypatch: pytest.MonkeyPatch) -> None:
    """Write every state in another form, which tells the same states apart."""
    digest = State.digest
    monkeypatch.setattr(State, "digest", lambda state: digest(state)[::-1])


def change_results(monkeypatch: pytest.MonkeyPatch, tool: str) -> None:
    """Let a tool tell more than it did."""
    domain = load_domain("retail")
    old = domain.tools[tool]

    @wraps(old.function)
    def tell_more(state: State, **arguments: Any) -> Any:
        return {**old.function(state, **arguments), "news": "more"}

    changed = replace(old, function=tell_more)
    put_domain(monkeypatch, replace(domain, tools={**domain.tools, tool: changed}))


def reword_tool(monkeypatch: pytest.MonkeyPatch, tool: str) -> None:
    """Describe a tool in other words, which changes its schema and nothing it does."""
    domain = load_domain("retail")
    old = domain.tools[tool]

    @wraps(old.function)
    def same(state: State, **arguments: Any) -> Any:
        return old.function(state, **arguments)

    same.__doc__ = f"In other words. {old.function.__doc__}"
    changed = replace(old, function=same)
    put_domain(monkeypatch, replace(domain, tools={**domain.tools, tool: changed}))
