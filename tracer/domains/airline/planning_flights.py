"""Planning flights: other flights or another cabin for a reservation, and the difference."""

from collections.abc import Sequence
from decimal import Decimal

from tracer.domains.airline.finding import Case, open_live_case, read_day, work_out
from tracer.domains.airline.listing import describe_flights, show_reservation, sign_difference
from tracer.domains.airline.paying import Method, find_method, find_shortage
from tracer.domains.airline.records import Cabin, Flight
from tracer.domains.airline.searching import Wanted, find_way
from tracer.domains.airline.ways import (
    CABINS,
    find_movable,
    has_room,
    is_broken,
    replace_out,
    split_trip,
)
from tracer.domains.dates import write_date
from tracer.domains.playbook import Ask, Call, Concern, Mention, Notebook, Plan, Propose, Stuck


def plan_flights(concern: Concern, notebook: Notebook) -> Plan:
    """List other flights for the way out of a trip (clauses 26 to 28)."""
    case = open_live_case(concern, notebook)
    if not isinstance(case, Case):
        return case
    way = find_new_way(case, concern, notebook)
    return list_flights(case, way, concern, notebook) if isinstance(way, list) else way


def find_new_way(case: Case, concern: Concern, notebook: Notebook) -> list[Flight] | Plan:
    """Return the flights for the way out on another day, or what is needed to know them."""
    if case.reservation["cabin"] == "basic economy":
        return Stuck(f"{case.name} is in basic economy, and its flights cannot be changed")
    day = read_day(concern, "day.new")
    if day is None:
        return Ask("day")
    hindrance = find_hindrance(case, day)
    if hindrance is not None:
        return Stuck(hindrance)
    row = case.reservation
    wanted = Wanted(row["origin"], row["destination"], day, case.cities)
    way = find_way(wanted, concern.get("flight.new"), notebook)
    if isinstance(way, list) and not has_room(way, row["cabin"], case.size):
        return Stuck(f"there are not enough seats left {wanted.describe()}")
    return way


def find_hindrance(case: Case, day: str) -> str | None:
    """Return why the way out cannot move to a day, or None."""
    statuses = {key: flight["status"] for key, flight in case.flights.items()}
    if find_movable(case.reservation, statuses, day) is not None:
        return None
    out, *back = split_trip(case.reservation)
    if out[0]["date"] == day:
        return f"{case.name} leaves on {write_date(day)} already"
    if back and is_broken(back[0], statuses):
        return f"a flight on the way back of {case.name} is cancelled and cannot stay"
    return f"the way back of {case.name} is on {write_date(back[0][0]['date'])}, no later than that"


def list_flights(case: Case, way: list[Flight], concern: Concern, notebook: Notebook) -> Plan:
    """Return the listing of a change of flights, once method and difference are known."""
    method = find_method(concern, notebook)
    if not isinstance(method, Method):
        return method
    out = split_trip(case.reservation)[0]
    fares = [flight["cabins"][case.reservation["cabin"]]["fare"] for flight in way]
    difference = find_difference(fares, [flight["fare"] for flight in out], case.size, notebook)
    if isinstance(difference, Call):
        return difference
    shortage = find_shortage(method, difference, notebook)
    return shortage or propose_flights(case, way, method, difference)


def propose_flights(case: Case, way: list[Flight], method: Method, difference: Decimal) -> Propose:
    """Return the listing of a change of flights."""
    staying = [case.find(flight) for back in split_trip(case.reservation)[1:] for flight in back]
    values = {
        "reservation": case.name,
        "flights": describe_flights([*way, *staying], case),
        "payment": method.kind,
        **sign_difference(difference),
    }
    arguments = {
        "reservation_id": case.reservation["reservation_id"],
        "flights": replace_out(case.reservation, way),
        "payment_id": method.payment_id,
    }
    shown = (
        Mention("reservation.id", case.reservation["reservation_id"]),
        Mention("reservation.origin", case.cities[case.reservation["origin"]]),
        Mention("reservation.destination", case.cities[case.reservation["destination"]]),
        Mention("day.new", write_date(way[0]["date"])),
        *(Mention("flight.new", flight["flight_number"]) for flight in way),
        Mention("payment", method.kind),
    )
    return Propose(Call("change_flights", arguments), values, shown)


def find_difference(
    new: Sequence[str], old: Sequence[str], size: int, notebook: Notebook
) -> Decimal | Call:
    """Return what new fares cost more than those paid, for all, or the calculation needed first."""
    if sum(map(Decimal, new)) == sum(map(Decimal, old)):
        return Decimal(0)
    each = " - ".join([" + ".join(new), *old])
    result = work_out(each if size == 1 else f"{size} * ({each})", notebook)
    return result if isinstance(result, Call) else Decimal(result)


def plan_cabin(concern: Concern, notebook: Notebook) -> Plan:
    """List another cabin on all flights (clause 29)."""
    case = open_live_case(concern, notebook)
    if not isinstance(case, Case):
        return case
    cabin = next((name for name in CABINS if name == concern.get("cabin.new")), None)
    hindrance = find_cabin_hindrance(case, cabin)
    if hindrance is not None:
        return Stuck(hindrance)
    return Ask("cabin") if cabin is None else list_cabin(case, cabin, concern, notebook)


def find_cabin_hindrance(case: Case, cabin: Cabin | None) -> str | None:
    """Return why the flights cannot be in a cabin, or in none but theirs, or None."""
    gone = next((flight for flight in case.booked if flight["status"] == "cancelled"), None)
    if gone is not None:
        return (
            f"{gone['flight_number']} on {write_date(gone['date'])} is cancelled, and the cabin "
            "changes only when every flight goes"
        )
    if cabin == case.reservation["cabin"]:
        return f"{case.name} is in {cabin} already"
    if cabin and any(row["cabins"][cabin]["seats_left"] < case.size for row in case.booked):
        return f"there are not enough seats left in {cabin}"
    return None


def list_cabin(case: Case, cabin: Cabin, concern: Concern, notebook: Notebook) -> Plan:
    """Return the listing of a change of cabin, once method and difference are known."""
    method = find_method(concern, notebook)
    if not isinstance(method, Method):
        return method
    fares = [flight["cabins"][cabin]["fare"] for flight in case.booked]
    paid = [flight["fare"] for flight in case.reservation["flights"]]
    difference = find_difference(fares, paid, case.size, notebook)
    if isinstance(difference, Call):
        return difference
    shortage = find_shortage(method, difference, notebook)
    return shortage or propose_cabin(case, cabin, method, difference)


def propose_cabin(case: Case, cabin: str, method: Method, difference: Decimal) -> Propose:
    """Return the listing of a change of cabin."""
    values = {
        "reservation": case.name,
        "cabin": cabin,
        "payment": method.kind,
        **sign_difference(difference),
    }
    arguments = {
        "reservation_id": case.reservation["reservation_id"],
        "cabin": cabin,
        "payment_id": method.payment_id,
    }
    shown = (
        *show_reservation(case),
        Mention("cabin.new", cabin),
        Mention("payment", method.kind),
    )
    return Propose(Call("change_cabin", arguments), values, shown)
