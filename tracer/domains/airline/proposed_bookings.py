"""Proposed bookings: routes to search and trips to book, with everything a booking takes."""

import random
from collections.abc import Iterator, Sequence
from typing import Any

from tracer.domains.airline.clock import TODAY
from tracer.domains.airline.generate_flights import HOME
from tracer.domains.airline.holdings import (
    list_days,
    list_methods,
    list_open,
    list_reservations,
    list_ways,
    map_statuses,
    shuffle,
)
from tracer.domains.airline.prices import MAX_BAGS, compute_total, count_paid_bags
from tracer.domains.airline.proposed_changes import SEARCHES, is_self, list_spare
from tracer.domains.airline.records import Cabin, Flight, Passenger
from tracer.domains.airline.ways import CABINS, find_movable, has_room, refer_to
from tracer.domains.money import read_cents, write_cents
from tracer.domains.solver import Arguments, Step
from tracer.domains.state import Row, State

Route = tuple[str, str, str]
"""Origin, destination and day."""
Shares = list[tuple[str, int]]
"""Payment ids with the cents each pays."""
N_OWN = 6
N_OTHER = 6
N_TRIES = 40
N_TRIPS = 4
PARTY_SIZES = (1, 1, 1, 2, 2, 3)
MAX_BOOKED_BAGS = 4
MIN_SHARE_CENTS = 2_000
STEP_CENTS = 500
SPLIT_RATE = 0.5


def propose_direct(
    state: State, customer: Row, trail: Sequence[Step], rng: random.Random
) -> Iterator[Arguments]:
    """Yield routes and days on which a direct flight leaves."""
    yield from propose_search(state, customer, trail, rng, n_flights=1)


def propose_one_stop(
    state: State, customer: Row, trail: Sequence[Step], rng: random.Random
) -> Iterator[Arguments]:
    """Yield routes and days on which there is a connection."""
    yield from propose_search(state, customer, trail, rng, n_flights=2)


def propose_search(
    state: State, customer: Row, trail: Sequence[Step], rng: random.Random, *, n_flights: int
) -> Iterator[Arguments]:
    """Yield routes and days with ways of so many flights, the customer's own trips among them."""
    for origin, destination, day in list_routes(state, customer, trail, rng, n_flights):
        ways = list_ways(state, origin, destination, day)
        if any(len(way) == n_flights and is_going(way) for way in ways):
            yield {"origin": origin, "destination": destination, "date": day}


def is_going(way: Sequence[Flight]) -> bool:
    """Return whether every flight of a way is scheduled."""
    return all(flight["status"] == "scheduled" for flight in way)


def list_routes(
    state: State, customer: Row, trail: Sequence[Step], rng: random.Random, n_flights: int
) -> list[Route]:
    """Return routes and days: after a search the same route, else own and other routes mixed."""
    earlier = [step for step in trail if step.tool in SEARCHES]
    if earlier and trail[-1].tool in SEARCHES:
        asked = trail[-1].arguments
        days = list_days(state, asked["origin"])
        return [(asked["origin"], asked["destination"], day) for day in shuffle(days, rng)]
    own = shuffle(list_own_routes(state, customer), rng)
    cancelled = {step.arguments["reservation_id"] for step in trail if step.tool in LEAVING}
    gone = [row for row in list_reservations(state, customer) if row["reservation_id"] in cancelled]
    again = [route for row in gone for route in list_other_days(state, row)]
    others = list_other_routes(state, n_flights, rng)
    return [*shuffle(again, rng)[:N_OWN], *shuffle([*own[:N_OWN], *others], rng)]


LEAVING = ("cancel_reservation",)


def list_own_routes(state: State, customer: Row) -> list[Route]:
    """Return the ways out of open reservations on days they could be moved to."""
    return [
        (row["origin"], row["destination"], day)
        for row in list_open(state, customer)
        if row["cabin"] != "basic economy"
        for day in list_days(state, row["origin"])
        if find_movable(row, map_statuses(state, row), day)
        and any(
            has_room(way, row["cabin"], len(row["passengers"]))
            for way in list_ways(state, row["origin"], row["destination"], day)
        )
    ]


def list_other_days(state: State, reservation: Any) -> list[Route]:
    """Return the way out of a reservation on every other day after today that has one."""
    ends = (reservation["origin"], reservation["destination"])
    booked = reservation["flights"][0]["date"]
    days = [day for day in list_days(state, ends[0]) if day != booked]
    return [(*ends, day) for day in days if list_ways(state, *ends, day)]


