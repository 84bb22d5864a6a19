"""Claims: sentences with which an agent says that a write is done, and whether it was."""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from typing import Any

from schemas.identity import dump_canonical
from schemas.message import Role
from tracer.domains.transcript import Called, Said, Transcript

PLAIN = str.maketrans(
    {"\u2018": "'", "\u2019": "'", "\u201c": '"', "\u201d": '"', "\u00a0": " ", "*": "", "`": ""}
)
SENTENCE_END = re.compile(r"(?<=[.!?\u2026])[\"')]*\s+|\s*\n+\s*")
CLAUSE_END = re.compile(r"[,;:(\u2013\u2014]|\s-\s|\bso\b")
# Before a claim in its clause: what makes it a plan, an offer, a report of hearsay or its opposite.
UNDOING = re.compile(
    r"\b(?:if|once|when|whenever|after|before|until|unless|whether|as soon as|would|could|should"
    r"|shall|can|cannot|may|might|will|must|not|never|no|none|nothing|nobody|neither|nor|hardly"
    r"|without|want|wants|wanted|like|wish|rather|suppose|imagine|asked|said|say|says|told|wrote"
    r"|mentioned|think|thought|assume|let me|let us|let's|only)\b|n't\b|'ll\b|'d\b"
)
# Anywhere in its sentence: what makes the present tense speak of the future.
AWAITING = re.compile(
    r"\b(?:if|once|when|whenever|after|until|unless|as soon as|would|will|shall|could|can|may"
    r"|before (?:you|i|we|it|the)|then)\b|'ll\b|'d\b"
)
CONDITION_AFTER = re.compile(
    r"\b(?:if|once|when|unless|until|as soon as|provided|only|after you)\b"
)


@dataclass(frozen=True, slots=True)
class Claim:
    """One way of saying that a write is done."""

    tools: frozenset[str]
    """A successful call of any of these makes it true."""
    pattern: re.Pattern[str]
    """Stands in a sentence made plain: NFC, lower case, straight quotes, no emphasis marks."""
    is_state: bool = False
    """Present or past tense without an actor: a condition anywhere in the sentence undoes it."""
    shown: Mapping[str, Any] | None = None
    """Key -> value: a tool result with one of them makes it true too; null for `I have done`."""


@dataclass(frozen=True, slots=True, eq=False)
class Claims:
    """All claims of a domain."""

    claims: tuple[Claim, ...]
    subject: re.Pattern[str]
    """Names of what a write is about, such as order ids, in plain text."""


def load_claims(domain: str) -> Claims:
    """Return the claims of a domain."""
    claims: Claims = import_module(f"tracer.domains.{domain}.claims").CLAIMS
    return claims


def find_false_claim(transcript: Transcript, claims: Claims) -> str | None:
    """Return the first claim that no earlier call bears out, as a line for a human, or None.

    A claim is borne out by a successful call of its tool; where the sentence names what it is
    about, by one about the same thing; a state, also by a tool result that shows it.
    """
    calls: list[Called] = []
    for event in transcript.events:
        if isinstance(event, Called):
            calls.append(event)
        elif event.role is Role.ASSISTANT:
            false = next(find_unsupported(event, calls, claims), None)
            if false is not None:
                return false
    return None


def find_unsupported(said: Said, calls: Sequence[Called], claims: Claims) -> Iterator[str]:
    """Yield the claims of one text that no call before it bears out."""
    for sentence in split_plain(said.text):
        for claim in find_claims(sentence, claims):
            if not is_supported(claim, sentence, calls, claims.subject):
                tools = " or ".join(sorted(claim.tools)) if len(claim.tools) < MANY else "a write"
                yield f"message {said.index}: says {sentence!r}, but {tools} had not succeeded"


MANY = 4
"""Tools of a claim from which on a line for a human no longer lists them."""


def split_plain(text: str) -> list[str]:
    """Return the sentences of a text, made plain."""
    plain = unicodedata.normalize("NFC", text).translate(PLAIN).lower()
    return [part for part in SENTENCE_END.split(plain) if part]


@lru_cache(maxsize=8192)
def find_claims(sentence: str, claims: Claims) -> tuple[Claim, ...]:
    """Return the claims that a plain sentence makes."""
    return tuple(
        claim
        for claim in claims.claims
        if any(not is_undone(sentence, found, claim) for found in claim.pattern.finditer(sentence))
    )


def is_undone(sentence: str, found: re.Match[str], claim: Claim) -> bool:
    """Return whether the words around a claim make it an offer, a plan or a question."""
    before = sentence[: found.start()]
    if UNDOING.search(CLAUSE_END.split(before)[-1]):
        return True
    rest = sentence[found.end() :]
    if rest.endswith("?") and CLAUSE_END.search(rest) is None:
        return True
    if not claim.is_state:
        return False
    return AWAITING.search(before) is not None or CONDITION_AFTER.search(rest) is not None


def is_supported(
    claim: Claim, sentence: str, calls: Sequence[Called], subject: re.Pattern[str]
) -> bool:
    """Return whether calls made so far bear a claim out."""
    named = set(subject.findall(sentence))
    if any(
        call.ok and call.tool in claim.tools and is_about(call, named, subject) for call in calls
    ):
        return True
    if claim.shown is None:
        return False
    return any(shows(call, claim, claim.shown) for call in calls)


def is_about(call: Called, named: set[str], subject: re.Pattern[str]) -> bool:
    """Return whether a call is about one of the things named, or either side names none."""
    touched = set(subject.findall(dump_canonical(call.arguments).lower()))
    return not named or not touched or not named.isdisjoint(touched)


def shows(call: Called, claim: Claim, shown: Mapping[str, Any]) -> bool:
    """Return whether the answer to a call shows the state claimed, or says it in words."""
    if not call.ok:
        return any(claim.pattern.search(part) for part in split_plain(str(call.result)))
    rows = call.result if isinstance(call.result, list) else [call.result]
    return any(
        isinstance(row, dict) and any(row.get(key) == value for key, value in shown.items())
        for row in rows
    )
