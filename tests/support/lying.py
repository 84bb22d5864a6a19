"""Lying: a handler that lies to a share of its requests, by a schedule that follows from a seed.

Whether a request is lied to, and how, follows from its body and from how often it was sent, never
from the order of requests: the same run meets the same lies however many are under way at once.
"""

import asyncio
import inspect
import json
import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from tests.support.lies import OVERFLOW_LIES, SERVER_LIES, Lie
from tests.support.slips import AGENT_SLIPS
from tracer.inference.server import Answer, Handler, refuse

HONEST = ""
ROLES = frozenset({"system", "user", "assistant", "tool"})
ALL_LIES: dict[str, Lie] = {**SERVER_LIES, **OVERFLOW_LIES, **AGENT_SLIPS}


@dataclass(frozen=True, slots=True)
class Told:
    """What one request was given: a digest of it, how often it had come before, the lie's name."""

    digest: str
    nth: int
    lie: str


@dataclass(slots=True)
class Liar:
    """Stands before an honest handler; `told` is what it gave to whom, in order."""

    honest: Handler
    rate: float
    seed: int = 0
    lies: Mapping[str, Lie] = field(default_factory=lambda: ALL_LIES)
    told: list[Told] = field(default_factory=list)
    seen: Counter[str] = field(default_factory=Counter)

    async def __call__(self, body: dict[str, Any]) -> Answer:
        digest = digest_body(body)
        told = Told(digest, self.seen[digest], self.choose(body, digest))
        self.seen[digest] += 1
        self.told.append(told)
        answer = await resolve(self.honest(body))
        if told.lie == HONEST or not isinstance(answer, Mapping):
            return answer
        return await resolve(self.lies[told.lie](body, dict(answer)))

    def choose(self, body: Mapping[str, Any], digest: str) -> str:
        """Return the name of the lie a request is told, empty for none."""
        rng = random.Random(f"{self.seed}/{digest}/{self.seen[digest]}")
        if rng.random() >= self.rate:
            return HONEST
        fit = [name for name in self.lies if name not in AGENT_SLIPS or "tools" in body]
        return rng.choice(fit) if fit else HONEST


async def resolve(answer: Any) -> Answer:
    """Return an answer that may have to be waited for."""
    resolved: Answer = await answer if inspect.isawaitable(answer) else answer
    return resolved


def digest_body(body: Mapping[str, Any]) -> str:
    """Return what names a request: a digest of its body."""
    return sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()[:24]


def lie_to(handler: Handler, number: int, lie: Lie, side: str = "tools") -> Handler:
    """Return a handler that lies once: to request `number` of those with the field `side`."""
    count = iter(range(1_000_000))

    async def answer(body: dict[str, Any]) -> Answer:
        honest = await resolve(handler(body))
        if side not in body or next(count) != number or not isinstance(honest, Mapping):
            return honest
        return await resolve(lie(body, dict(honest)))

    return answer


def be_strict(handler: Handler) -> Handler:
    """Return a handler that refuses histories as strict servers do."""

    async def answer(body: dict[str, Any]) -> Answer:
        await asyncio.sleep(0)
        fault = find_history_fault(body.get("messages", ()))
        return refuse(400, fault) if fault else await resolve(handler(body))

    return answer


def find_history_fault(messages: Any) -> str:
    """Return what a strict server refuses a history for, empty when it takes it."""
    waiting: list[str] = []
    seen: set[str] = set()
    for place, message in enumerate(messages):
        role = message.get("role")
        if role not in ROLES:
            return f"messages[{place}]: unknown role {role!r}"
        if role == "tool":
            if message.get("tool_call_id") not in waiting:
                return f"messages[{place}]: a result for no call, or a second one"
            waiting.remove(message["tool_call_id"])
            continue
        if waiting:
            return f"messages[{place}]: call {waiting[0]} has no result"
        for call in message.get("tool_calls") or ():
            fault = find_call_fault(call, seen)
            if fault:
                return f"messages[{place}]: {fault}"
            waiting.append(call["id"])
    return f"call {waiting[0]} has no result" if waiting else ""


def find_call_fault(call: Mapping[str, Any], seen: set[str]) -> str:
    """Return what is wrong with a call in a history; its id is added to those seen."""
    if not call.get("id") or call["id"] in seen:
        return f"call id {call.get('id')!r} is missing or used before"
    seen.add(call["id"])
    if not call["function"].get("name"):
        return "a call without a name"
    try:
        arguments = json.loads(call["function"]["arguments"])
    except (ValueError, RecursionError):
        return "arguments that are no JSON"
    return "" if isinstance(arguments, dict) else "arguments that are no JSON object"
