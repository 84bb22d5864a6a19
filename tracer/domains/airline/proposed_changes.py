"""Proposed changes: arguments with which a reservation's own tools would succeed now."""

import random
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, cast

from tracer.domains.airline.certificates import require_due
from tracer.domains.airline.generator import read_spare_people
from tracer.domains.airline.holdings import (
    has_status,
    is_recent,
    list_days,
    list_methods,
    list_open,
    list_reservations,
    list_touched,
    list_ways,
    map_statuses,
    shuffle,
)
from tracer.domains.airline.prices import MAX_BAGS
from tracer.domains.airline.records import Passenger, Reservation, Tier
from tracer.domains.airline.rows import find_flights
from tracer.domains.airline.ways import CABINS, find_movable, has_room, replace_out
from tracer.domains.money import write_cents
from tracer.domains.solver import Arguments, Step
from tracer.domains.state import Row, State
from tracer.domains.tool import ToolRefusal

FREE_REASONS = ("change of plans", "other")
INSURED_REASONS = ("health", "weather")
MAX_ADDED_BAGS = 3
N_DAYS = 3
SEARCHES = ("search_direct_flights", "search_one_stop_flights")
SPELLINGS = (
    ("sen", "son"),
    ("son", "sen"),
    ("mann", "man"),
    ("ph", "f"),
    ("th", "t"),
    ("ck", "k"),
    ("nn", "n"),
    ("ss", "s"),
    ("ll", "l"),
    ("tt", "t"),
    ("rr", "r"),
    ("i", "y"),
    ("y", "i"),
    ("c", "k"),
    ("z", "s"),
)
"""Letters after the first that are easily mistaken for one another in a family name."""


def propose_cancel(
    state: State, customer: Row, trail: Sequence[Step], rng: random.Random
) -> Iterator[Arguments]:
    """Yield each reservation that policy lets go, with a reason that is true.

    Nobody changes a reservation and then cancels it.
    """
    touched = list_touched(trail)
    for row in shuffle(list_open(state, customer), rng):
        reasons = list_reasons(state, row)
        if reasons and row["reservation_id"] not in touched:
            yield {"reservation_id": row["reservation_id"], "reason": rng.choice(reasons)}


def list_reasons(state: State, reservation: Reservation) -> list[str]:
    """Return the true reasons for which policy lets a reservation be cancelled."""
    if has_status(state, reservation, "cancelled"):
        return ["flight cancelled"]
    insured = list(INSURED_REASONS) if reservation["insurance"] else []
    free = is_recent(reservation) or reservation["cabin"] == "business"
    return [*FREE_REASONS, *insured] if free else insured


def propose_flights(
    state: State, customer: Row, trail: Sequence[Step], rng: random.Random
) -> Iterator[Arguments]:
    """Yield reservations with the way out on another day; the one just searched, when there is."""
    payments = list_methods(customer)
    for row in shuffle(list_open(state, customer), rng):
        if row["cabin"] != "basic economy" and not was_moved(row, trail):
            for flights in list_exchanges(state, row, trail, rng):
                yield {
                    "reservation_id": row["reservation_id"],
                    "flights": flights,
                    "payment_id": rng.choice(payments),
                }


def was_moved(reservation: Reservation, trail: Sequence[Step]) -> bool:
    """Return whether the flights of a reservation were changed already."""
    key = reservation["reservation_id"]
    moved = [step for step in trail if step.tool == "change_flights"]
    return any(step.arguments["reservation_id"] == key for step in moved)


def list_exchanges(
    state: State, reservation: Reservation, trail: Sequence[Step], rng: random.Random
) -> Iterator[list[Any]]:
    """Yield all flights of a trip after its way out was moved to another day with room."""
    statuses = map_statuses(state, reservation)
    size = len(reservation["passengers"])
    ends = (reservation["origin"], reservation["destination"])
    for day in choose_days(state, ends, trail, rng):
        if find_movable(reservation, statuses, day) is None:
            continue
        for new in list_ways(state, *ends, day):
            if has_room(new, reservation["cabin"], size):
                yield list(replace_out(reservation, new))


def choose_days(
    state: State, ends: tuple[str, str], trail: Sequence[Step], rng: random.Random
) -> list[str]:
    """Return days to move a way out to: the one searched just before, else a few that fly."""
    if trail and trail[-1].tool in SEARCHES:
        asked = trail[-1].arguments
        return [asked["date"]] if (asked["origin"], asked["destination"]) == ends else []
    days = [day for day in list_days(state, ends[0]) if list_ways(state, *ends, day)]
    return rng.sample(days, min(N_DAYS, len(days)))


