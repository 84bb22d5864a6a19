"""Customers: people, their addresses and the ways they pay; their orders come later."""

import random

from tracer.domains.money import write_cents
from tracer.domains.people.contacts import (
    TEST_CARDS,
    Taken,
    find_new_person,
    make_email,
    make_phone,
)
from tracer.domains.people.places import Place
from tracer.domains.retail.identifiers import Identifiers
from tracer.domains.retail.records import Customer, PaymentKind, PaymentMethod

N_CUSTOMERS = 500
HOUSE_NUMBERS = range(1, 181)
GIFT_CARD_RATE = 0.55
PLAIN_KINDS: tuple[tuple[PaymentKind, ...], ...] = (
    ("credit card",),
    ("debit card",),
    ("wallet",),
    ("credit card", "debit card"),
    ("credit card", "wallet"),
    ("debit card", "wallet"),
)
PLAIN_WEIGHTS = (4, 3, 3, 2, 2, 2)
MAX_BALANCE_CENTS = 32_000


def make_customers(
    rng: random.Random, ids: Identifiers, places: list[Place]
) -> dict[str, Customer]:
    """Return the customers by id, without orders."""
    weights = [place.weight for place in places]
    taken = Taken()
    customers = {}
    for place in rng.choices(places, weights, k=N_CUSTOMERS):
        customer = make_customer(rng, ids, place, taken)
        customers[customer["customer_id"]] = customer
    return customers


def make_customer(rng: random.Random, ids: Identifiers, place: Place, taken: Taken) -> Customer:
    """Return one customer of a place."""
    person = find_new_person(rng, place, taken)
    methods = [make_method(kind, rng, ids) for kind in choose_kinds(rng)]
    return Customer(
        customer_id=ids.take_customer(),
        name=person.name,
        email=make_email(person.slug, rng, taken),
        phone=make_phone(place.phone, rng, taken),
        address=place.make_address(rng, HOUSE_NUMBERS),
        payment_methods={method["payment_id"]: method for method in methods},
        orders=[],
    )


def choose_kinds(rng: random.Random) -> list[PaymentKind]:
    """Return one to three kinds of payment, in random order."""
    gift = rng.random() < GIFT_CARD_RATE
    kinds = list(rng.choices(PLAIN_KINDS, PLAIN_WEIGHTS)[0])
    if gift:
        kinds.append("gift card")
    rng.shuffle(kinds)
    return kinds


def make_method(kind: PaymentKind, rng: random.Random, ids: Identifiers) -> PaymentMethod:
    """Return a payment method; gift cards hold 5 to 320 EUR."""
    method = PaymentMethod(payment_id=ids.take_payment(), kind=kind)
    if kind in TEST_CARDS:
        method["last4"] = rng.choice(TEST_CARDS[kind])
    elif kind == "gift card":
        method["balance"] = write_cents(rng.randrange(500, MAX_BALANCE_CENTS, 50))
    return method
