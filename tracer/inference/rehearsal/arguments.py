"""Arguments: fills a tool's arguments from what was typed and what results hold, by its schema."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tracer.inference.rehearsal.address import read_address
from tracer.inference.rehearsal.goods import pick_items, pick_variants
from tracer.inference.rehearsal.past import Past
from tracer.inference.rehearsal.people import correct_person, find_person, name_person
from tracer.inference.rehearsal.rows import AGAIN, Row, Rows
from tracer.inference.rehearsal.words import (
    MAIL,
    find_days,
    find_example,
    find_numbers,
    find_shaped,
    list_stems,
    shape,
)

Schema = Mapping[str, Any]

NAME = re.compile(
    r"\b(?:name is|names? of|on file as|found as|by my name,)\s+(?P<name>[^,]+?)"
    r"(?:,| and (?:my|I|was)\b| born\b|\.?$)"
)
POSTCODE = re.compile(r"\bpostcode(?: is|,|:)?\s+(?P<code>[^,.\n]+)")
ON_FILE = re.compile(r"\b(?:on file|default address|in my (?:profile|account))\b")
SENTENCE_END = re.compile(r"(?<=[.!?])\s+")
BIRTH = re.compile(r"\b(?:birth|born)\b")
DETAILS = {"name": NAME, "postcode": POSTCODE}
ISO_DAY, PLACE = "9999-99-99", "AAA"
ADDRESS = {"street", "city", "postcode", "country"}
YES = re.compile(r"\b(?:yes|take it|want the|include)\b", re.IGNORECASE)


@dataclass(slots=True)
class Filling:
    """The arguments of one call as far as they are known."""

    past: Past
    rows: Rows
    tool: Schema
    values: dict[str, Any] = field(default_factory=dict)
    missing: list[str] = field(default_factory=list)
    lenient: bool = False
    """Whether the best of several rows will do."""

    def fill(self) -> None:
        """Fill every required argument, or note that it is missing."""
        properties = self.tool["parameters"].get("properties", {})
        for name in self.tool["parameters"].get("required", ()):
            value = self.find(name, properties.get(name, {}))
            if value is None:
                self.missing.append(name)
            else:
                self.values[name] = value

    @property
    def subject(self) -> Row:
        """The row that the arguments so far name."""
        names = (value for value in self.values.values() if isinstance(value, str))
        return next((row for name in names if (row := self.rows.describe(name))), {})

    def find(self, name: str, schema: Schema) -> Any:
        """Return the value of an argument, None when nothing tells it."""
        if "enum" in schema:
            return self.choose(schema["enum"])
        readers: dict[str, Callable[[str, Schema], Any]] = {
            "integer": self.count,
            "boolean": self.decide,
            "array": self.gather,
            "object": self.compose,
        }
        return readers.get(str(schema.get("type")), self.name)(name, schema)

    def choose(self, values: Sequence[Any]) -> Any:
        """Return the listed value that a text names in full, the longest; else the nearest."""
        heard = list_stems(self.past.heard) - list_stems(str(self.tool["name"]).replace("_", " "))
        own = list_stems(str(self.tool["name"]).replace("_", " "))
        scored = []
        for place, value in enumerate(values):
            words = list_stems(str(value)) - own
            share = len(words & heard) / len(words) if words else 0.0
            scored.append((share, len(words), -place, value))
        best = max(scored, default=(0.0, 0, 0, None))
        return best[3] if best[0] > 0 else None

    def count(self, name: str, schema: Schema) -> int | None:
        """Return the last number in a sentence about the argument."""
        about = list_stems(f"{name.replace('_', ' ')} {schema.get('description', '')}")
        for text in reversed(SENTENCE_END.split(self.past.heard)):
            numbers = find_numbers(text)
            if numbers and list_stems(text) & about:
                return numbers[-1]
        return None

    def decide(self, name: str, schema: Schema) -> bool | None:
        """Return whether the customer wants what a switch is about."""
        del schema
        for text in reversed(SENTENCE_END.split(self.past.heard)):
            if list_stems(name.replace("_", " ")) & list_stems(text):
                return YES.search(text) is not None
        return None

    def gather(self, name: str, schema: Schema) -> list[str] | None:
        """Return the ids of a list: goods of the row in question, or what shall replace them."""
        if schema.get("items", {}).get("type") != "string":
            return None
        if name.startswith("new_"):
            old = self.values.get(name.removeprefix("new_"), ())
            return pick_variants(self.subject, old, self.rows, self.past.heard)
        return pick_items(self.subject, self.past.heard)

    def compose(self, name: str, schema: Schema) -> dict[str, Any] | None:
        """Return an object: a person with the name put right, or an address."""
        del name
        wanted = set(schema.get("properties", {}))
        if {"first", "last"} <= wanted:
            return correct_person(self.subject, self.past.heard)
        return self.compose_address() if wanted == ADDRESS else None

    def compose_address(self) -> dict[str, Any] | None:
        """Return the address given, on file or given before."""
        details = " ".join(self.past.wishes[-1][1:])
        given = read_address(self.past.wishes[-1])
        if given is None and ON_FILE.search(details):
            account = self.rows.describe(self.rows.own[0]) if self.rows.own else {}
            address = account.get("address")
            return dict(address) if isinstance(address, Mapping) else None
        if given is None and AGAIN.search(details):
            return read_address([text for wish in self.past.wishes for text in wish])
        return given

    def name(self, name: str, schema: Schema) -> str | None:
        """Return a text argument: an id, a day, a code, or a word of the customer about it."""
        description = str(schema.get("description", ""))
        form = shape(find_example(description))
        if "mail" in name:
            return next(iter(MAIL.findall(self.past.heard)), None)
        if form == ISO_DAY or "date" in name:
            return self.name_day(is_birth="birth" in name)
        if form == PLACE:
            return self.name_place(name)
        if name in DETAILS:
            return self.name_detail(name)
        if "method" in description:
            form = shape(next((one for one in self.rows.own if one.startswith("pay")), ""))
        return self.name_row(form) if "9" in form.lstrip("9.") else None

    def name_detail(self, name: str) -> str | None:
        """Return a detail of the customer, or the name of somebody in the row in question."""
        person = find_person(self.subject, self.past.heard)
        if person is not None and name == "name":
            return name_person(person)
        parts = SENTENCE_END.split(self.past.heard)
        found = (DETAILS[name].search(part) for part in reversed(parts))
        return next((match[1].strip() for match in found if match), None)

    def name_day(self, *, is_birth: bool) -> str | None:
        """Return the last day the customer named, in the year of today unless it says another."""
        today = next((y for y, _m, _d in find_days(self.past.system) if y), None)
        parts = SENTENCE_END.split(self.past.heard)
        heard = " ".join(part for part in parts if bool(BIRTH.search(part)) == is_birth)
        found = list(find_days(heard))
        if not found or (found[-1][0] or today) is None:
            return None
        year, month, day = found[-1]
        return f"{year or today:04}-{month:02}-{day:02}"

    def name_place(self, name: str) -> str | None:
        """Return the code of a place the customer goes from or to."""
        for code, place in self.rows.named.items():
            city = re.escape(place)
            way = rf"\bfrom {city}\b|\b{city} to\b" if name == "origin" else rf"\bto {city}\b"
            if re.search(way, self.past.heard):
                return code
        return None

    def name_row(self, form: str) -> str | None:
        """Return the id of a form that the customer names, means again or describes."""
        typed = find_shaped(self.past.heard, form)
        if typed:
            return typed[-1]
        if AGAIN.search(self.past.heard):
            before = " ".join(text for texts in self.past.asked[:-1] for text in texts)
            again = find_shaped(before, form)
            if again:
                return again[-1]
        ids = self.rows.list_ids(form)
        if len(ids) == 1:
            return ids[0]
        details = " ".join(self.past.wishes[-1][1:])
        return self.rows.pick(ids, details) or self.rows.pick(
            ids, self.past.heard, lenient=self.lenient
        )
