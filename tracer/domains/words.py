"""Words: what a domain's customers and desk say, as lists of lines with named placeholders."""

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.resources import files
from typing import Any, Protocol

Lines = Mapping[str, Any]


class FillSlots(Protocol):
    """Turns slot values into placeholder values."""

    def __call__(self, slots: Sequence[tuple[str, str]], about: str) -> dict[str, str]:
        """Return every placeholder a wording may use for these slots."""
        ...


@dataclass(frozen=True, slots=True)
class Words:
    """The lines of one domain: `customer` for the user, `desk` for the agent."""

    customer: Lines
    desk: Lines
    fill: FillSlots
    join: Callable[[Sequence[str]], str]
    """Joins words as a list in English."""
    answers: Mapping[str, tuple[str, ...]]
    """What the desk may ask for -> the wordings of facts that answer it, the best first."""


@cache
def load_words(domain: str) -> Words:
    """Return the words of a domain."""
    phrases = import_module(f"tracer.domains.{domain}.phrases")
    return Words(
        customer=read_lines(domain, "customer"),
        desk=read_lines(domain, "desk"),
        fill=phrases.fill_slots,
        join=phrases.join_words,
        answers=phrases.ANSWERS,
    )


def read_lines(domain: str, name: str) -> Lines:
    """Return one file of lines, keys as in the file."""
    source = files(f"tracer.domains.{domain}") / f"{name}.toml"
    return tomllib.loads(source.read_text(encoding="utf-8"))
