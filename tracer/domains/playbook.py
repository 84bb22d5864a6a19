"""Playbook: how a domain's desk settles one concern with what it has heard and looked up.

Knows policy and tools, never a task, a workflow, a reference or the guards that judge it.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, Protocol

from schemas.identity import dump_canonical


@dataclass(frozen=True, slots=True)
class Mention:
    """One value the customer gave for a concern."""

    slot: str
    value: str
    about: str = ""


@dataclass(slots=True)
class Concern:
    """One concern of the customer as the desk understands it."""

    topic: int
    intent: str
    mentions: list[Mention] = field(default_factory=list)

    def has(self, prefix: str) -> bool:
        """Return whether a value was given for the slot or for one below it."""
        return any(is_below(item.slot, prefix) for item in self.mentions)

    def get(self, slot: str) -> str | None:
        """Return the latest value given for a slot, or None."""
        return next((item.value for item in reversed(self.mentions) if item.slot == slot), None)

    def list(self, prefix: str, about: str | None = None) -> list[Mention]:
        """Return the values given for the slot or one below it, about one thing when named."""
        return [
            item
            for item in self.mentions
            if is_below(item.slot, prefix) and about in (None, item.about)
        ]


def is_below(slot: str, prefix: str) -> bool:
    """Return whether a slot is `prefix` or `prefix.<something>`."""
    return slot == prefix or slot.startswith(f"{prefix}.")


@dataclass(slots=True)
class Notebook:
    """What the desk has heard of the customer's identity and found out by calls."""

    identity: dict[str, str] = field(default_factory=dict)
    results: dict[tuple[str, str], Any] = field(default_factory=dict)
    refusals: dict[tuple[str, str], str] = field(default_factory=dict)
    chosen: dict[int, str] = field(default_factory=dict)
    """Topic -> the entity found for it."""
    last_address: Any = None

    def look(self, tool: str, **arguments: Any) -> Any:
        """Return what a call brought back, or None when it was not made."""
        return self.results.get((tool, dump_canonical(arguments)))

    def get_refusal(self, tool: str, arguments: Mapping[str, Any]) -> str | None:
        """Return why a call was refused, or None when it was not."""
        return self.refusals.get((tool, dump_canonical(dict(arguments))))

    def note(self, tool: str, arguments: Mapping[str, Any], content: str) -> None:
        """Write down what a call brought back; a refusal is an object with the one key `error`."""
        key = (tool, dump_canonical(arguments))
        value = json.loads(content)
        if isinstance(value, dict) and set(value) == {"error"}:
            self.refusals[key] = value["error"]
        else:
            self.results[key] = value


@dataclass(frozen=True, slots=True)
class Call:
    """The desk needs a call first.

    `others` are reads it will need too and may make in the same message.
    """

    tool: str
    arguments: Mapping[str, Any]
    others: tuple["Call", ...] = ()


@dataclass(frozen=True, slots=True)
class Ask:
    """The desk needs to know something only the customer can tell.

    `slot` names the lines to ask with.
    """

    slot: str
    values: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Propose:
    """The desk is ready for a write and lists it first."""

    call: Call
    values: Mapping[str, str]
    """Placeholder values of the lines."""
    shown: tuple[Mention, ...]
    """What the listing shows, in the customer's slots; each value occurs in those of the lines."""
    final: bool = False
    """Whether it can be done only once."""


@dataclass(frozen=True, slots=True)
class Tell:
    """The desk can answer."""

    intent: str
    values: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Stuck:
    """The desk can't do it, for a reason it tells."""

    reason: str


Plan = Call | Ask | Propose | Tell | Stuck


class Playbook(Protocol):
    """A domain's procedures."""

    def identify(self, notebook: Notebook) -> Call | Ask | None:
        """Return what is still needed to know who the customer is, or None when it is known."""
        ...

    def needs_record(self, intent: str) -> bool:
        """Return whether a concern is about one record, such as an order, that has a number."""
        ...

    def plan(self, concern: Concern, notebook: Notebook) -> Plan:
        """Return the next thing to do for a concern of a known customer."""
        ...

    def report(self, propose: Propose, result: Any) -> Mapping[str, str]:
        """Return the placeholder values of the lines that report a write."""
        ...

    def apply(self, call: Call, result: Any, notebook: Notebook) -> None:
        """Bring the notebook up to date after a write."""
        ...


def load_playbook(domain: str) -> Playbook:
    """Return the playbook of a domain."""
    playbook: Playbook = import_module(f"tracer.domains.{domain}.playbook").PLAYBOOK
    return playbook
