"""Generator: the tables of Tern Airways, the same in every process, and spare people."""

import random
from collections.abc import Mapping
from functools import cache

from schemas.identity import derive_seed, hash_content
from tracer.domains.airline.generate_customers import make_companion, make_customers
from tracer.domains.airline.generate_flights import make_airports, make_flights
from tracer.domains.airline.generate_payments import compensate_some
from tracer.domains.airline.generate_reservations import make_reservations, open_office
from tracer.domains.airline.identifiers import Identifiers
from tracer.domains.airline.keys import write_departures_key
from tracer.domains.airline.records import TABLES, Customer, Flight, Passenger
from tracer.domains.form import read_forms
from tracer.domains.keys import make_email_key, make_name_key
from tracer.domains.people.contacts import Taken
from tracer.domains.people.places import open_places
from tracer.domains.state import Base, Row

SEED = 20_260_515
N_SPARE_PEOPLE = 300


def make_base() -> Base:
    """Return the tables: customers, airports, flights, reservations, and three more as indexes.

    `emails` holds a customer id per mail address, `names` the customer ids per full name, and
    `departures` the keys of the flights per airport and day, such as CPH/2026-05-20.
    """
    tables: dict[str, Mapping[str, Row]] = dict(make_tables(Taken()))
    return Base(tables, hash_content(tables), read_forms(TABLES))


def make_tables(taken: Taken) -> dict[str, Mapping[str, Row]]:
    """Return the tables; whose names are used afterwards stands in `taken`."""
    places = open_places(derive_seed(SEED, "customers"))
    ids = Identifiers(make_random("ids"))
    flights = make_flights(make_random("flights"))
    people = make_customers(make_random("customers"), ids, places, taken)
    customers = {customer["customer_id"]: customer for customer, _ in people}
    office = open_office(make_random("reservations"), ids, flights, taken)
    reservations = make_reservations(office, people)
    compensate_some(reservations.values(), customers, flights, make_random("compensations"))
    return {
        "customers": customers,
        "airports": make_airports(),
        "flights": flights,
        "reservations": reservations,
        "emails": index_emails(customers),
        "names": index_names(customers),
        "departures": index_departures(flights),
    }


def make_random(purpose: str) -> random.Random:
    """Return the random numbers of one purpose, so that one table can change without the others."""
    return random.Random(derive_seed(SEED, purpose))


def index_emails(customers: Mapping[str, Customer]) -> dict[str, Row]:
    """Return the customer id per mail address."""
    return {
        make_email_key(customer["email"]): {"customer_id": key}
        for key, customer in customers.items()
    }


def index_names(customers: Mapping[str, Customer]) -> dict[str, Row]:
    """Return the customer ids per full name."""
    found: dict[str, list[str]] = {}
    for key, customer in customers.items():
        full = f"{customer['name']['first']} {customer['name']['last']}"
        found.setdefault(make_name_key(full), []).append(key)
    return {name: {"customer_ids": keys} for name, keys in found.items()}


def index_departures(flights: Mapping[str, Flight]) -> dict[str, Row]:
    """Return the keys of flights per airport and day."""
    found: dict[str, list[str]] = {}
    for key, flight in flights.items():
        place = write_departures_key(flight["origin"], flight["date"])
        found.setdefault(place, []).append(key)
    return {place: {"flights": keys} for place, keys in found.items()}


@cache
def read_spare_people() -> tuple[Passenger, ...]:
    """Return 300 people who stand in no table, made once: whom a customer may take along."""
    taken = Taken()
    make_tables(taken)
    rng = make_random("spare people")
    places = open_places(derive_seed(SEED, "spare people"))
    chosen = rng.choices(places, [place.weight for place in places], k=N_SPARE_PEOPLE)
    return tuple(make_companion(rng, place, taken) for place in chosen)
