"""Payments: how past bookings were paid, what was paid back, and certificates already given."""

import random
from collections.abc import Iterable

from tracer.domains.airline.entitlement import compute_due, may_claim
from tracer.domains.airline.keys import write_flight_key
from tracer.domains.airline.records import (
    BookedFlight,
    Compensation,
    Customer,
    Flight,
    FlightRef,
    Payment,
    PaymentKind,
    Reservation,
)
from tracer.domains.money import write_cents

SPLIT_RATE = 0.35
SPLIT_SHARE = 0.6
"""A gift card or certificate paid at most this share of a booking."""
SPLIT_CENTS: dict[PaymentKind, range] = {
    "gift card": range(2_000, 15_001, 500),
    "travel certificate": range(5_000, 20_001, 5_000),
}
COMPENSATED_RATE = 0.25
"""Share of reservations due a certificate whose customer has one and got it for them."""


def list_payments(
    customer: Customer, total: int, rng: random.Random, *, cancelled: bool
) -> list[Payment]:
    """Return what was paid for a booking, by payment id, and, when cancelled, paid back."""
    shares = split_total(customer, total, rng)
    paid = [
        Payment(kind="payment", amount=write_cents(cents), payment_id=key)
        for key, cents in sorted(shares.items())
    ]
    if not cancelled:
        return paid
    methods = customer["payment_methods"]
    return paid + [
        Payment(kind="refund", amount=row["amount"], payment_id=row["payment_id"])
        for row in paid
        if methods[row["payment_id"]]["kind"] != "travel certificate"
    ]


def split_total(customer: Customer, total: int, rng: random.Random) -> dict[str, int]:
    """Return payment id -> cents; one card pays what a gift card or certificate did not."""
    kinds = {method["kind"]: key for key, method in customer["payment_methods"].items()}
    cards = [key for kind, key in kinds.items() if kind not in SPLIT_CENTS]
    shares: dict[str, int] = {}
    for kind, amounts in SPLIT_CENTS.items():
        amount = rng.choice(amounts)
        wanted = rng.random() < SPLIT_RATE
        if kind in kinds and wanted and amount + sum(shares.values()) <= total * SPLIT_SHARE:
            shares[kinds[kind]] = amount
    shares[rng.choice(cards)] = total - sum(shares.values())
    return shares


def compensate_some(
    reservations: Iterable[Reservation],
    customers: dict[str, Customer],
    flights: dict[str, Flight],
    rng: random.Random,
) -> None:
    """Enter the certificates that were given for cancelled flights before today."""

    def find(ref: BookedFlight | FlightRef) -> Flight:
        return flights[write_flight_key(ref)]

    for row in reservations:
        customer = customers[row["customer_id"]]
        kinds = {method["kind"]: key for key, method in customer["payment_methods"].items()}
        certificate = kinds.get("travel certificate")
        cents = compute_due(row, find) if may_claim(row, customer["tier"]) else 0
        if certificate and cents and rng.random() < COMPENSATED_RATE:
            row["compensation"] = Compensation(amount=write_cents(cents), payment_id=certificate)
