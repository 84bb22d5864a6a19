"""Identifiers: ids of every kind, unique and in no order one could guess."""

import hashlib
import random
from collections.abc import Callable

LETTERS = "ABCDEFGHJKLMNPRSTUVXYZ"
N_RESERVATION_IDS = len(LETTERS) ** 4 * 100
FIRST_CERTIFICATE = 900_000
"""Payment ids of the tables are below; those of new certificates are made from the customer's."""


class Identifiers:
    """Hands out ids; the same random numbers give the same ids."""

    def __init__(self, rng: random.Random) -> None:
        self._customers = iter(rng.sample(range(10_000, 100_000), 1_000))
        self._payments = iter(rng.sample(range(100_000, FIRST_CERTIFICATE), 5_000))
        self._reservations = iter(rng.sample(range(N_RESERVATION_IDS), 5_000))

    def take_customer(self) -> str:
        """Return the next customer id, such as cus-48213."""
        return f"cus-{next(self._customers)}"

    def take_payment(self) -> str:
        """Return the next payment id, such as pay-603144."""
        return f"pay-{next(self._payments)}"

    def take_reservation(self) -> str:
        """Return the next reservation id, such as KR48TD."""
        return write_reservation_id(next(self._reservations))


def write_reservation_id(number: int) -> str:
    """Return the reservation id of a number: two letters, two digits, two letters."""
    number, digits = divmod(number % N_RESERVATION_IDS, 100)
    letters = ""
    for _ in range(4):
        number, place = divmod(number, len(LETTERS))
        letters += LETTERS[place]
    return f"{letters[:2]}{digits:02d}{letters[2:]}"


def make_reservation_id(content: str, is_taken: Callable[[str], bool]) -> str:
    """Return the id of a new booking.

    It comes from what is booked, so that it doesn't depend on what else was done before.
    """
    number = int.from_bytes(hashlib.sha256(content.encode()).digest()[:8], "big")
    while is_taken(write_reservation_id(number)):
        number += 1
    return write_reservation_id(number)


def make_certificate_id(customer_id: str) -> str:
    """Return the payment id of a customer's first certificate, such as pay-948213."""
    return f"pay-9{customer_id.removeprefix('cus-')}"
