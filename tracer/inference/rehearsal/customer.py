"""Customer: the user's half of a rehearsal, from its instruction and the desk's texts."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tracer.inference.rehearsal.words import MAIL, list_stems

FACT = re.compile(r"^(f\d+): (.+)$", re.MULTILINE)
SETTLED = re.compile(
    r"\b(?:anything|something|what) else\b|\banything more\b|\bis that (?:all|everything)\b",
    re.IGNORECASE,
)
CONSENT = re.compile(
    r"\b(?:go ahead|shall i|should i|do you agree|agree to|a yes|may i proceed|confirm)\b",
    re.IGNORECASE,
)
STANCE = re.compile(
    r"\b(?:you accept|you don't insist|you take no for|leave it at that|all right with you)\b",
    re.IGNORECASE,
)
TOLD_TO_SAY = re.compile(
    r"^(?:Asked for|Asked about|When the desk asks about) ([^,]+), ", re.IGNORECASE
)
YES = "Yes, please go ahead."
THANKS = "No, that is all. Thank you, goodbye."
NO_MORE = "I'm afraid I can't tell you more than that."
MOST_UNKNOWN = 4
"""How often the customer says that it knows no more before it gives up."""
MOST_REPEATED = 2
"""How often one fact is told again by itself."""
LONG = 2
"""Commas from which on a fact takes a message of its own."""

REPLACED = (
    (r"\byourself\b", "myself"),
    (r"\byours\b", "mine"),
    (r"\byour\b", "my"),
    (r"\byou are\b", "I am"),
    (r"\byou were\b", "I was"),
    (r"\byou're\b", "I'm"),
    (r"\b(for|to|by|of|with|reach|find|has|have|know|give|had|stops|delivered to) you\b", r"\1 me"),
    (r"\byou\b", "I"),
)


@dataclass(frozen=True, slots=True)
class Told:
    """A fact with its id."""

    id: str
    text: str


@dataclass(frozen=True, slots=True)
class Part:
    """What the customer knows: how it is found, and its wishes, each the facts in order."""

    identity: tuple[Told, ...]
    wishes: tuple[tuple[Told, ...], ...]


def speak(
    messages: Sequence[Mapping[str, Any]], answered: Sequence[Mapping[str, Any]]
) -> dict[str, Any]:
    """Return the customer's next turn; `answered` are its own turns so far."""
    part = read_part(str(messages[0].get("content", "")) if messages else "")
    told = {name for turn in answered for name in turn.get("facts_told", ())}
    if not answered:
        return open_wish(part, 0)
    heard = str(messages[-1].get("content", ""))
    opened = sum(wish[0].id in told for wish in part.wishes)
    if SETTLED.search(heard):
        is_more = opened < len(part.wishes)
        return open_wish(part, opened) if is_more else turn(THANKS, signal="stop")
    known = [*part.identity, *(part.wishes[opened - 1] if opened else ())]
    facts = choose(heard, [fact for fact in known if fact.id not in told])
    is_listing = CONSENT.search(heard) is not None and heard.rstrip().endswith("?")
    if facts:
        lead = "One detail first. " if is_listing else ""
        return turn(lead + " ".join(voice(fact.text) for fact in facts), facts)
    return turn(YES) if is_listing else refuse(answered, heard, known)


def refuse(
    answered: Sequence[Mapping[str, Any]], heard: str, known: Sequence[Told]
) -> dict[str, Any]:
    """Return a fact once more where the desk asks for it, else that there is no more to tell."""
    n_unknown = sum(one.get("utterance") == NO_MORE for one in answered)
    if n_unknown >= MOST_UNKNOWN:
        return turn("Then I had better leave it. Goodbye.", signal="unsatisfied")
    words = list_stems(heard)
    again = [fact for fact in known if len(list_stems(fact.text) & words) > 1]
    said = [one.get("utterance") for one in answered]
    if again and said.count(voice(again[-1].text)) < MOST_REPEATED:
        return turn(voice(again[-1].text), again[-1:])
    return turn(NO_MORE)


def open_wish(part: Part, number: int) -> dict[str, Any]:
    """Return the turn that brings up a wish."""
    if not part.wishes:
        return turn("Hello, I need your help.")
    wish = part.wishes[number][0]
    greeting = "Hello. " if number == 0 else "One more thing. "
    return turn(greeting + voice(wish.text), [wish])


def choose(heard: str, facts: Sequence[Told]) -> list[Told]:
    """Return the facts a message asks for, or those that come next: one or two."""
    words = list_stems(heard)
    asked = sorted(
        (fact for fact in facts if list_stems(fact.text) & words),
        key=lambda fact: len(list_stems(fact.text) & words),
        reverse=True,
    )
    chosen = [*asked, *(fact for fact in facts if fact not in asked)][:2]
    if chosen and chosen[0].text.count(",") >= LONG:
        return chosen[:1]
    return [fact for fact in chosen if fact.text.count(",") < LONG]


def turn(utterance: str, facts: Sequence[Told] = (), signal: str = "") -> dict[str, Any]:
    """Return a turn in the form asked for."""
    return {
        "reason": "I go on with what I want.",
        "facts_told": [fact.id for fact in facts],
        "utterance": utterance,
        "signal": signal,
    }


def read_part(system: str) -> Part:
    """Return identity and wishes of a customer, as its instruction groups the facts by lines."""
    groups: dict[int, list[Told]] = {}
    cursor = 0
    for fact in (Told(*found) for found in FACT.findall(system)):
        place = system.find(fact.text, cursor)
        cursor = place + len(fact.text) if place >= 0 else cursor
        if not STANCE.search(fact.text):
            groups.setdefault(system.count("\n", 0, cursor), []).append(fact)
    grouped = list(groups.values())
    first = grouped[0] if grouped else []
    is_identity = bool(first) and (MAIL.search(first[0].text) or len(grouped) > 1)
    wishes = grouped[1:] if is_identity else grouped
    return Part(tuple(first) if is_identity else (), tuple(map(tuple, wishes)))


def voice(text: str) -> str:
    """Return a clause in the second person as the customer says it of itself."""
    found = TOLD_TO_SAY.match(text)
    if found:
        rest = text[found.end() :].removeprefix("say that ")
        text = f"As for {found[1]}: {rest}"
    for pattern, words in REPLACED:
        text = re.sub(pattern, words, text, flags=re.IGNORECASE)
    text = re.sub(r"^Find out", "Please find out", text)
    return text[0].upper() + text[1:]
