"""Draft: a message being written by the rule engine, its sentences and what they do."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from schemas.act import Act, ActKind


def make_act(
    kind: ActKind, topic: int = 0, slot: str = "", value: str = "", about: str = ""
) -> Act:
    """Return an act; its parts are known to be of the right type, so they are not checked again."""
    return Act.model_construct(kind=kind, topic=topic, slot=slot, value=value, about=about)


@dataclass(slots=True)
class Draft:
    """Sentences with their acts and, for a customer, the facts they tell."""

    parts: list[str] = field(default_factory=list)
    acts: list[Act] = field(default_factory=list)
    facts: list[str] = field(default_factory=list)

    def add(self, text: str, acts: Iterable[Act] = (), facts: Iterable[str] = ()) -> None:
        """Add a sentence or more."""
        self.parts.append(text)
        self.acts.extend(acts)
        self.facts.extend(facts)

    @property
    def text(self) -> str:
        """The message."""
        return " ".join(self.parts)

    def list_acts(self) -> tuple[Act, ...]:
        """Return the acts whose value, if any, really stands in the text."""
        text = self.text
        return tuple(act for act in self.acts if act.value in text)
