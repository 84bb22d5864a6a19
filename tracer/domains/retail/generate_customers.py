"""Customers: people, their addresses and the ways they pay; their orders come later."""

import random
from collections import Counter
from dataclasses import dataclass, field

from tracer.domains.retail.generate_addresses import Person, Place, fill_pattern
from tracer.domains.retail.identifiers import Identifiers
from tracer.domains.retail.money import write_cents
from tracer.domains.retail.records import Customer, PaymentKind, PaymentMethod

N_CUSTOMERS = 500
HOUSE_NUMBERS = range(1, 181)
GIFT_CARD_RATE = 0.55
MAIL_HOSTS = ("example.com", "example.org", "example.net")
"""Reserved for examples, RFC 2606."""
TEST_CARDS: dict[PaymentKind, tuple[str, ...]] = {
    "credit card": ("4242", "4444", "1881", "0005", "8431", "1117", "9424", "0004", "0505", "1111"),
    "debit card": ("5556", "8210", "3222", "5100"),
}
"""Last digits of the card numbers that payment providers publish for testing."""
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


@dataclass(slots=True)
class Taken:
    """What no second customer may have."""

    phones: set[str] = field(default_factory=set)
    people: set[str] = field(default_factory=set)
    slugs: Counter[str] = field(default_factory=Counter)


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


def find_new_person(rng: random.Random, place: Place, taken: Taken) -> Person:
    """Return a person whose full name nobody has yet."""
    while True:
        person = place.make_person(rng)
        full = f"{person.name['first']} {person.name['last']}".casefold()
        if full not in taken.people:
            taken.people.add(full)
            return person


def make_email(slug: str, rng: random.Random, taken: Taken) -> str:
    """Return a mail address; the second and later owners of a name get a number."""
    taken.slugs[slug] += 1
    number = taken.slugs[slug]
    return f"{slug}{number if number > 1 else ''}@{rng.choice(MAIL_HOSTS)}"


def make_phone(pattern: str, rng: random.Random, taken: Taken) -> str:
    """Return a phone number nobody has yet."""
    while True:
        phone = fill_pattern(pattern, rng)
        if phone not in taken.phones:
            taken.phones.add(phone)
            return phone


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
