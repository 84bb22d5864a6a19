"""Generator: the tables of Kestrel Lane, the same in every process, and spare addresses."""

import random
from collections.abc import Mapping
from functools import cache

from schemas.identity import derive_seed, hash_content
from tracer.domains.form import read_forms
from tracer.domains.keys import make_email_key, make_name_key
from tracer.domains.people.places import open_places
from tracer.domains.people.records import Address
from tracer.domains.retail import clock
from tracer.domains.retail.generate_customers import make_customers
from tracer.domains.retail.generate_orders import Shop, make_orders
from tracer.domains.retail.generate_products import make_products
from tracer.domains.retail.identifiers import Identifiers
from tracer.domains.retail.records import TABLES, Customer, Product
from tracer.domains.state import Base, Row

TODAY = clock.TODAY
SEED = 20_260_514
SPARE_HOUSE_NUMBERS = range(201, 400)
"""No house in the tables has such a number, so no spare address is anybody's."""
SPARE_PER_COUNTRY = 11
ONLY_ROW = "all"
"""Key of the one row of the table `catalogue`."""


def make_base() -> Base:
    """Return the tables: customers, products, orders, and three that find rows by something else.

    `emails` holds a customer id per mail address, `names` the customer ids per full name, and
    `catalogue` in its one row the product ids by category and name.
    """
    places = open_places(derive_seed(SEED, "customers"))
    ids = Identifiers(make_random("ids"))
    products = make_products(make_random("products"), ids)
    customers = make_customers(make_random("customers"), ids, places)
    shop = Shop(make_random("orders"), ids, places, list(products.values()))
    tables: dict[str, Mapping[str, Row]] = {
        "customers": customers,
        "products": products,
        "orders": make_orders(shop, customers),
        "emails": index_emails(customers),
        "names": index_names(customers),
        "catalogue": {ONLY_ROW: list_catalogue(products)},
    }
    return Base(tables, hash_content(tables), read_forms(TABLES))


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
    """Return the customer ids per full name. Postcodes stay out: a customer may change theirs."""
    found: dict[str, list[str]] = {}
    for key, customer in customers.items():
        full = f"{customer['name']['first']} {customer['name']['last']}"
        found.setdefault(make_name_key(full), []).append(key)
    return {name: {"customer_ids": keys} for name, keys in found.items()}


def list_catalogue(products: Mapping[str, Product]) -> dict[str, dict[str, str]]:
    """Return the product ids by category and name."""
    found: dict[str, dict[str, str]] = {}
    for key, product in products.items():
        found.setdefault(product["category"], {})[product["name"]] = key
    return found


@cache
def read_spare_addresses() -> dict[str, list[Address]]:
    """Return the spare addresses, made once."""
    return make_spare_addresses()


def list_spare_addresses(country: str) -> list[Address]:
    """Return the spare addresses of one country, none for a country without customers."""
    return list(read_spare_addresses().get(country, []))


def make_spare_addresses() -> dict[str, list[Address]]:
    """Return about 300 addresses by country that stand in no table: where a customer may move."""
    rng = make_random("spare addresses")
    return {
        place.country: [
            place.make_address(rng, SPARE_HOUSE_NUMBERS) for _ in range(SPARE_PER_COUNTRY)
        ]
        for place in open_places(derive_seed(SEED, "spare addresses"))
    }
