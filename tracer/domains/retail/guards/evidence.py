"""Evidence: what tools have returned and the customer has said, up to a point of a conversation."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any

from tracer.domains.retail.clock import TODAY
from tracer.domains.retail.guards.figures import (
    Day,
    find_amounts,
    find_days,
    name_weekday,
    parse_cents,
)
from tracer.domains.retail.guards.wording import normalise
from tracer.domains.transcript import Called

NOW = date.fromisoformat(str(TODAY))
RETURN_DAYS = 30
REFUND_DAYS = (5, 6, 7)
NUMBER = re.compile(r"\d+")
AMOUNT = re.compile(r"-?\d+\.\d{2}")
SATURDAY = 5


@dataclass(slots=True)
class Evidence:
    """Grows with the conversation; results are read only when something has to be looked up."""

    unread: list[Any] = field(default_factory=list)
    """Results not read yet."""
    leaves: set[str] = field(default_factory=set)
    """Every text inside the results."""
    heard: list[str] = field(default_factory=list)
    """The customer's words and refusals, normalised; figures in them may take any form."""
    n_heard: int = 0
    shown: set[int] = field(default_factory=set)
    """Amounts in results, in cents."""
    told: set[int] = field(default_factory=set)
    """Amounts in what was heard, in cents."""
    days: set[date] = field(default_factory=lambda: {NOW})
    delivered: set[date] = field(default_factory=set)
    """Those on which a parcel was delivered."""
    partial: set[tuple[int, int]] = field(default_factory=set)
    """Month and day of days heard."""

    def add_result(self, call: Called) -> None:
        """Take in what a tool returned."""
        if call.ok:
            self.unread.append(call.result)
        else:
            self.add_words(str(call.result))

    def add_words(self, text: str) -> None:
        """Take in free text."""
        self.heard.append(normalise(text))

    def read(self) -> None:
        """Read the figures of all that was added since the last reading."""
        for result in self.unread:
            self.read_leaves(result, "")
        self.unread.clear()
        for text in self.heard[self.n_heard :]:
            self.told.update(cents for _, cents in find_amounts(text))
            for _, readings in find_days(text):
                self.partial.update((month, day) for _, month, day in readings)
        self.n_heard = len(self.heard)

    def read_leaves(self, value: Any, key: str) -> None:
        """Read a result: amounts are texts like 34.90, days ISO dates; `key` is where it stands."""
        if isinstance(value, str):
            self.read_text(value, key)
        elif isinstance(value, dict):
            self.leaves.update(value)
            for name, item in value.items():
                self.read_leaves(item, name)
        elif isinstance(value, list):
            for item in value:
                self.read_leaves(item, key)
        elif isinstance(value, float):
            self.shown.add(abs(round(value * 100)))

    def read_text(self, value: str, key: str) -> None:
        """Read a text of a result as an amount or a day when it is one."""
        if key == "delivered_on":
            self.delivered.update(read_days([value]))
        if value in self.leaves:
            return
        self.leaves.add(value)
        if value[-3:-2] == "." and AMOUNT.fullmatch(value):
            self.shown.add(parse_cents(value.lstrip("-")))
        elif value[4:5] == "-" and value[:4].isdigit():
            self.days.update(read_days([value[:10]]))

    def holds(self, text: str) -> bool:
        """Return whether a lower-case text occurs anywhere."""
        self.read()
        if text.upper() in self.leaves or text in self.leaves:
            return True
        return any(text in source for source in self.heard) or any(
            text in leaf.lower() for leaf in self.leaves
        )

    def shows_day(self, day: Day) -> bool:
        """Return whether a day was returned, told, or follows from the policy's spans."""
        year, month, number = day
        if (month, number) in self.partial:
            return True
        return any(
            known.month == month and known.day == number and year in (None, known.year)
            for known in (*self.days, *self.derive_days())
        )

    def derive_days(self) -> Iterator[date]:
        """Yield the ends of return periods and of refunds asked for today."""
        yield from (day + timedelta(days=RETURN_DAYS) for day in self.delivered)
        yield from (add_business_days(NOW, count) for count in REFUND_DAYS)

    def shows_weekday(self, name: str) -> bool:
        """Return whether any day known falls on the weekday, or the customer named it."""
        if any(name in text for text in self.heard):
            return True
        return any(name_weekday(day) == name for day in (*self.days, *self.derive_days()))

    def shows_span(self, numbers: Iterable[int], kind: str) -> bool:
        """Return whether each number is the policy's, the customer's, or days from a known one."""
        told = {int(n) for text in self.heard for n in NUMBER.findall(text)}
        if kind == "business":
            known = {*REFUND_DAYS, *told}
        elif kind == "day":
            passed = {abs((NOW - day).days) for day in self.days}
            left = {RETURN_DAYS - count for count in passed}
            known = {*REFUND_DAYS, RETURN_DAYS, *passed, *left, *told}
        else:
            known = told
        return set(numbers) <= known


def read_days(texts: Iterable[str]) -> Iterator[date]:
    """Yield the days of ISO texts, those that are none left out."""
    for text in texts:
        try:
            yield date.fromisoformat(text)
        except ValueError:
            continue


def add_business_days(start: date, count: int) -> date:
    """Return the day `count` business days later, Saturdays and Sundays not counted."""
    day = start
    while count:
        day += timedelta(days=1)
        count -= day.weekday() < SATURDAY
    return day
