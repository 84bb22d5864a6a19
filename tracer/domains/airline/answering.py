"""Answering: what the airline's desk tells a customer who asks, from what the tools show."""

from collections.abc import Callable, Sequence
from decimal import Decimal

from tracer.domains.airline.finding import (
    call_flight,
    find_reservation,
    gather,
    get_customer,
    look_cities,
    look_reservation,
    read_day,
)
from tracer.domains.airline.phrases import write_count, write_flights
from tracer.domains.airline.records import Cabin, Flight
from tracer.domains.airline.searching import Wanted, find_wanted, find_ways
from tracer.domains.airline.ways import CABINS
from tracer.domains.dates import write_date
from tracer.domains.playbook import Ask, Call, Concern, Notebook, Plan, Stuck, Tell


def answer_reservation(concern: Concern, notebook: Notebook) -> Plan:
    """Tell a reservation's cabin, bags or total."""
    row = find_reservation(concern, notebook)
    if isinstance(row, Call | Ask):
        return row
    values = {
        "reservation": f"booking {row['reservation_id']}",
        "cabin": row["cabin"],
        "count": write_count(row["n_bags"]),
        "amount": row["total"],
    }
    return Tell(concern.intent, values)


def answer_profile(concern: Concern, notebook: Notebook) -> Plan:
    """Tell the gift card's balance or the tier."""
    customer = get_customer(notebook)
    methods = customer["payment_methods"].values()
    balances = [row["balance"] for row in methods if row["kind"] == "gift card"]
    if concern.intent.endswith("balance") and not balances:
        return Stuck("there is no gift card on your account")
    return Tell(
        concern.intent, {"amount": balances[0] if balances else "", "tier": customer["tier"]}
    )


def answer_flight(concern: Concern, notebook: Notebook) -> Plan:
    """Tell how a flight stands, or when it leaves."""
    day = read_day(concern, "day")
    if day is None:
        return Ask("day")
    number = concern.get("flight") or find_number(day, notebook)
    if not isinstance(number, str):
        return number
    call = call_flight(number, day)
    flight = notebook.look(call.tool, **call.arguments)
    if flight is None:
        return call
    values = {
        "flight": number,
        "status": flight["status"],
        "time": str(flight["new_departure"] or flight["departs"])[11:],
        "date": write_date(day),
    }
    return Tell(concern.intent, values)


def find_number(day: str, notebook: Notebook) -> str | Plan:
    """Return the number of the one flight the customer has booked on a day, or what is needed."""
    keys = get_customer(notebook)["reservations"]
    calls = [Call("get_reservation", {"reservation_id": key}) for key in keys]
    needed = gather(notebook, [*calls, Call("list_airports", {})])
    if needed is not None:
        return needed
    booked = [row for key in keys for row in look_reservation(notebook, key)["flights"]]
    flights = {row["flight_number"]: row for row in booked if row["date"] == day}
    if not flights:
        return Stuck(f"there is no flight on {write_date(day)} among your bookings")
    if len(flights) == 1:
        return next(iter(flights))
    cities = look_cities(notebook)
    options = [write_flights([row], cities) for row in flights.values()]
    return Ask("flight", {"options": " or ".join(options)})


def answer_search(concern: Concern, notebook: Notebook) -> Plan:
    """Tell the lowest direct fare in a cabin, or the seats left on a way."""
    wanted = find_wanted(concern, notebook)
    if not isinstance(wanted, Wanted):
        return wanted
    cabin = next((name for name in CABINS if name == concern.get("cabin")), None)
    if cabin is None:
        return Ask("cabin")
    is_fare = concern.intent.endswith("fare")
    ways = find_ways(wanted, notebook, stops=not is_fare)
    if isinstance(ways, Call):
        return ways
    going = [way for way in ways if all(flight["status"] == "scheduled" for flight in way)]
    if not going:
        return Stuck(f"there is no {'direct ' if is_fare else ''}flight {wanted.describe()}")
    way = min(going, key=lambda way: add_fares(way, cabin))
    seats = min(flight["cabins"][cabin]["seats_left"] for flight in way)
    values = {
        "flight": f"{' with '.join(row['flight_number'] for row in way)} on {wanted.date}",
        "cabin": cabin,
        "amount": way[0]["cabins"][cabin]["fare"],
        "count": str(seats),
    }
    return Tell(concern.intent, values)


def add_fares(way: Sequence[Flight], cabin: Cabin) -> Decimal:
    """Return what a way costs one passenger today, EUR."""
    return sum((Decimal(flight["cabins"][cabin]["fare"]) for flight in way), Decimal(0))


ANSWERS: dict[str, Callable[[Concern, Notebook], Plan]] = {
    "ask_reservation": answer_reservation,
    "ask_profile": answer_profile,
    "ask_flight": answer_flight,
    "ask_search": answer_search,
}
