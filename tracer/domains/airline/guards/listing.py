"""Listing: what a write of Tern Airways changes, and how a text tells it."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from tracer.domains.airline.guards.flights import detail_flights, detail_reservation
from tracer.domains.airline.guards.party import (
    detail_correction,
    detail_name,
    detail_passengers,
)
from tracer.domains.airline.guards.payments import (
    AMOUNT,
    detail_amount,
    detail_payment,
    list_kinds,
)
from tracer.domains.airline.guards.wording import CABINS, count_bags, count_more_bags
from tracer.domains.checking.figures import parse_cents
from tracer.domains.checking.listing import Change, Detail, find_row
from tracer.domains.state import Base, Row
from tracer.domains.transcript import Called

INSURED = re.compile(r"\binsur")


def read_change(call: Called, base: Base) -> Change:
    """Return what a write call changes; what the base does not know is not asked for."""
    arguments = call.arguments
    key = str(arguments.get("reservation_id", ""))
    row = find_row(base, "reservations", key)
    owner = str(row.get("customer_id") or arguments.get("customer_id", ""))
    customer = find_row(base, "customers", owner)
    read = READERS.get(call.tool, read_nothing)
    items, values = read(arguments, row, customer, base)
    kinds = tuple(list_kinds(arguments, customer))
    return Change(
        call=call,
        subject=(detail_reservation(key, base),) if key else (),
        items=tuple(items),
        values=tuple(values),
        payment=tuple(detail_payment(call, row, customer, kinds)),
        kinds=kinds,
    )


Parts = tuple[Iterable[Detail], Iterable[Detail]]
"""Items and values."""
Arguments = Mapping[str, Any]


def read_nothing(arguments: Arguments, row: Row, customer: Row, base: Base) -> Parts:
    """Return that a write needs no more than its reservation and the money."""
    del arguments, row, customer, base
    return (), ()


def read_booking(arguments: Arguments, row: Row, customer: Row, base: Base) -> Parts:
    """Return passengers, and flights, cabin, bags and insurance, of a booking."""
    del row
    passengers = tuple(detail_passengers(arguments.get("passengers"), customer))
    values = [
        *detail_flights(arguments.get("flights"), (), base),
        *detail_cabin(arguments.get("cabin"), None),
    ]
    n_bags = arguments.get("n_bags")
    if isinstance(n_bags, int) and n_bags > 0:
        counts = {n_bags, *([n_bags // len(passengers)] if passengers else [])}
        values.append(Detail(f"{n_bags} bags", tells=lambda text: bool(counts & count_bags(text))))
    if arguments.get("insurance") is True:
        values.append(Detail("insurance", pattern=INSURED))
    return passengers, values


def read_flights(arguments: Arguments, row: Row, customer: Row, base: Base) -> Parts:
    """Return the new flights of a reservation."""
    del customer
    return (), detail_flights(arguments.get("flights"), row.get("flights", ()), base)


def read_cabin(arguments: Arguments, row: Row, customer: Row, base: Base) -> Parts:
    """Return the new cabin of a reservation."""
    del customer, base
    return (), detail_cabin(arguments.get("cabin"), row.get("cabin"))


def read_passenger(arguments: Arguments, row: Row, customer: Row, base: Base) -> Parts:
    """Return who is corrected, and what is new."""
    del customer, base
    name = str(arguments.get("name", ""))
    corrected = arguments.get("passenger")
    return [detail_name(name)], detail_correction(name, corrected, row.get("passengers", ()))


def read_bags(arguments: Arguments, row: Row, customer: Row, base: Base) -> Parts:
    """Return how many bags are added; told as such, or as how many there are then."""
    del customer, base
    n_bags = arguments.get("n_bags")
    if not isinstance(n_bags, int):
        return (), ()
    after = n_bags + int(row.get("n_bags", 0))

    def tells(text: str) -> bool:
        counts = count_more_bags(text) | count_bags(text)
        return n_bags in counts or after in counts

    def rivals(text: str) -> bool:
        counts = count_more_bags(text)
        return bool(counts) and counts.isdisjoint({n_bags, after})

    return (), [Detail(f"{n_bags} bags", tells=tells, rivals=rivals)]


def read_certificate(arguments: Arguments, row: Row, customer: Row, base: Base) -> Parts:
    """Return what a certificate is worth."""
    del row, customer, base
    amount = str(arguments.get("amount", ""))
    if not AMOUNT.fullmatch(amount):
        return (), ()
    return (), [detail_amount((parse_cents(amount),), "certificate of", has_rivals=True)]


READERS: dict[str, Callable[[Arguments, Row, Row, Base], Parts]] = {
    "book_reservation": read_booking,
    "change_flights": read_flights,
    "change_cabin": read_cabin,
    "change_passenger": read_passenger,
    "add_bags": read_bags,
    "send_certificate": read_certificate,
}


def detail_cabin(cabin: Any, old: str | None) -> Iterator[Detail]:
    """Yield a new cabin; another one, not the old one, stands against it."""
    if cabin not in CABINS:
        return
    others = [pattern for name, pattern in CABINS.items() if name not in (cabin, old)]
    yield Detail(
        cabin,
        pattern=CABINS[cabin],
        rivals=lambda text: any(pattern.search(text) for pattern in others),
    )
