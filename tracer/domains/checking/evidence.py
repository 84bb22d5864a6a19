"""Evidence: what tools have returned and the customer has said, up to a point of a conversation."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import lru_cache
from typing import Any

from tracer.domains.checking.figures import (
    Day,
    find_amounts,
    name_weekday,
    parse_cents,
)
from tracer.domains.checking.times import find_times, name_days
from tracer.domains.checking.wording import normalise
from tracer.domains.transcript import Called

NUMBER = re.compile(r"\d+")
AMOUNT = re.compile(r"-?\d+\.\d{2}")
HOUR = 60
SATURDAY = 5
TIME_AT = 10
"""Where the `T` of an ISO time stands."""
NEAR = 2
"""How many times of a result back one is compared with for the hours between them."""


@dataclass(frozen=True, slots=True, eq=False)
class Facts:
    """What a domain's policy states in figures, and the names that only its tools can give."""

    today: date
    names: tuple[Callable[[str], Iterable[str]], ...]
    """Find ids in a normalised text that no agent may make up."""
    refund_days: frozenset[int]
    """Business days after which a refund arrives."""
    periods: Mapping[str, int] = field(default_factory=dict)
    """Key of a day in a result -> days counted from it that the policy allows."""
    amounts: frozenset[int] = frozenset()
    """Cents."""
    hours: frozenset[int] = frozenset()
    now: int | None = None
    """Minutes after midnight on `today`; None where times of the clock are no matter."""
    day_arguments: frozenset[str] = frozenset()
    """Arguments of calls whose day the result is about, even when it shows nothing."""


@dataclass(slots=True)
class Evidence:
    """Grows with the conversation; results are read only when something has to be looked up."""

    facts: Facts
    days: set[date]
    """Those in results, and those known from the start."""
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
    ends: set[date] = field(default_factory=set)
    """Last days of the policy's periods."""
    partial: set[tuple[int, int]] = field(default_factory=set)
    """Month and day of days heard."""
    times: set[int] = field(default_factory=set)
    """Times in results and in what was heard, in minutes after midnight."""
    moments: list[int] = field(default_factory=list)
    """Times in results with their days, in minutes, in the order read."""

    def add_result(self, call: Called) -> None:
        """Take in what a tool returned."""
        if not call.ok:
            self.add_words(str(call.result))
            return
        self.unread.append(call.result)
        self.unread.extend(
            call.arguments[name] for name in self.facts.day_arguments & call.arguments.keys()
        )

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
            self.partial.update(name_days(text))
            if self.facts.now is not None:
                self.times.update(*(readings for _, readings in find_times(text)))
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
        """Read a text of a result as an amount, a day or a time when it is one."""
        if key in self.facts.periods:
            period = timedelta(days=self.facts.periods[key])
            self.ends.update(day + period for day in read_days([value]))
        if value in self.leaves:
            return
        self.leaves.add(value)
        if value[-3:-2] == "." and AMOUNT.fullmatch(value):
            self.shown.add(parse_cents(value.lstrip("-")))
        elif value[4:5] == "-" and value[:4].isdigit():
            for day in read_days([value[:10]]):
                self.days.add(day)
                if value[TIME_AT : TIME_AT + 1] == "T":
                    self.read_moment(day, value[TIME_AT + 1 :])

    def read_moment(self, day: date, clock: str) -> None:
        """Read a time of a result, such as 16:40."""
        minutes = int(clock[:2]) * HOUR + int(clock[3:5])
        self.times.add(minutes)
        self.moments.append(day.toordinal() * 24 * HOUR + minutes)

    def holds(self, text: str) -> bool:
        """Return whether a lower-case text occurs anywhere."""
        self.read()
        if text.upper() in self.leaves or text in self.leaves:
            return True
        return any(text in source for source in self.heard) or any(
            text in leaf.lower() for leaf in self.leaves
        )

    def shows_amount(self, cents: int) -> bool:
        """Return whether a tool, the customer or the policy has named an amount.

        A time written like an amount, 14.00, is one known where times matter.
        """
        if cents in self.shown or cents in self.told or cents in self.facts.amounts:
            return True
        hours, minutes = divmod(cents, 100)
        return self.facts.now is not None and hours * HOUR + minutes in self.times

    def shows_day(self, day: Day) -> bool:
        """Return whether a day was returned, told, or follows from the policy's spans."""
        year, month, number = day
        if (month, number) in self.partial:
            return True
        return any(
            known.month == month and known.day == number and year in (None, known.year)
            for known in (*self.days, *self.derive_days())
        )

    def shows_time(self, readings: Iterable[int]) -> bool:
        """Return whether a time was returned or told, or is now."""
        return any(minutes in self.times or minutes == self.facts.now for minutes in readings)

    def derive_days(self) -> Iterator[date]:
        """Yield the ends of the policy's periods and of refunds asked for today."""
        yield from self.ends
        yield from (add_business_days(self.facts.today, n) for n in self.facts.refund_days)

    def shows_weekday(self, name: str) -> bool:
        """Return whether any day known falls on the weekday, or the customer named it."""
        if any(name in text for text in self.heard):
            return True
        return any(name_weekday(day) == name for day in (*self.days, *self.derive_days()))

    def shows_span(self, numbers: Iterable[int], kind: str) -> bool:
        """Return whether each number is the policy's, the customer's, or days from a known one."""
        known = {int(n) for text in self.heard for n in NUMBER.findall(text)}
        if kind == "business":
            known |= self.facts.refund_days
        elif kind == "day":
            today, periods = self.facts.today, set(self.facts.periods.values())
            passed = {abs((today - day).days) for day in self.days}
            left = {period - count for period in periods for count in passed}
            known |= {*self.facts.refund_days, *periods, *passed, *left}
        else:
            known |= {*self.facts.hours, *self.list_hours()}
        return set(numbers) <= known

    def list_hours(self) -> Iterator[int]:
        """Yield the hours, begun and full, from now and between times that stand together."""
        if self.facts.now is None:
            return
        now = self.facts.today.toordinal() * 24 * HOUR + self.facts.now
        for place, moment in enumerate(self.moments):
            for other in (now, *self.moments[max(0, place - NEAR) : place]):
                full, rest = divmod(abs(moment - other), HOUR)
                yield from (full, full + (rest > 0))


def read_days(texts: Iterable[str]) -> Iterator[date]:
    """Yield the days of ISO texts, those that are none left out."""
    for text in texts:
        try:
            yield date.fromisoformat(text)
        except ValueError:
            continue


@lru_cache(maxsize=64)
def add_business_days(start: date, count: int) -> date:
    """Return the day `count` business days later, Saturdays and Sundays not counted."""
    day = start
    while count:
        day += timedelta(days=1)
        count -= day.weekday() < SATURDAY
    return day
