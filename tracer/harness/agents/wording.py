"""Wording: the desk's sentences, one house style through a conversation.

No line comes twice while others are left.
"""

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from tracer.domains.words import Lines

STYLES = ("brief", "plain", "kind")


@dataclass(slots=True)
class Wording:
    """Puts acts into words."""

    lines: Lines
    rng: random.Random
    style: str = ""
    used: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        """Choose the style."""
        self.style = self.rng.choice(STYLES)

    def write(self, section: str, key: str = "", values: Mapping[str, str] | None = None) -> str:
        """Return one line of a section, its placeholders filled."""
        group = self.lines[section][key] if key else self.lines[section]
        pool: Sequence[str] = group[self.style]
        line = self.rng.choice([text for text in pool if text not in self.used] or pool)
        self.used.add(line)
        text = line.format_map(dict(values or {}))
        return text[:1].upper() + text[1:]

    def fragment(self, section: str, key: str, values: Mapping[str, str]) -> str:
        """Return a line as a fragment, its first letter as written."""
        pool: Sequence[str] = self.lines[section][key][self.style]
        return self.rng.choice(pool).format_map(dict(values))

    def find_number(self) -> str:
        """Return the question for the number of what a concern is about, such as `order_number`."""
        slots: Iterable[str] = self.lines["ask"]
        return next(slot for slot in slots if slot.endswith("_number"))
