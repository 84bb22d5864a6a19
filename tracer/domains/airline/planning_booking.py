"""Planning a booking: everything a new reservation takes, and what it costs."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from tracer.domains.airline.finding import find_payment, get_customer, work_out
from tracer.domains.airline.paying import Method, find_shortage
from tracer.domains.airline.phrases import (
    join_sums,
    join_words,
    read_count,
    write_bags,
    write_flights,
    write_passenger,
)
from tracer.domains.airline.prices import BAG_CENTS, INSURANCE_CENTS, MAX_BAGS, count_paid_bags
from tracer.domains.airline.records import Cabin, Flight, Passenger
from tracer.domains.airline.searching import Wanted, find_wanted, find_way
from tracer.domains.airline.ways import CABINS, has_room, refer_to
from tracer.domains.dates import read_date, write_date, write_full_date
from tracer.domains.money import write_cents
from tracer.domains.playbook import Ask, Call, Concern, Mention, Notebook, Plan, Propose, Stuck

MAX_PARTY = 5


@dataclass(frozen=True, slots=True)
class Order:
    """A booking as the customer wants it, before it is paid."""

    wanted: Wanted
    way: list[Flight]
    cabin: Cabin
    party: list[Passenger]
    n_bags: int
    insurance: bool

    @property
    def size(self) -> int:
        """Number of passengers."""
        return len(self.party)


def plan_booking(concern: Concern, notebook: Notebook) -> Plan:
    """List a new reservation (clauses 14 to 20)."""
    order = find_order(concern, notebook)
    if not isinstance(order, Order):
        return order
    total = find_total(order, notebook)
    if isinstance(total, Call):
        return total
    shares = find_shares(concern, total, notebook)
    if not isinstance(shares, list):
        return shares
    for share in shares:
        method = Method(share["payment_id"], share["kind"])
        shortage = find_shortage(method, Decimal(share["amount"]), notebook)
        if shortage is not None:
            return shortage
    return list_booking(order, total, shares, notebook)


def find_order(concern: Concern, notebook: Notebook) -> Order | Plan:
    """Return what is to be booked, or what is needed to know it."""
    wanted = find_wanted(concern, notebook)
    if not isinstance(wanted, Wanted):
        return wanted
    way = find_way(wanted, concern.get("flight"), notebook)
    if not isinstance(way, list):
        return way
    cabin = next((name for name in CABINS if name == concern.get("cabin")), None)
    if cabin is None:
        return Ask("cabin")
    party = list_party(concern)
    if not party:
        return Ask("passenger")
    if not has_room(way, cabin, len(party)) or len(party) > MAX_PARTY:
        return Stuck(f"there are not enough seats left in {cabin} {wanted.describe()}")
    return find_extras(concern, Order(wanted, way, cabin, party, 0, insurance=False))


def find_extras(concern: Concern, order: Order) -> Order | Plan:
    """Return an order with bags and insurance, or the question for them."""
    n_bags = read_count(concern.get("bags") or "")
    if n_bags is None:
        return Ask("bags")
    if n_bags > MAX_BAGS * order.size:
        return Stuck("no passenger may have more than four bags")
    if not concern.has("insurance"):
        return Ask("insurance")
    insurance = concern.has("insurance.yes")
    return Order(order.wanted, order.way, order.cabin, order.party, n_bags, insurance)


def list_party(concern: Concern) -> list[Passenger]:
    """Return the passengers named, each once, in the order they came up."""
    parts: dict[str, str] = {}
    party: list[Passenger] = []
    for item in concern.list("passenger"):
        parts[item.slot.rpartition(".")[2]] = item.value
        born = read_date(parts.get("birth_date", ""), 0)
        if {"first", "last"} <= set(parts) and born is not None:
            person = Passenger(first=parts["first"], last=parts["last"], birth_date=born)
            party += [] if person in party else [person]
            parts = {}
    return party


def find_total(order: Order, notebook: Notebook) -> str | Call:
    """Return what an order costs, or the calculation needed first (clause 17)."""
    each = [flight["cabins"][order.cabin]["fare"] for flight in order.way]
    each += [write_cents(INSURANCE_CENTS)] if order.insurance else []
    tier = get_customer(notebook)["tier"]
    n_paid = count_paid_bags(tier, order.cabin, order.size, order.n_bags)
    bags = f" + {n_paid} * {write_cents(BAG_CENTS)}" if n_paid else ""
    if len(each) == order.size == 1 and not bags:
        return each[0]
    return work_out(f"{order.size} * ({' + '.join(each)}){bags}", notebook)


def find_shares(concern: Concern, total: str, notebook: Notebook) -> list[dict[str, str]] | Plan:
    """Return what each method pays, or what is needed to know it (clause 18)."""
    shares = list_shares(concern) or [(concern.get("payment"), total)]
    found = [(find_payment(kind, notebook), kind, amount) for kind, amount in shares]
    if any(key is None for key, _, _ in found):
        return Ask("payment")
    if sum(Decimal(amount) for _, _, amount in found) != Decimal(total):
        return Ask("split", {"amount": total})
    return [
        {"payment_id": str(key), "kind": str(kind), "amount": amount} for key, kind, amount in found
    ]


def list_shares(concern: Concern) -> list[tuple[str | None, str]]:
    """Return kind and amount of each share the customer named; the latest word on a kind counts."""
    shares: dict[str | None, str] = {}
    kind: str | None = None
    for item in concern.list("split"):
        if item.slot == "split.payment":
            kind = item.value
        elif kind is not None:
            shares[kind] = item.value
    return list(shares.items())


def list_booking(
    order: Order, total: str, shares: Sequence[dict[str, str]], notebook: Notebook
) -> Propose:
    """Return the listing of a booking."""
    values = {
        "flights": write_flights(order.way, order.wanted.cities),
        "cabin": order.cabin,
        "passengers": join_words([write_passenger(row) for row in order.party]),
        "bags": write_bags(order.n_bags),
        "insurance": "with insurance" if order.insurance else "without insurance",
        "amount": total,
        "payment": join_sums([(share["kind"], share["amount"]) for share in shares]),
    }
    arguments: dict[str, Any] = {
        "customer_id": get_customer(notebook)["customer_id"],
        "cabin": order.cabin,
        "flights": [refer_to(flight) for flight in order.way],
        "passengers": order.party,
        "payments": [
            {"payment_id": share["payment_id"], "amount": share["amount"]} for share in shares
        ],
        "n_bags": order.n_bags,
        "insurance": order.insurance,
    }
    return Propose(Call("book_reservation", arguments), values, show_booking(order, shares))


def show_booking(order: Order, shares: Sequence[dict[str, str]]) -> tuple[Mention, ...]:
    """Return what the listing of a booking shows."""
    cities = order.wanted.cities
    people = [
        mention
        for row in order.party
        for mention in (
            Mention("passenger.first", row["first"]),
            Mention("passenger.last", row["last"]),
            Mention("passenger.birth_date", write_full_date(row["birth_date"])),
        )
    ]
    paid = [Mention("payment", share["kind"]) for share in shares]
    if len(shares) > 1:
        paid = [Mention("split.payment", share["kind"]) for share in shares]
        paid += [Mention("split.amount", share["amount"]) for share in shares]
    return (
        Mention("route.origin", cities[order.wanted.origin]),
        Mention("route.destination", cities[order.wanted.destination]),
        Mention("day", write_date(order.wanted.day)),
        *(Mention("flight", flight["flight_number"]) for flight in order.way),
        Mention("cabin", order.cabin),
        *people,
        *paid,
    )
