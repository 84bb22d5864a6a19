"""Planning: how the airline's desk gets from a wish to a listing it can ask a yes for."""

from collections.abc import Callable
from decimal import Decimal

from tracer.domains.airline.cancellations import INSURED_REASONS, can_cancel
from tracer.domains.airline.entitlement import (
    CANCELLED_CENTS,
    DELAYED_CENTS,
    compute_due,
    may_claim,
)
from tracer.domains.airline.finding import (
    Case,
    get_customer,
    open_case,
    open_live_case,
    work_out,
)
from tracer.domains.airline.listing import describe_trip, show_reservation
from tracer.domains.airline.passengers import MIN_KEPT
from tracer.domains.airline.paying import Method, find_method, find_refund, find_shortage
from tracer.domains.airline.phrases import read_count, write_bags
from tracer.domains.airline.planning_booking import plan_booking
from tracer.domains.airline.planning_flights import plan_cabin, plan_flights
from tracer.domains.airline.prices import BAG_CENTS, MAX_BAGS, count_free_bags
from tracer.domains.airline.records import CancelReason, Passenger
from tracer.domains.keys import make_name_key
from tracer.domains.money import write_cents
from tracer.domains.playbook import Ask, Call, Concern, Mention, Notebook, Plan, Propose, Stuck

REASONS: tuple[CancelReason, ...] = (
    "change of plans",
    "flight cancelled",
    "health",
    "weather",
    "other",
)


def plan_cancel(concern: Concern, notebook: Notebook) -> Plan:
    """List a cancellation, on one of the grounds of clause 32."""
    case = open_live_case(concern, notebook)
    if not isinstance(case, Case):
        return case
    row = case.reservation
    reason = next((text for text in REASONS if concern.has(f"reason.{text}")), None)
    if reason is None and any(can_cancel(row, case.booked, item) for item in REASONS):
        return Ask("reason")
    if reason is None or not can_cancel(row, case.booked, reason):
        return Stuck(explain_no_cancelling(case))
    refund = find_refund(row, notebook)
    if isinstance(refund, Call):
        return refund
    values = {
        "reservation": case.name,
        "trip": describe_trip(case),
        "amount": refund.amount,
        "payment": refund.methods,
        "when": refund.when,
    }
    if refund.kept:
        values["forfeit"] = refund.kept
    arguments = {"reservation_id": row["reservation_id"], "reason": reason}
    return Propose(Call("cancel_reservation", arguments), values, show_reservation(case))


def explain_no_cancelling(case: Case) -> str:
    """Return why none of the grounds of clause 32 holds."""
    insured = (
        f"its insurance covers only {' and '.join(INSURED_REASONS)}"
        if case.reservation["insurance"]
        else "it is not insured"
    )
    return (
        f"{case.name} was booked more than 24 hours ago, we have cancelled none of its flights, it "
        f"is not in business, and {insured}"
    )


def plan_passenger(concern: Concern, notebook: Notebook) -> Plan:
    """List a correction of one passenger's name (clauses 22 and 23)."""
    case = open_live_case(concern, notebook)
    if not isinstance(case, Case):
        return case
    wrong = concern.get("passenger.wrong")
    first, last = concern.get("passenger.right.first"), concern.get("passenger.right.last")
    if wrong is None or first is None or last is None:
        return Ask("passenger_change")
    present = find_passenger(case, wrong)
    if present is None:
        return Stuck(f"nobody called {wrong} is on {case.name}")
    if (first == present["first"]) + (last == present["last"]) + 1 < MIN_KEPT:
        return Stuck(
            "of first name, last name and birth date at least two must stay as they are, and "
            "another person cannot take a passenger's place"
        )
    right = Passenger(first=first, last=last, birth_date=present["birth_date"])
    values = {"reservation": case.name, "old": wrong, "new": f"{first} {last}"}
    arguments = {
        "reservation_id": case.reservation["reservation_id"],
        "name": wrong,
        "passenger": right,
    }
    shown = (
        *show_reservation(case),
        Mention("passenger.wrong", wrong),
        Mention("passenger.right.first", first),
        Mention("passenger.right.last", last),
    )
    return Propose(Call("change_passenger", arguments), values, shown)


