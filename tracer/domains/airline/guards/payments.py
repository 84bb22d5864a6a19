"""Payments: amounts and methods that a write of Tern Airways moves, and how a text tells them."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tracer.domains.checking.figures import find_amounts, parse_cents
from tracer.domains.checking.listing import MONEY, Detail
from tracer.domains.money import write_cents
from tracer.domains.state import Row
from tracer.domains.transcript import Called

CERTIFICATE = "travel certificate"
KINDS = {
    "credit card": frozenset({"credit", "card"}),
    "debit card": frozenset({"debit", "card"}),
    "gift card": frozenset({"giftcard"}),
    CERTIFICATE: frozenset({"certificate"}),
}
"""Kind of payment method -> words for it in a normalised text."""
FREE = re.compile(
    r"\b(?:free|no (?:extra |further |price )?(?:charge|cost|difference)|same (?:price|fare)"
    r"|nothing (?:more |extra |else )?to pay|costs? (?:you )?nothing|stays? the same)\b"
    r"|\b0[.,]00\b"
)
NAMED = re.compile(
    rf"{MONEY.pattern}|\b(?:nothing|no money|zero|equal|unchanged|match|exactly|the same)\b"
    r"|\bdoesn't (?:change|move)\b|\bno more and no less\b|\bneither of us owes\b"
    r"|\bone and the same\b"
)
"""Words for an amount, or for there being none."""
PAID_WITH = re.compile(
    r"\b(?:method|card|way)s? (?:you|it|that|the \w+|this) (?:\w+ )?(?:paid|was|were|used)\b"
    r"|\b(?:original|same) (?:payment )?(?:methods?|cards?)\b|\bhow (?:you|it) (?:was )?paid\b"
    r"|\b(?:method|card)s? used\b"
)
AMOUNT = re.compile(r"\d+\.\d{2}")
SILENT = ("change_passenger", "send_certificate")
"""Writes that move no money between customer and airline."""


def detail_amount(cents: Sequence[int], label: str, *, has_rivals: bool = False) -> Detail:
    """Return amounts to be told, one by one or as their sum; others may stand against them."""
    wanted, total = frozenset(cents), sum(cents)

    def tells(text: str) -> bool:
        named = {amount for _, amount in find_amounts(text)}
        return total in named or wanted <= named

    def rivals(text: str) -> bool:
        return has_rivals and bool(find_amounts(text))

    return Detail(f"{label} {write_cents(total)}", tells=tells, rivals=rivals)


def list_kinds(arguments: Mapping[str, Any], customer: Row) -> Iterator[str]:
    """Yield the kinds of the payment methods that a call names."""
    methods = customer.get("payment_methods", {})
    keys = [arguments.get("payment_id"), *(key for key, _ in read_shares(arguments))]
    for key in keys:
        kind = methods.get(str(key), {}).get("kind")
        if kind is not None:
            yield str(kind)


def detail_payment(call: Called, row: Row, customer: Row, kinds: Sequence[str]) -> Iterator[Detail]:
    """Yield what is paid or paid back, and the kinds of the methods that take it."""
    if call.tool in SILENT:
        return
    methods = customer.get("payment_methods", {})
    moved = list_moved(call, row, methods)
    if moved:
        yield detail_amount([cents for _, cents in moved], "amount")
    elif call.tool != "cancel_reservation":
        yield Detail("amount", pattern=NAMED)
    back = {str(methods[key]["kind"]) for key, _ in moved if key in methods}
    for kind in kinds or sorted(back):
        forms = tuple((word,) for word in sorted(KINDS.get(kind, {kind})))
        yield Detail(kind, forms, PAID_WITH if call.tool == "cancel_reservation" else FREE)


def list_moved(call: Called, row: Row, methods: Mapping[str, Row]) -> list[tuple[str, int]]:
    """Return (payment id, cents) of what a call moves, as far as call and rows show it."""
    before = row.get("payments")
    if call.tool == "book_reservation":
        return read_shares(call.arguments)
    if call.ok and isinstance(call.result, dict) and before is not None:
        return pick_moved(call, row, read_shares(call.result)[len(before) :])
    if call.tool == "cancel_reservation":
        return list_refunds(row, methods)
    return []


def pick_moved(call: Called, row: Row, since: Sequence[tuple[str, int]]) -> list[tuple[str, int]]:
    """Return the movements of a call among those since the start of the conversation.

    Calls before it may have moved money of the same reservation; a change or an added bag moves
    one amount at most, the last.
    """
    if call.tool == "cancel_reservation":
        return list(since)
    if call.tool == "add_bags" and call.result["n_paid_bags"] == row["n_paid_bags"]:
        return []
    return list(since[-1:])


def list_refunds(row: Row, methods: Mapping[str, Row]) -> list[tuple[str, int]]:
    """Return (payment id, cents) of what cancelling a reservation would pay back."""
    paid: defaultdict[str, int] = defaultdict(int)
    for share in row.get("payments", ()):
        sign = 1 if share["kind"] == "payment" else -1
        paid[share["payment_id"]] += sign * parse_cents(share["amount"])
    return [
        (key, cents)
        for key, cents in paid.items()
        if cents > 0 and methods.get(key, {}).get("kind") != CERTIFICATE
    ]


def read_shares(holder: Mapping[str, Any]) -> list[tuple[str, int]]:
    """Return (payment id, cents) of every share of `payments`, those that are none left out."""
    shares = holder.get("payments")
    return [
        (str(share.get("payment_id")), parse_cents(str(share.get("amount"))))
        for share in (shares if isinstance(shares, list) else ())
        if isinstance(share, dict) and AMOUNT.fullmatch(str(share.get("amount")))
    ]
