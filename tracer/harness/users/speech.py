"""Speech: how one customer puts things, by register, condition and seeded temperament."""

import random
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

from schemas.condition import Condition, Family
from schemas.draft import Fact
from tracer.domains.words import Words

TALKATIVENESS = ("terse", "plain", "plain", "chatty")


@cache
def load_voices() -> dict[str, Any]:
    """Return the first-person lines of feeling, by group, label and moment."""
    source = files("tracer.emotions") / "voices.toml"
    return tomllib.loads(source.read_text(encoding="utf-8"))


@dataclass(slots=True)
class Speech:
    """Chooses lines, none twice in a conversation while others are left."""

    words: Words
    condition: Condition | None
    thing: str
    rng: random.Random
    talk: str = ""
    used: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        """Draw how much this customer writes."""
        self.talk = self.rng.choice(TALKATIVENESS)

    @property
    def register(self) -> str:
        """warm, neutral or cold."""
        return self.condition.politeness if self.condition else "neutral"

    def name_tone(self, moment: str) -> str:
        """Return `glad` when what is said of the feeling at that moment is pleasant, else `low`."""
        is_glad = self.condition is not None and self.condition.family is Family.ENJOYMENT
        return "glad" if is_glad or moment == "relieved" else "low"

    def choose(self, pool: Sequence[str]) -> str:
        """Return a line of the pool, an unused one while there is one."""
        line = self.rng.choice([text for text in pool if text not in self.used] or pool)
        self.used.add(line)
        return line

    def manner(self, kind: str) -> str:
        """Return a line of politeness, such as a greeting or a consent."""
        return self.choose(load_voices()["politeness"][self.register][kind])

    def word(self, section: str) -> str:
        """Return one of the domain's lines that say nothing of their own, such as a connector."""
        return self.choose(self.words.customer[section][self.register])

    def feel(self, moment: str) -> str:
        """Return a line of the customer's emotion, or "" in the neutral arm."""
        if self.condition is None:
            return ""
        line = self.choose(load_voices()["emotion"][self.condition.emotion][moment])
        return line.replace("{thing}", self.thing)

    def remark(self, dimension: str, kind: str = "remark") -> str:
        """Return a line about pace or belief, or "" where the condition has none."""
        if self.condition is None:
            return ""
        level: str = getattr(self.condition, dimension)
        pool: Sequence[str] = load_voices()[dimension][level].get(kind, ())
        return self.choose(pool) if pool else ""

    def urge(self, kind: str) -> str:
        """Return a line of impatience."""
        return self.choose(load_voices()["impatience"][kind])

    def request(self, request: Fact, goods: str, category: str) -> str:
        """Return the line that brings up a concern, naming goods, trip or category when given."""
        pool: Sequence[str] = self.words.customer["request"][request.wording][self.register]
        named = [text for text in pool if "{" in text]
        plain = [text for text in pool if "{" not in text]
        has_name = bool(named) and bool(goods or category)
        return self.choose(named if has_name else plain).format(
            goods=goods, trip=goods, category=category
        )

    def tell(self, fact: Fact) -> str:
        """Return a sentence that tells a fact."""
        pool: Sequence[str] = self.words.customer["fact"][fact.wording][self.register]
        return self.choose(pool).format_map(self.fill(fact))

    def tell_items(self, facts: Sequence[Fact]) -> str:
        """Return one sentence that tells which goods a concern is about."""
        pool: Sequence[str] = self.words.customer["fact"]["item"][self.register]
        goods = self.words.join([self.fill(fact)["goods"] for fact in facts])
        return self.choose(pool).format(goods=goods)

    def fill(self, fact: Fact) -> Mapping[str, str]:
        """Return the placeholder values of a fact."""
        return self.words.fill([(slot.slot, slot.value) for slot in fact.slots], fact.about)
