"""Ungrounded argument: a value in a call that nothing before the call holds."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import lru_cache
from typing import Any

from schemas.message import Message, Role, ToolCall
from tracer.domains.dates import list_date_forms
from tracer.domains.tool import Tool, ToolKind
from tracer.domains.transcript import parse_arguments
from tracer.harness.information import fold, list_numbers, read_number

OPERAND = re.compile(r"\d+(?:\.\d+)?|\.\d+")
IS_ID = re.compile(r"(?=\S*[\d@])\S+")
AMOUNT = re.compile(r"\d+\.\d{2}")
ISO_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
WORD = re.compile(r"\w+")
SOURCES = (Role.SYSTEM, Role.USER, Role.TOOL)


@dataclass(slots=True)
class Sources:
    """What an agent may take values from, up to a point of the conversation."""

    texts: list[str] = field(default_factory=list)
    """Folded: policy, the customer's words, results."""
    words: set[str] = field(default_factory=set)
    """Words of the customer."""
    numbers: set[Decimal] = field(default_factory=set)
    n_counted: int = 0
    known: set[str] = field(default_factory=set)
    """Values found before."""

    def add(self, message: Message) -> None:
        """Take in a message; what the agent wrote itself is no source."""
        if message.role not in SOURCES:
            return
        text = fold_cached(message.content)
        self.texts.append(text)
        if message.role is Role.USER:
            self.words.update(WORD.findall(text))

    def holds(self, value: str) -> bool:
        """Return whether a value stands in a source as whole words, blanks and dashes aside.

        An id must stand there as it is, a day in any form. Several words may also come one by one
        from the customer.
        """
        if value in self.known:
            return True
        needle = fold(value)
        if not needle or self.finds(needle, is_id=IS_ID.fullmatch(needle) is not None):
            self.known.add(value)
            return True
        return False

    def finds(self, needle: str, *, is_id: bool) -> bool:
        """Return whether a folded value stands in a source."""
        if any(stands_in(needle, text, is_id=is_id) for text in reversed(self.texts)):
            return True
        if ISO_DAY.fullmatch(needle) is not None and self.names_day(needle):
            return True
        words = WORD.findall(needle)
        if words and not is_id and self.words.issuperset(words):
            return True
        spaced = make_spaced(needle)
        return spaced is not None and any(spaced.search(text) for text in self.texts)

    def names_day(self, iso: str) -> bool:
        """Return whether a source names a day in words, and one, maybe another, its year."""
        try:
            forms = [fold(form) for form in list_date_forms(iso)]
        except ValueError:
            return False
        return all(
            any(stands_in(form, text, is_id=False) for text in self.texts for form in names)
            for names in (forms, [iso[:4]])
        )

    def counts(self, number: Decimal) -> bool:
        """Return whether an equal number stands in a source on its own."""
        for text in self.texts[self.n_counted :]:
            self.numbers.update(list_numbers(text))
        self.n_counted = len(self.texts)
        return number in self.numbers


@lru_cache(maxsize=2048)
def fold_cached(text: str) -> str:
    """Return the folded text; policies and results come again and again."""
    return fold(text)


def stands_in(needle: str, text: str, *, is_id: bool) -> bool:
    """Return whether a folded value stands in a folded text as whole words; an id, as one word."""
    start = text.find(needle)
    while start >= 0:
        end = start + len(needle)
        if is_edge(text, start - 1, -1, is_id=is_id) and is_edge(text, end, 1, is_id=is_id):
            return True
        start = text.find(needle, start + 1)
    return False


def is_edge(text: str, place: int, step: int, *, is_id: bool) -> bool:
    """Return whether a value may end before `place`; inside an id, dots and dashes join words."""
    if not 0 <= place < len(text):
        return True
    if text[place].isalnum() or text[place] == "_":
        return False
    beyond = place + step
    return not (
        is_id and text[place] in "-.@" and 0 <= beyond < len(text) and text[beyond].isalnum()
    )


@lru_cache(maxsize=2048)
def make_spaced(needle: str) -> re.Pattern[str] | None:
    """Return a pattern that takes `ls1 4ab` for `ls14ab`, or None for what is no short code."""
    letters = [letter for letter in needle if letter.isalnum()]
    if not MIN_CODE <= len(letters) <= MAX_CODE or "-" in needle or "@" in needle:
        return None
    return re.compile(r"(?<!\w)" + r"[\s-]?".join(map(re.escape, letters)) + r"(?!\w)")


MIN_CODE = 4
MAX_CODE = 10


def find_ungrounded_argument(messages: Sequence[Message], tools: Mapping[str, Tool]) -> str | None:
    """Return the first argument that no earlier source holds, or None.

    Declared rules: a value the tool's schema lists is free to choose; an expression is grounded by
    its numbers; the words of a hand-over are the agent's own.
    """
    sources = Sources()
    for index, message in enumerate(messages):
        for call in message.tool_calls or ():
            false = next(find_ungrounded(call, tools.get(call.function.name), sources), None)
            if false is not None:
                place, value = false
                name = call.function.name
                return f"message {index}: {name}: {place} {value!r} stands nowhere before"
        sources.add(message)
    return None


def find_ungrounded(
    call: ToolCall, tool: Tool | None, sources: Sources
) -> Iterator[tuple[str, Any]]:
    """Yield place and value of the arguments of one call that no source holds."""
    if tool is not None and tool.kind is ToolKind.HANDOFF:
        return
    is_sum = tool is not None and tool.kind is ToolKind.COMPUTE
    schema = tool.parameters if tool is not None else {}
    for place, value, listed in walk_leaves(parse_arguments(call.function.arguments), schema):
        if value in listed:
            continue
        for part in OPERAND.findall(value) if is_sum and isinstance(value, str) else [value]:
            if not is_grounded(part, sources, is_number=is_sum):
                yield place, part


def is_grounded(value: Any, sources: Sources, *, is_number: bool) -> bool:
    """Return whether one scalar stands in the sources: figures by value, texts by words."""
    if value is None or isinstance(value, bool):
        return True
    counts = is_number or not isinstance(value, str) or AMOUNT.fullmatch(value) is not None
    number = read_number(str(value)) if counts else None
    return sources.counts(number) if number is not None else sources.holds(str(value))


def walk_leaves(
    value: Any, schema: Mapping[str, Any], place: str = ""
) -> Iterator[tuple[str, Any, Sequence[Any]]]:
    """Yield place, scalar and the values its schema lists, of everything inside the arguments."""
    if isinstance(value, dict):
        properties = schema.get("properties", {})
        for key, item in value.items():
            yield from walk_leaves(item, properties.get(key, {}), f"{place}.{key}".lstrip("."))
    elif isinstance(value, list):
        for item in value:
            yield from walk_leaves(item, schema.get("items", {}), place)
    else:
        yield place, value, list_allowed(schema)


def list_allowed(schema: Mapping[str, Any]) -> list[Any]:
    """Return the values a schema lists."""
    return [*schema.get("enum", ()), *([schema["const"]] if "const" in schema else ())]
