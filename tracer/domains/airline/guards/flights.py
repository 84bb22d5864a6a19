"""Flights: the flights and reservations a text names, texts normalised."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import date, timedelta
from typing import Any

from tracer.domains.airline.clock import TODAY_DATE
from tracer.domains.airline.guards.wording import find_flights
from tracer.domains.checking.listing import Detail, find_row
from tracer.domains.checking.times import find_times, name_days
from tracer.domains.checking.wording import normalise, split_sentences
from tracer.domains.state import Base, Row

Day = tuple[int, int]
"""Month and day of the month."""


def detail_reservation(key: str, base: Base) -> Detail:
    """Return a reservation: its id, or a place or flight number no other of the customer has."""
    row = find_row(base, "reservations", key)
    customer = find_row(base, "customers", str(row.get("customer_id")))
    others = [
        find_row(base, "reservations", other)
        for other in customer.get("reservations", ())
        if other != key
    ]
    elsewhere = {mark for other in others for mark in list_marks(other, base)}
    marks = sorted(set(list_marks(row, base)) - elsewhere)
    return Detail(f"reservation {key}", ((normalise(key),), *((mark,) for mark in marks)))


def list_marks(reservation: Row, base: Base) -> Iterator[str]:
    """Yield what tells a reservation from others: destination, its city, flight numbers."""
    if not reservation:
        return
    code = str(reservation["destination"])
    yield code.lower()
    yield normalise(str(find_row(base, "airports", code).get("city", code)))
    yield from (str(flight["flight_number"]).lower() for flight in reservation["flights"])


def detail_flights(wanted: Any, booked: Iterable[Row], base: Base) -> Iterator[Detail]:
    """Yield number and date of every flight wanted that is not booked."""
    refs = [ref for ref in wanted if isinstance(ref, dict)] if isinstance(wanted, list) else []
    old = [read_key(ref) for ref in booked]
    new = [read_key(ref) for ref in refs]
    numbers = frozenset(number.lower() for number, _ in (*old, *new))
    days = frozenset(read_day(day) for _, day in (*old, *new))
    for number, day in new:
        if (number, day) not in old:
            yield detail_number(number, day, numbers, base)
            yield detail_day(number, day, days)


def read_key(ref: Mapping[str, Any]) -> tuple[str, str]:
    """Return number and date of a flight."""
    return str(ref.get("flight_number", "")), str(ref.get("date", ""))


def read_day(iso: str) -> Day:
    """Return month and day of an ISO date, zeros when it is none."""
    try:
        day = date.fromisoformat(iso)
    except ValueError:
        return 0, 0
    return day.month, day.day


def detail_number(number: str, day: str, known: frozenset[str], base: Base) -> Detail:
    """Return a flight as its number or its time of departure; another number stands against it."""
    row = find_row(base, "flights", f"{number}/{day}")
    leaving = {read_clock(str(row.get(key))) for key in ("departs", "new_departure")} - {None}
    name = number.lower()

    def tells(text: str) -> bool:
        if name in find_flights(text):
            return True
        return any(not leaving.isdisjoint(readings) for _, readings in find_times(text))

    return Detail(
        f"flight {number}", tells=tells, rivals=lambda text: bool(find_flights(text) - known)
    )


def read_clock(iso: str) -> int | None:
    """Return the minutes after midnight of an ISO time, None when it is none."""
    clock = iso.partition("T")[2]
    return int(clock[:2]) * 60 + int(clock[3:5]) if clock else None


def detail_day(number: str, day: str, known: frozenset[Day]) -> Detail:
    """Return the date of a flight; another date in a sentence on the flight stands against it."""
    wanted = read_day(day)
    word = NEAR_DAYS.get(wanted)
    name = number.lower()

    def tells(text: str) -> bool:
        return wanted in name_days(text) or (word is not None and word in text)

    def rivals(text: str) -> bool:
        sentences = (part for part in split_sentences(text) if name in find_flights(part))
        return any(name_days(part) - known for part in sentences)

    return Detail(f"{number} on {day}", tells=tells, rivals=rivals)


def _near(days: int) -> Day:
    day = TODAY_DATE + timedelta(days=days)
    return day.month, day.day


NEAR_DAYS = {_near(0): "today", _near(1): "tomorrow"}
