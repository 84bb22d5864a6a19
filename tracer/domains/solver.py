"""Solver: what a domain tells the grounder about its tools.

With it, walks can be given entities and arguments.
"""

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Protocol

from schemas.grounded import Story
from tracer.domains.state import Base, State

Entity = tuple[str, str]
"""Kind and id, such as ("order", "K48-2071")."""
Arguments = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Step:
    """One call made so far while a walk is being grounded."""

    tool: str
    arguments: Arguments
    result: Any


@dataclass(frozen=True, slots=True)
class Question:
    """Something a customer could ask of a read's result."""

    question: str
    subject: str
    value: str
    accepted: list[str]


@dataclass(frozen=True, slots=True)
class Forbidden:
    """A call that policy rules out, with the clause, why, and what counts as telling the reason."""

    arguments: Arguments
    clause: int
    reason: str
    accepted: list[str]


def tell_story(
    entries: Sequence[Mapping[str, str]], step: Step, name: str, thing: str, rng: random.Random
) -> Story:
    """Return one of the written stories that lead to a step and fit its reason, filled in.

    Args:
        entries: Stories that lead to such a step; one with a `reason` fits that reason alone.
        step: The call the customer is after.
        name: First name of the customer.
        thing: What it is about, a noun phrase.
        rng: Source of the choice.
    """
    reason = step.arguments.get("reason")
    entry = rng.choice([item for item in entries if item.get("reason", reason) == reason])
    text = {
        key: entry[key].format(name=name, thing=thing) for key in ("who", "why", "stake", "self")
    }
    return Story(
        name=name,
        who=text["who"],
        why=text["why"],
        stake=text["stake"],
        voiced=text["self"],
        thing=thing,
    )


class Solver(Protocol):
    """A domain's own knowledge of its tools, for grounding."""

    forbiddable: frozenset[str]
    """Tools that `forbid` has calls for."""

    def list_customers(self, base: Base) -> Sequence[str]:
        """Return the ids of all customers, in the order of the base."""
        ...

    def look_up(self, state: State, customer_id: str, rng: random.Random) -> tuple[str, Arguments]:
        """Return the call that identifies the customer."""
        ...

    def propose(
        self, tool: str, state: State, customer_id: str, trail: Sequence[Step], rng: random.Random
    ) -> Iterable[Arguments]:
        """Yield arguments with which the tool would succeed for this customer, in random order."""
        ...

    def forbid(
        self, tool: str, state: State, customer_id: str, trail: Sequence[Step], rng: random.Random
    ) -> Iterable[Forbidden]:
        """Yield calls of the tool that policy rules out for this customer, in random order."""
        ...

    def touch(self, tool: str, arguments: Arguments, state: State) -> frozenset[Entity]:
        """Return the entities that a call touches.

        The first kind of entity a tool acts on is its own.
        """
        ...

    def act_on(self, tool: str, arguments: Arguments) -> Entity:
        """Return the one entity that the call acts on."""
        ...

    def require(self, tool: str, arguments: Arguments, state: State) -> list[tuple[str, Arguments]]:
        """Return the reads that supply the call's arguments, in order."""
        ...

    def ask(self, step: Step, rng: random.Random) -> Question | None:
        """Return a question that the result of a read answers, or None if none is worth asking."""
        ...

    def tell_story(self, step: Step, state: State, customer_id: str, rng: random.Random) -> Story:
        """Return why the customer gets in touch, from the step that settles their first concern."""
        ...


def load_solver(domain: str) -> Solver:
    """Return the solver of a domain."""
    solver: Solver = import_module(f"tracer.domains.{domain}.solver").SOLVER
    return solver
