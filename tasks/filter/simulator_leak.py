"""Simulator leak: a user message that shows the machine behind the customer."""

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence

from schemas.condition import ALL_EMOTIONS, POLITENESS, TRUST, URGENCY, Family
from schemas.message import Message, Role

_LEVELS = "|".join((*POLITENESS, *URGENCY, *TRUST))
_FEELINGS = "|".join((*ALL_EMOTIONS, *(family.value for family in Family)))
_STAGE_VERBS = (
    "sigh|pause|laugh|chuckle|smile|frown|nod|shrug|groan|cr(?:y|ie)|sob|wait|type|typing|shout|whisper|gulp|sniff|roll"
    "|angr|nervous|annoy|frustrat|calm|silen|hesitat|think|ends?|stop|deep breath"
    "|takes? a|clear|voice|tone"
)
_I = re.IGNORECASE
_IM = re.IGNORECASE | re.MULTILINE

LEAKS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("speaks as the agent", re.compile(r"\bhow (?:can|may|could) i (?:help|assist|be of)\b", _I)),
    (
        "speaks as the agent",
        re.compile(r"\b(?:anything|something) else (?:that )?i can (?:help|assist|do for)\b", _I),
    ),
    (
        "speaks as the agent",
        re.compile(
            r"\bthank(?:s| you) for (?:contacting|reaching out to|calling) (?:us|our)\b", _I
        ),
    ),
    (
        "speaks as a machine",
        re.compile(
            r"\bas an? (?:ai|artificial|large language|language model|virtual assistant)", _I
        ),
    ),
    (
        "speaks as a machine",
        re.compile(r"\b(?:i am|i'm) (?:an? )?(?:ai|language model|simulat\w+|role-?play\w*)\b", _I),
    ),
    (
        "speaks about its role",
        re.compile(r"\b(?:as|playing|in the role of) the (?:customer|user)(?:,|:| i\b|'s)", _I),
    ),
    (
        "speaks about its role",
        re.compile(
            r"\b(?:stay(?:ing)? in character|user simulator"
            r"|(?:my|the|these) (?:system prompt"
            r"|private instructions?|instructions? (?:say|tell|state|given to me)"
            r"|scenario says|persona))\b",
            _I,
        ),
    ),
    (
        "a speaker's label",
        re.compile(r"^\s*\**(?:user|customer|assistant|agent|system|human|me)\**\s*:", _IM),
    ),
    (
        "a control word",
        re.compile(r"#{2,}\s*\w|\b(?:UNSATISFIED|END_OF_CONVERSATION|OUT-OF-SCOPE)\b"),
    ),
    (
        "a label of the emotion space",
        re.compile(
            rf"\b(?:politeness|urgency|trust)(?: level)?\s*[:=(]\s*(?:is )?['\"]?(?:{_LEVELS})\b",
            _I,
        ),
    ),
    (
        "a label of the emotion space",
        re.compile(rf"\b(?:emotion|feeling|mood|family)\s*[:=]\s*['\"]?(?:{_FEELINGS})\b", _I),
    ),
    ("a stage direction", re.compile(rf"(?<!\*)\*(?:{_STAGE_VERBS})[^*\n]{{0,60}}\*(?!\*)", _I)),
    (
        "a stage direction",
        re.compile(rf"[\[(]\s*(?:{_STAGE_VERBS})[a-z]{{0,3}}\b[^\])]{{0,20}}[\])]", _I),
    ),
    ("a stage direction", re.compile(r"^\s*(?:\*[^*\n]+\*|\[[^\]\n]+\])\s*$")),
    (
        "structured output",
        re.compile(r"^\s*(?:```|\{\s*\"|\[\s*\{)|\"(?:message|text|signal)\"\s*:"),
    ),
    (
        "the instruction",
        re.compile(r"\byou (?:are|play) [^.]{1,60}, (?:a customer of|who is writing to)\b", _I),
    ),
)
"""Name and pattern of every kind of leak in a customer's words."""

SENTENCE_END = re.compile(r"(?<=[.!?])\s+")
SECOND_PERSON = re.compile(r"\byou(?:r|rs|rself)?\b")
MIN_WORDS = 5


def find_simulator_leak(
    messages: Sequence[Message], instruction: str, find_ids: Callable[[str], list[str]]
) -> str | None:
    """Return which user message shows the simulator, and how, or None.

    `find_ids` names the internal ids in a text; a customer knows those alone that the agent has
    written. A sentence of the instruction counts where it addresses the player.
    """
    private = list_private(instruction)
    written: set[str] = set()
    for index, message in enumerate(messages):
        if message.role is Role.ASSISTANT:
            written.update(find_ids(message.content))
        elif message.role is Role.USER:
            unknown = [name for name in find_ids(message.content) if name not in written]
            leak = next(find_leaks(message.content, private), "")
            if unknown or leak:
                return f"message {index}: {leak or f'the internal id {unknown[0]}'}"
    return None


def find_leaks(text: str, private: Sequence[str]) -> Iterator[str]:
    """Yield what shows the simulator in one text."""
    for name, pattern in LEAKS:
        found = pattern.search(text)
        if found is not None:
            yield f"{name}, {found[0].strip()[:40]!r}"
    plain = fold(text)
    for sentence in private:
        if sentence in plain:
            yield f"the instruction's own words, {sentence[:40]!r}"


def list_private(instruction: str) -> list[str]:
    """Return the sentences that address the player, folded, their end mark left out."""
    sentences = (fold(part).rstrip(".!?") for part in SENTENCE_END.split(instruction))
    return [
        sentence
        for sentence in sentences
        if len(sentence.split()) >= MIN_WORDS and SECOND_PERSON.search(sentence)
    ]


def fold(text: str) -> str:
    """Return the text in NFC, case-folded, apostrophes straight and blanks made single."""
    plain = unicodedata.normalize("NFC", text).replace("\u2019", "'").casefold()
    return " ".join(plain.split())
