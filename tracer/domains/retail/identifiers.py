"""Identifiers: ids of every kind, unique and in no order one could guess."""

import random
from collections.abc import Iterator


class Identifiers:
    """Hands out ids; the same random numbers give the same ids."""

    def __init__(self, rng: random.Random) -> None:
        self._customers = shuffle_numbers(rng, 10_000, 100_000)
        self._orders = shuffle_numbers(rng, 100_000, 1_000_000)
        self._products = shuffle_numbers(rng, 1_000, 10_000)
        self._items = shuffle_numbers(rng, 100_000, 1_000_000)
        self._payments = shuffle_numbers(rng, 100_000, 1_000_000)

    def take_customer(self) -> str:
        """Return the next customer id, such as cus-48213."""
        return f"cus-{next(self._customers)}"

    def take_order(self) -> str:
        """Return the next order id, such as K48-2071."""
        number = str(next(self._orders))
        return f"K{number[:2]}-{number[2:]}"

    def take_product(self) -> str:
        """Return the next product id, such as prd-7312."""
        return f"prd-{next(self._products)}"

    def take_item(self) -> str:
        """Return the next item id, such as itm-620418."""
        return f"itm-{next(self._items)}"

    def take_payment(self) -> str:
        """Return the next payment id, such as pay-903144."""
        return f"pay-{next(self._payments)}"


def shuffle_numbers(rng: random.Random, start: int, stop: int) -> Iterator[int]:
    """Yield 5,000 different numbers of the range in random order."""
    yield from rng.sample(range(start, stop), 5_000)
