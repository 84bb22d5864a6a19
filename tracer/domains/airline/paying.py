"""Paying: the method for a charge or a difference, and what a reservation's refund comes to."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from tracer.domains.airline.finding import find_payment, get_customer, name_payment, work_out
from tracer.domains.airline.phrases import join_sums
from tracer.domains.airline.records import Reservation
from tracer.domains.playbook import Ask, Call, Concern, Notebook, Plan, Stuck

CERTIFICATE = "travel certificate"
GIFT_CARD = "gift card"


@dataclass(frozen=True, slots=True)
class Method:
    """A payment method on the customer's file."""

    payment_id: str
    kind: str


def find_method(concern: Concern, notebook: Notebook) -> Method | Plan:
    """Return the method for a change or a bag, or what is needed to know it (clause 24)."""
    kind = concern.get("payment")
    payment_id = find_payment(kind, notebook)
    if kind is None or payment_id is None:
        return Ask("payment")
    if kind == CERTIFICATE:
        return Stuck(
            "a travel certificate can only pay for a new booking, so name a card or a gift card"
        )
    return Method(payment_id, kind)


def find_shortage(method: Method, amount: Decimal, notebook: Notebook) -> Stuck | None:
    """Return that a gift card does not cover a charge, or None."""
    row = get_customer(notebook)["payment_methods"][method.payment_id]
    balance = row.get("balance")
    if balance is None or amount <= Decimal(balance):
        return None
    return Stuck(f"your {method.kind} holds {balance} EUR, and {amount:.2f} EUR are needed")


@dataclass(frozen=True, slots=True)
class Refund:
    """What goes back when a reservation is cancelled."""

    amount: str
    methods: str
    """Kinds of the methods that get it, in words; with their shares when there are several."""
    kept: str
    """What a travel certificate paid and nobody gets back; empty for none."""
    when: str
    """Key of the phrase for when it arrives: at once on a gift card, in days on a card."""


def find_refund(reservation: Reservation, notebook: Notebook) -> Refund | Call:
    """Return what goes back to which methods, or the calculation needed first (clause 34)."""
    paid = sum_payments(reservation)
    kinds = {key: name_payment(key, notebook) for key in paid}
    back = {key: cents for key, cents in paid.items() if kinds[key] != CERTIFICATE and cents > 0}
    kept = [cents for key, cents in paid.items() if kinds[key] == CERTIFICATE]
    terms = [
        f"{'+' if row['kind'] == 'payment' else '-'} {row['amount']}"
        for row in reservation["payments"]
        if row["payment_id"] in back
    ]
    total = f"{sum(back.values(), Decimal(0)):.2f}"
    if len(terms) > 1:
        worked = work_out(" ".join(terms).removeprefix("+ "), notebook)
        if isinstance(worked, Call):
            return worked
        total = worked
    shares = [(kinds[key], f"{cents:.2f}") for key, cents in back.items()]
    lost = f"{sum(kept, Decimal(0)):.2f}" if kept else ""
    return Refund(total, join_sums(shares), lost, name_timing([kind for kind, _ in shares]))


def name_timing(kinds: Sequence[str]) -> str:
    """Return which phrase says when a refund to these kinds of method arrives (clause 25)."""
    if set(kinds) <= {GIFT_CARD}:
        return "none"
    return "mixed" if GIFT_CARD in kinds else "refund"


def sum_payments(reservation: Reservation) -> dict[str, Decimal]:
    """Return payment id -> what it has paid less what it got back, EUR."""
    paid: defaultdict[str, Decimal] = defaultdict(Decimal)
    for row in reservation["payments"]:
        sign = 1 if row["kind"] == "payment" else -1
        paid[row["payment_id"]] += sign * Decimal(row["amount"])
    return dict(paid)
