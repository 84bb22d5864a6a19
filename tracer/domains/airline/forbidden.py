"""Forbidden: for each tool, calls that the airline's policy rules out for one customer, and why.

The tools refuse all of them; the right end is to decline and to give the reason.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from tracer.domains.airline.cancellations import INSURED_REASONS
from tracer.domains.airline.certificates import require_due
from tracer.domains.airline.holdings import (
    has_status,
    is_recent,
    list_begun,
    list_methods,
    list_open,
    list_reservations,
    shuffle,
)
from tracer.domains.airline.prices import MAX_BAGS
from tracer.domains.airline.proposed_changes import (
    find_due,
    is_self,
    list_exchanges,
    list_reasons,
    list_spare,
)
from tracer.domains.airline.records import Reservation
from tracer.domains.airline.ways import CABINS
from tracer.domains.money import write_cents
from tracer.domains.solver import Arguments, Forbidden, Step
from tracer.domains.state import Row, State
from tracer.domains.tool import ToolRefusal

Forbid = Callable[[State, Row, Sequence[Step], random.Random], Iterator[Forbidden]]

CERTIFICATE_CENTS = 10_000
"""For each passenger: what a customer would ask for."""
FLOWN_FORMS = ["flown", "already left", "has departed", "already departed", "taken place"]
GROUND_FORMS = ["24 hours", "twenty-four hours", "not insured", "no insurance", "insurance"]
BASIC_FORMS = ["basic economy"]
GONE_FORMS = [
    "cancelled",
    "canceled",
    "is cancelled, and",
    "is cancelled and",
    "cancelled flight",
    "canceled flight",
    "because it is cancelled",
    "since it is cancelled",
    "has been cancelled, so",
]
BAG_FORMS = ["four bags", "4 bags", "most four", "most 4", "than four", "than 4", "of four", "of 4"]
PERSON_FORMS = ["another person", "somebody else", "someone else", "at least two", "stay as booked"]
DUE_FORMS = [
    "silver",
    "gold",
    "not insured",
    "insured",
    "has cancelled no",
    "cancelled none",
    "not cancelled",
    "no cancelled",
    "delayed",
    "already given",
    "given before",
    "already been given",
    "once",
]


def forbid_flown(reservation: Reservation, **arguments: Any) -> Forbidden:
    """Return a call on a reservation that is flown, at least in part (clause 21)."""
    key = reservation["reservation_id"]
    reason = f"a flight of {key} is already flown"
    return Forbidden({"reservation_id": key, **arguments}, 21, reason, FLOWN_FORMS)


def forbid_cancel(
    state: State, customer: Row, _trail: Sequence[Step], rng: random.Random
) -> Iterator[Forbidden]:
    """Yield cancellations without a ground (clause 32), then of flown trips (clause 21)."""
    for row in shuffle(list_open(state, customer), rng):
        free = is_recent(row) or row["cabin"] == "business" or has_status(state, row, "cancelled")
        if not free:
            plain = ["change of plans", "other"]
            reasons = plain if row["insurance"] else [*plain, *INSURED_REASONS]
            arguments = {"reservation_id": row["reservation_id"], "reason": rng.choice(reasons)}
            reason = f"none of the grounds of clause 32 holds for {row['reservation_id']}"
            yield Forbidden(arguments, 32, reason, GROUND_FORMS)
    for row in shuffle(list_begun(state, customer), rng):
        yield forbid_flown(row, reason=rng.choice(list_reasons(state, row) or ["other"]))


def forbid_flights(
    state: State, customer: Row, trail: Sequence[Step], rng: random.Random
) -> Iterator[Forbidden]:
    """Yield other flights for basic economy (clause 26)."""
    for row in shuffle(list_open(state, customer), rng):
        if row["cabin"] != "basic economy":
            continue
        for flights in list_exchanges(state, row, trail, rng):
            arguments: Arguments = {
                "reservation_id": row["reservation_id"],
                "flights": flights,
                "payment_id": rng.choice(list_methods(customer)),
            }
            reason = f"{row['reservation_id']} is in basic economy"
            yield Forbidden(arguments, 26, reason, BASIC_FORMS)


def forbid_cabin(
    state: State, customer: Row, _trail: Sequence[Step], rng: random.Random
) -> Iterator[Forbidden]:
    """Yield other cabins where a flight is cancelled (clause 29) or flown (clause 21)."""
    gone = [row for row in list_open(state, customer) if has_status(state, row, "cancelled")]
    for row in shuffle([*gone, *list_begun(state, customer)], rng):
        cabin = rng.choice([name for name in CABINS if name != row["cabin"]])
        payment = rng.choice(list_methods(customer))
        if row in gone:
            arguments = {
                "reservation_id": row["reservation_id"],
                "cabin": cabin,
                "payment_id": payment,
            }
            reason = f"a flight of {row['reservation_id']} is cancelled"
            yield Forbidden(arguments, 29, reason, GONE_FORMS)
        else:
            yield forbid_flown(row, cabin=cabin, payment_id=payment)


def forbid_passenger(
    state: State, customer: Row, _trail: Sequence[Step], rng: random.Random
) -> Iterator[Forbidden]:
    """Yield another person in a companion's place (clause 22)."""
    for row in shuffle(list_open(state, customer), rng):
        for passenger in shuffle(row["passengers"], rng):
            if is_self(passenger, customer):
                continue
            other = list_spare(rng, 1)[0]
            arguments = {
                "reservation_id": row["reservation_id"],
                "name": f"{passenger['first']} {passenger['last']}",
                "passenger": {
                    "first": other["first"],
                    "last": other["last"],
                    "birth_date": passenger["birth_date"],
                },
            }
            yield Forbidden(arguments, 22, "first and last name would both change", PERSON_FORMS)


