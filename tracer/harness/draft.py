"""Draft: a message being written by the rule engine, its sentences and what they do."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from schemas.act import Act, ActKind

# A value that ends in an abbreviation brings a full stop of its own.
DOUBLED_STOP = re.compile(r"(?<!\.)\.\.(?!\.)")
OPENERS = (
    "A About Account Address After Again All Also Among An And Any Apart As Ask At "
    "Because Before Between Beyond Book By Can Category Change Charge Check "
    "Concerning Copy Could Customer Date Deliver Do Don't Email Enter Every "
    "Everything Find For From Full Give Go Happy Have He Here Here's How If In "
    "Instead It It'd It's Its Keep Kindly Leave Let Let's Look Make Many May Might "
    "Mine Money More Move My Name New No Not Note Nothing Now Number Of On Once One "
    "Only Order Ordered Other Otherwise Our Out Pay Payment Place Placed Please "
    "Postcode Price Product Put Reason Refund Registered Replace Same Search See Send "
    "Settle She Should Silly Simply So Some Spend Still Street Switch Take Thank That "
    "That's The Their Then There There's These They This Those To Try Turn Type Under "
    "Up Use Version We We'll We've What What's Whatever When Where Which Whichever "
    "Will With Would Write You You'd You'll Your "
)
SENTENCE_OPENERS = frozenset(OPENERS.split())
"""Words that open the sentences of this house's lines and are no names."""


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
        """The message; after a colon a sentence goes on in lower case."""
        parts = [
            lower_first(part) if before.endswith(":") else part
            for before, part in zip(["", *self.parts], self.parts, strict=False)
        ]
        return DOUBLED_STOP.sub(".", " ".join(parts))

    def list_acts(self) -> tuple[Act, ...]:
        """Return the acts whose value, if any, really stands in the text."""
        text = self.text
        return tuple(act for act in self.acts if act.value in text)


def lower_first(sentence: str) -> str:
    """Return the sentence with a small first letter, unless its first word is "I" or may be a name.

    >>> lower_first("Use my wallet."), lower_first("Harbour Lane 4 it is.")
    ('use my wallet.', 'Harbour Lane 4 it is.')
    """
    word = sentence.split(" ", 1)[0].strip(".,:;?")
    return sentence[:1].lower() + sentence[1:] if word in SENTENCE_OPENERS else sentence