def list_other_routes(state: State, n_flights: int, rng: random.Random) -> list[Route]:
    """Return a few routes of the timetable, direct or by way of the home airport."""
    flights = [row for _, row in state.rows("flights") if row["date"] > TODAY]
    if n_flights == 1:
        return [
            (row["origin"], row["destination"], row["date"]) for row in rng.sample(flights, N_OTHER)
        ]
    first = [row for row in flights if row["destination"] == HOME]
    found = []
    for _ in range(N_TRIES):
        row = rng.choice(first)
        onward = [
            item
            for item in flights
            if item["origin"] == HOME
            and item["date"] == row["date"]
            and item["destination"] != row["origin"]
        ]
        found += [(row["origin"], item["destination"], row["date"]) for item in onward[:1]]
    return found[:N_OTHER]


def propose_booking(
    state: State, customer: Row, trail: Sequence[Step], rng: random.Random
) -> Iterator[Arguments]:
    """Yield one-way trips with cabin, party, bags, insurance and ways to pay."""
    for route in choose_routes(state, customer, trail, rng):
        for way in list_ways(state, *route):
            for _ in range(N_TRIPS):
                yield from propose_trip(customer, way, state, rng)


def choose_routes(
    state: State, customer: Row, trail: Sequence[Step], rng: random.Random
) -> list[Route]:
    """Return the route just searched, when there is one, else some."""
    if trail and trail[-1].tool in SEARCHES:
        asked = trail[-1].arguments
        return [(asked["origin"], asked["destination"], asked["date"])]
    return list_routes(state, customer, trail, rng, rng.choice((1, 1, 2)))


def propose_trip(
    customer: Row, way: Sequence[Flight], state: State, rng: random.Random
) -> Iterator[Arguments]:
    """Yield bookings of one way, paid in one piece and split."""
    party = choose_party(state, customer, rng)
    cabin: Cabin = rng.choice(CABINS)
    if not has_room(way, cabin, len(party)):
        return
    n_bags = rng.randint(0, min(MAX_BOOKED_BAGS, MAX_BAGS * len(party)))
    insurance = rng.random() < SPLIT_RATE
    fares = sum(read_cents(flight["cabins"][cabin]["fare"]) for flight in way)
    n_paid = count_paid_bags(customer["tier"], cabin, len(party), n_bags)
    total = compute_total(fares, len(party), n_paid, insurance=insurance)
    for shares in list_shares(customer, total, rng):
        yield {
            "customer_id": customer["customer_id"],
            "cabin": cabin,
            "flights": [dict(refer_to(flight)) for flight in way],
            "passengers": [dict(passenger) for passenger in party],
            "payments": [
                {"payment_id": key, "amount": write_cents(cents)} for key, cents in shares
            ],
            "n_bags": n_bags,
            "insurance": insurance,
        }


def choose_party(state: State, customer: Row, rng: random.Random) -> list[Passenger]:
    """Return who flies: the customer, and sometimes people flown with before or others."""
    known = {
        (row["first"], row["last"]): row
        for reservation in list_reservations(state, customer)
        for row in reservation["passengers"]
        if not is_self(row, customer)
    }
    own = Passenger(
        first=customer["name"]["first"],
        last=customer["name"]["last"],
        birth_date=customer["birth_date"],
    )
    others = [*known.values(), *list_spare(rng, 2)]
    return [own, *rng.sample(others, rng.choice(PARTY_SIZES) - 1)]


def list_shares(customer: Row, total: int, rng: random.Random) -> list[Shares]:
    """Return ways to pay a total: from a card, or a balance first and a card for the rest."""
    cards = list_methods(customer, "credit card", "debit card")
    card = rng.choice(cards)
    whole: Shares = [(card, total)]
    found = [whole]
    for key in list_methods(customer, "gift card", "travel certificate"):
        balance = read_cents(customer["payment_methods"][key]["balance"])
        part = min(balance, total // 2) // STEP_CENTS * STEP_CENTS
        if part >= MIN_SHARE_CENTS:
            found.append([(key, part), (card, total - part)])
    # The last one is the least usual, so it comes first as often as not.
    return found[::-1] if rng.random() < SPLIT_RATE else found