def forbid_bags(
    state: State, customer: Row, _trail: Sequence[Step], rng: random.Random
) -> Iterator[Forbidden]:
    """Yield more than four bags for a passenger (clause 19), and bags on flown trips."""
    for row in shuffle([*list_open(state, customer), *list_begun(state, customer)], rng):
        payment = rng.choice(list_methods(customer))
        spare = MAX_BAGS * len(row["passengers"]) - row["n_bags"]
        if has_status(state, row, "flown"):
            yield forbid_flown(row, n_bags=rng.randint(1, 2), payment_id=payment)
        elif len(row["passengers"]) == 1:
            arguments = {
                "reservation_id": row["reservation_id"],
                "n_bags": spare + rng.randint(1, 2),
                "payment_id": payment,
            }
            yield Forbidden(arguments, 19, "no passenger has more than four bags", BAG_FORMS)


def forbid_certificate(
    state: State, customer: Row, _trail: Sequence[Step], rng: random.Random
) -> Iterator[Forbidden]:
    """Yield compensation that is not due (clause 36) for trips that went or go wrong."""
    for row in shuffle(list_reservations(state, customer), rng):
        troubled = has_status(state, row, "cancelled") or has_status(state, row, "delayed")
        if troubled and not find_due(state, customer["tier"], row):
            yield Forbidden(
                {
                    "customer_id": customer["customer_id"],
                    "reservation_id": row["reservation_id"],
                    "amount": write_cents(CERTIFICATE_CENTS * len(row["passengers"])),
                },
                36,
                explain_nothing_due(state, row, customer),
                DUE_FORMS,
            )


def explain_nothing_due(state: State, reservation: Reservation, customer: Row) -> str:
    """Return the tool's own words for why no certificate is due."""
    try:
        require_due(state, reservation, customer["tier"])
    except ToolRefusal as refusal:
        return str(refusal)
    return ""


FORBIDDEN: dict[str, Forbid] = {
    "cancel_reservation": forbid_cancel,
    "change_flights": forbid_flights,
    "change_cabin": forbid_cabin,
    "change_passenger": forbid_passenger,
    "add_bags": forbid_bags,
    "send_certificate": forbid_certificate,
}
