"""Playbook: the airline desk's procedures, from policy and tools alone."""

from collections.abc import Mapping
from typing import Any

from schemas.identity import dump_canonical
from tracer.domains.airline.answering import ANSWERS
from tracer.domains.airline.clock import TODAY_DATE
from tracer.domains.airline.finding import get_customer, get_customer_id
from tracer.domains.airline.planning import PLANS, plan_nothing
from tracer.domains.airline.records import Compensation, Customer, Payment, PaymentMethod
from tracer.domains.dates import read_date
from tracer.domains.money import read_cents, write_cents
from tracer.domains.playbook import Ask, Call, Concern, Notebook, Plan, Propose


class AirlinePlaybook:
    """Implements `Playbook` for Tern Airways."""

    def identify(self, notebook: Notebook) -> Call | Ask | None:
        """Return the look-up, the question for what it needs, the profile, or None."""
        customer_id = get_customer_id(notebook)
        if customer_id is not None:
            profile = Call("get_customer", {"customer_id": customer_id})
            return None if notebook.look(profile.tool, **profile.arguments) else profile
        calls = list_look_ups(notebook.identity)
        untried = [
            call for call in calls if notebook.get_refusal(call.tool, call.arguments) is None
        ]
        if untried:
            return untried[0]
        return Ask("identity_again" if calls else "identity")

    def needs_record(self, intent: str) -> bool:
        """Return whether a concern is about a reservation that is there already."""
        return intent in set(PLANS) - {"book_reservation"} or intent.startswith("ask_reservation")

    def plan(self, concern: Concern, notebook: Notebook) -> Plan:
        """Return the next thing to do for a concern."""
        kind = concern.intent.partition(".")[0]
        maker = ANSWERS.get(kind) or PLANS.get(concern.intent, plan_nothing)
        return maker(concern, notebook)

    def report(self, propose: Propose, result: Any) -> Mapping[str, str]:
        """Return the values of the listing, with the number of a new booking."""
        values = dict(propose.values)
        if propose.call.tool == "book_reservation":
            # Who only claims to have booked has no number to give.
            number = result["reservation_id"] if result else None
            values["reservation"] = f"booking {number}" if number else "the new booking"
        return values

    def apply(self, call: Call, result: Any, notebook: Notebook) -> None:
        """Bring the reservation and the profile up to date after a write."""
        number = result["reservation_id"]
        before = notebook.look("get_reservation", reservation_id=number)
        n_known = len(before["payments"]) if before else 0
        key = dump_canonical({"reservation_id": number})
        notebook.results["get_reservation", key] = result
        for row in result["payments"][n_known:]:
            move_balance(row, notebook)
        if call.tool == "book_reservation":
            add_reservation(number, notebook)
        if call.tool == "send_certificate":
            add_certificate(result["compensation"], notebook)


def move_balance(row: Payment, notebook: Notebook) -> None:
    """Write down what a payment or a refund leaves on a method that holds a balance."""
    customer = get_customer(notebook)
    method = customer["payment_methods"].get(row["payment_id"])
    if method is None or "balance" not in method:
        return
    cents = read_cents(row["amount"]) * (-1 if row["kind"] == "payment" else 1)
    store_method(
        {**method, "balance": write_cents(read_cents(method["balance"]) + cents)}, notebook
    )


def store_method(method: PaymentMethod, notebook: Notebook) -> None:
    """Put a payment method in the profile, in the place of the one with its id."""
    customer = get_customer(notebook)
    methods = {**customer["payment_methods"], method["payment_id"]: method}
    store({**customer, "payment_methods": methods}, notebook)


def add_reservation(reservation_id: str, notebook: Notebook) -> None:
    """Write a new reservation down with the profile."""
    customer = get_customer(notebook)
    known = [key for key in customer["reservations"] if key != reservation_id]
    store({**customer, "reservations": [*known, reservation_id]}, notebook)


def add_certificate(compensation: Compensation, notebook: Notebook) -> None:
    """Write a certificate down with the profile, as a new method or on top of the old balance."""
    key = compensation["payment_id"]
    before = get_customer(notebook)["payment_methods"].get(key)
    held = read_cents(before["balance"]) if before else 0
    balance = write_cents(held + read_cents(compensation["amount"]))
    method = PaymentMethod(payment_id=key, kind="travel certificate", balance=balance)
    store_method(method, notebook)


def store(customer: Customer, notebook: Notebook) -> None:
    """Put a profile in the place of the one looked up."""
    key = dump_canonical({"customer_id": customer["customer_id"]})
    notebook.results["get_customer", key] = customer


def list_look_ups(identity: Mapping[str, str]) -> list[Call]:
    """Return the look-ups that what the customer gave allows, the surest first."""
    calls = []
    if "email" in identity:
        calls.append(Call("find_customer_by_email", {"email": identity["email"]}))
    born = read_date(identity.get("birth_date", ""), TODAY_DATE.year)
    if "name" in identity and born is not None:
        values = {"name": identity["name"], "birth_date": born}
        calls.append(Call("find_customer_by_name_and_birth_date", values))
    return calls


PLAYBOOK = AirlinePlaybook()
