"""Contacts: people nobody else is, and mail addresses, phones and cards that are nobody's."""

import random
from collections import Counter
from dataclasses import dataclass, field

from tracer.domains.people.places import Person, Place, fill_pattern

MAIL_HOSTS = ("example.com", "example.org", "example.net")
"""Reserved for examples, RFC 2606."""
TEST_CARDS: dict[str, tuple[str, ...]] = {
    "credit card": ("4242", "4444", "1881", "0005", "8431", "1117", "9424", "0004", "0505", "1111"),
    "debit card": ("5556", "8210", "3222", "5100"),
}
"""Last digits of the card numbers that payment providers publish for testing."""


@dataclass(slots=True)
class Taken:
    """What no second customer may have."""

    phones: set[str] = field(default_factory=set)
    people: set[str] = field(default_factory=set)
    slugs: Counter[str] = field(default_factory=Counter)


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
