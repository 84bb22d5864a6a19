"""People and addresses: Faker's names on real towns, as places.toml lists them."""

import random
import tomllib
import unicodedata
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from faker import Faker
from slugify import slugify

from tracer.domains.people.records import Address, Name

PROVIDERS = ["faker.providers.person", "faker.providers.address"]
PLACES = Path(__file__).with_name("places.toml")
DRAMA_PHONE = "+44 7700 900###"
"""Ofcom's mobile numbers for drama."""
MAX_FLAT = 9
WOMEN_RATE = 0.5


class Person(NamedTuple):
    """A name and its Latin letters."""

    name: Name
    slug: str


@dataclass(frozen=True, slots=True)
class Place:
    """One country: where its addresses and names come from."""

    country: str
    weight: int
    towns: list[list[str]]
    streets: list[str]
    lines: list[str]
    phone: str
    faker: Faker

    def make_address(self, rng: random.Random, numbers: range) -> Address:
        """Return an address with a house number out of `numbers`."""
        city, shape = rng.choice(self.towns)
        street = rng.choice(self.streets) if self.streets else self.faker.street_name()
        line = rng.choice(self.lines).format(
            street=street, number=rng.choice(numbers), flat=rng.randint(1, MAX_FLAT)
        )
        return Address(
            street=clean(line),
            city=clean(city),
            postcode=fill_pattern(shape, rng),
            country=self.country,
        )

    def make_person(self, rng: random.Random) -> Person:
        """Return a person of this country; first and last name agree in gender."""
        woman = rng.random() < WOMEN_RATE
        if self.faker.locales == ["ja_JP"]:
            return make_japanese(self.faker, woman=woman)
        if woman:
            name = Name(first=self.faker.first_name_female(), last=self.faker.last_name_female())
        else:
            name = Name(first=self.faker.first_name_male(), last=self.faker.last_name_male())
        name = Name(first=clean(name["first"]), last=clean(name["last"]))
        return Person(name, make_slug(name["first"], name["last"]))


def make_japanese(faker: Faker, *, woman: bool) -> Person:
    """Return a person whose Latin letters are the reading of the name."""
    first = faker.first_name_female_pair() if woman else faker.first_name_male_pair()
    last = faker.last_name_pair()
    return Person(Name(first=clean(first[0]), last=clean(last[0])), make_slug(first[2], last[2]))


def make_slug(first: str, last: str) -> str:
    """Return the part of a mail address before the at sign."""
    return f"{slugify(first, separator='')}.{slugify(last, separator='')}"


def clean(text: str) -> str:
    """Return the text on one line in NFC, without blanks at its ends."""
    return unicodedata.normalize("NFC", " ".join(text.split()))


def fill_pattern(pattern: str, rng: random.Random) -> str:
    """Return the pattern with every `#` a digit and every `@` one of the letters A to H."""
    marks = {"#": "0123456789", "@": "ABCDEFGH"}
    return "".join(rng.choice(marks[sign]) if sign in marks else sign for sign in pattern)


@cache
def read_places() -> tuple[dict[str, Any], ...]:
    """Return the rows of places.toml."""
    return tuple(tomllib.loads(PLACES.read_text(encoding="utf-8"))["place"])


def open_places(seed: int) -> list[Place]:
    """Return the places, each with a Faker of its own that starts from `seed`."""
    return [open_place(row, seed) for row in read_places()]


def open_place(row: dict[str, Any], seed: int) -> Place:
    """Return one place with its Faker."""
    faker = Faker(row["locale"], providers=PROVIDERS)
    faker.seed_instance(f"{seed} {row['locale']}")
    return Place(
        country=row["country"],
        weight=row["weight"],
        towns=row["towns"],
        streets=row.get("streets", []),
        lines=row["lines"],
        phone=row.get("phone", DRAMA_PHONE),
        faker=faker,
    )
