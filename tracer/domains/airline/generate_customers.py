"""Customers: people, their tiers and the ways they pay; their reservations come later."""

import random
from datetime import date, timedelta

from tracer.domains.airline.identifiers import Identifiers
from tracer.domains.airline.records import Customer, Passenger, PaymentKind, PaymentMethod, Tier
from tracer.domains.money import write_cents
from tracer.domains.people.contacts import (
    TEST_CARDS,
    Taken,
    find_new_person,
    make_email,
    make_phone,
)
from tracer.domains.people.places import Place

N_CUSTOMERS = 500
TIERS: dict[Tier, int] = {"regular": 60, "silver": 25, "gold": 15}
CARDS: tuple[tuple[PaymentKind, ...], ...] = (
    ("credit card",),
    ("debit card",),
    ("credit card", "debit card"),
)
CARD_WEIGHTS = (4, 3, 4)
GIFT_CARD_RATE = 0.45
CERTIFICATE_RATE = 0.3
FIRST_BIRTH = date(1941, 1, 1)
LAST_ADULT_BIRTH = date(2007, 12, 31)
LAST_BIRTH = date(2024, 12, 31)


def make_customers(
    rng: random.Random, ids: Identifiers, places: list[Place], taken: Taken
) -> list[tuple[Customer, Place]]:
    """Return the customers, without reservations, each with the country they are from."""
    weights = [place.weight for place in places]
    chosen = rng.choices(places, weights, k=N_CUSTOMERS)
    return [(make_customer(rng, ids, place, taken), place) for place in chosen]


def make_customer(rng: random.Random, ids: Identifiers, place: Place, taken: Taken) -> Customer:
    """Return one customer of a place."""
    person = find_new_person(rng, place, taken)
    methods = [make_method(kind, rng, ids) for kind in choose_kinds(rng)]
    return Customer(
        customer_id=ids.take_customer(),
        name=person.name,
        birth_date=make_birth_date(rng, LAST_ADULT_BIRTH),
        email=make_email(person.slug, rng, taken),
        phone=make_phone(place.phone, rng, taken),
        tier=rng.choices(list(TIERS), list(TIERS.values()))[0],
        payment_methods={method["payment_id"]: method for method in methods},
        reservations=[],
    )


def make_companion(rng: random.Random, place: Place, taken: Taken) -> Passenger:
    """Return somebody of any age who is no customer."""
    name = find_new_person(rng, place, taken).name
    return Passenger(
        first=name["first"], last=name["last"], birth_date=make_birth_date(rng, LAST_BIRTH)
    )


def make_birth_date(rng: random.Random, last: date) -> str:
    """Return a day of birth up to `last`, an ISO date."""
    return (FIRST_BIRTH + timedelta(days=rng.randint(0, (last - FIRST_BIRTH).days))).isoformat()


def choose_kinds(rng: random.Random) -> list[PaymentKind]:
    """Return one to four kinds of payment, always with a card, in random order."""
    kinds = list(rng.choices(CARDS, CARD_WEIGHTS)[0])
    if rng.random() < GIFT_CARD_RATE:
        kinds.append("gift card")
    if rng.random() < CERTIFICATE_RATE:
        kinds.append("travel certificate")
    rng.shuffle(kinds)
    return kinds


def make_method(kind: PaymentKind, rng: random.Random, ids: Identifiers) -> PaymentMethod:
    """Return a payment method; gift cards hold 20 to 700 EUR, certificates 50 to 500."""
    method = PaymentMethod(payment_id=ids.take_payment(), kind=kind)
    if kind in TEST_CARDS:
        method["last4"] = rng.choice(TEST_CARDS[kind])
    elif kind == "gift card":
        method["balance"] = write_cents(rng.randrange(2_000, 70_001, 500))
    else:
        method["balance"] = write_cents(rng.randrange(5_000, 50_001, 5_000))
    return method