def propose_cabin(
    state: State, customer: Row, _trail: Sequence[Step], rng: random.Random
) -> Iterator[Arguments]:
    """Yield each reservation all of whose flights go, with another cabin that has the seats."""
    for row in shuffle(list_open(state, customer), rng):
        flights = find_flights(state, row["flights"])
        if any(flight["status"] == "cancelled" for flight in flights):
            continue
        size = len(row["passengers"])
        for cabin in shuffle([name for name in CABINS if name != row["cabin"]], rng):
            if all(flight["cabins"][cabin]["seats_left"] >= size for flight in flights):
                yield {
                    "reservation_id": row["reservation_id"],
                    "cabin": cabin,
                    "payment_id": rng.choice(list_methods(customer)),
                }


def propose_passenger(
    state: State, customer: Row, trail: Sequence[Step], rng: random.Random
) -> Iterator[Arguments]:
    """Yield each reservation with a companion whose family name is put right.

    The companion corrected before comes first, with the same name, on the next reservation.
    """
    for row in shuffle(list_open(state, customer), rng):
        for passenger in sort_by_trail(shuffle(row["passengers"], rng), trail):
            if is_self(passenger, customer):
                continue
            corrected = correct_passenger(passenger, trail, rng)
            if corrected is not None:
                yield {
                    "reservation_id": row["reservation_id"],
                    "name": f"{passenger['first']} {passenger['last']}",
                    "passenger": corrected,
                }


def is_self(passenger: Passenger, customer: Row) -> bool:
    """Return whether the passenger is the customer."""
    name = customer["name"]
    return (passenger["first"], passenger["last"]) == (name["first"], name["last"])


def list_corrected(trail: Sequence[Step]) -> dict[str, Passenger]:
    """Return name as booked -> passenger as corrected, of the corrections made so far."""
    steps = [step for step in trail if step.tool == "change_passenger"]
    return {step.arguments["name"]: step.arguments["passenger"] for step in steps}


def sort_by_trail(passengers: Sequence[Passenger], trail: Sequence[Step]) -> list[Passenger]:
    """Return the passengers, those corrected before on another reservation first."""
    known = list_corrected(trail)
    return sorted(passengers, key=lambda row: f"{row['first']} {row['last']}" not in known)


def correct_passenger(
    passenger: Passenger, trail: Sequence[Step], rng: random.Random
) -> Passenger | None:
    """Return a passenger with the family name put right, None where none can be misspelt."""
    known = list_corrected(trail).get(f"{passenger['first']} {passenger['last']}")
    if known is not None:
        return Passenger(**known)
    last = misspell(passenger["last"], rng)
    if last is None:
        return None
    return Passenger(first=passenger["first"], last=last, birth_date=passenger["birth_date"])


def misspell(name: str, rng: random.Random) -> str | None:
    """Return another spelling of a family name, or None for a name that has none.

    The name as booked is the slip then.
    """
    head, rest = name[:1], name[1:]
    found = [head + rest.replace(old, new, 1) for old, new in SPELLINGS if old in rest]
    return rng.choice(found) if found else None


def propose_bags(
    state: State, customer: Row, _trail: Sequence[Step], rng: random.Random
) -> Iterator[Arguments]:
    """Yield each reservation with one to three bags more than it has."""
    for row in shuffle(list_open(state, customer), rng):
        most = MAX_BAGS * len(row["passengers"]) - row["n_bags"]
        if most > 0:
            yield {
                "reservation_id": row["reservation_id"],
                "n_bags": rng.randint(1, min(most, MAX_ADDED_BAGS)),
                "payment_id": rng.choice(list_methods(customer)),
            }


def propose_certificate(
    state: State, customer: Row, _trail: Sequence[Step], rng: random.Random
) -> Iterator[Arguments]:
    """Yield each reservation for which a certificate is due, with the amount."""
    due = partial(find_due, state, customer["tier"])
    for row in shuffle(list_reservations(state, customer), rng):
        cents = due(row)
        if cents:
            yield {
                "customer_id": customer["customer_id"],
                "reservation_id": row["reservation_id"],
                "amount": write_cents(cents),
            }


def find_due(state: State, tier: str, reservation: Reservation) -> int:
    """Return what is due for a reservation in cents, zero for nothing."""
    try:
        return require_due(state, reservation, cast("Tier", tier))
    except ToolRefusal:
        return 0


def list_spare(rng: random.Random, count: int) -> list[Passenger]:
    """Return people who stand in no table."""
    return rng.sample(list(read_spare_people()), count)