def find_passenger(case: Case, name: str) -> Passenger | None:
    """Return the passenger with a full name, or None."""
    for passenger in case.reservation["passengers"]:
        if make_name_key(f"{passenger['first']} {passenger['last']}") == make_name_key(name):
            return passenger
    return None


def plan_bags(concern: Concern, notebook: Notebook) -> Plan:
    """List bags to be added, and what those above the free number cost (clauses 19 and 30)."""
    case = open_live_case(concern, notebook)
    if not isinstance(case, Case):
        return case
    count = read_count(concern.get("bags.more") or "")
    if count is None:
        return Ask("bags")
    row = case.reservation
    after = row["n_bags"] + count
    if after > MAX_BAGS * case.size:
        return Stuck(
            f"no passenger may have more than four bags, and {case.name} would have "
            f"{write_bags(after)} for {case.size}"
        )
    method = find_method(concern, notebook)
    if not isinstance(method, Method):
        return method
    free = count_free_bags(get_customer(notebook)["tier"], row["cabin"], case.size)
    amount = price_bags(max(0, after - max(free, row["n_bags"])), notebook)
    if isinstance(amount, Call):
        return amount
    return find_shortage(method, Decimal(amount), notebook) or list_bags(
        case, count, method, amount
    )


def price_bags(n_paid: int, notebook: Notebook) -> str | Call:
    """Return what so many bags above the free number cost, or the calculation needed first."""
    each = write_cents(BAG_CENTS)
    if n_paid <= 1:
        return write_cents(n_paid * BAG_CENTS)
    return work_out(f"{n_paid} * {each}", notebook)


def list_bags(case: Case, count: int, method: Method, amount: str) -> Propose:
    """Return the listing of bags to be added."""
    values = {
        "reservation": case.name,
        "bags": write_bags(count),
        "amount": amount,
        "payment": method.kind,
    }
    arguments = {
        "reservation_id": case.reservation["reservation_id"],
        "n_bags": count,
        "payment_id": method.payment_id,
    }
    shown = (*show_reservation(case), Mention("payment", method.kind))
    return Propose(Call("add_bags", arguments), values, shown)


def plan_certificate(concern: Concern, notebook: Notebook) -> Plan:
    """List the certificate that is due for a reservation, or say why none is (clause 36)."""
    case = open_case(concern, notebook)
    if not isinstance(case, Case):
        return case
    row = case.reservation
    customer = get_customer(notebook)
    due = compute_due(row, case.find)
    if row["compensation"] is not None:
        return Stuck(f"a certificate was given for {case.name} before, and it is given only once")
    if not may_claim(row, customer["tier"]):
        return Stuck(
            "certificates are due only to silver or gold customers, or for an insured or business "
            f"reservation, and {case.name} is none of these"
        )
    if not due:
        return Stuck(
            f"we have cancelled no flight of {case.name}, and a delayed one counts only once you "
            "have changed it or cancelled the reservation"
        )
    amount = price_certificate(due, case.size, notebook)
    if isinstance(amount, Call):
        return amount
    arguments = {
        "customer_id": customer["customer_id"],
        "reservation_id": row["reservation_id"],
        "amount": amount,
    }
    values = {"reservation": case.name, "amount": amount}
    return Propose(Call("send_certificate", arguments), values, show_reservation(case))


def price_certificate(due: int, size: int, notebook: Notebook) -> str | Call:
    """Return what is due for all passengers, or the calculation needed first."""
    each = CANCELLED_CENTS if due == CANCELLED_CENTS * size else DELAYED_CENTS
    return write_cents(each) if size == 1 else work_out(f"{size} * {write_cents(each)}", notebook)


def plan_nothing(_concern: Concern, _notebook: Notebook) -> Plan:
    """Say that the desk has no procedure for this."""
    return Stuck("that is not something this desk can do")


PLANS: dict[str, Callable[[Concern, Notebook], Plan]] = {
    "book_reservation": plan_booking,
    "cancel_reservation": plan_cancel,
    "change_flights": plan_flights,
    "change_cabin": plan_cabin,
    "change_passenger": plan_passenger,
    "add_bags": plan_bags,
    "send_certificate": plan_certificate,
}
