"""Solver: the airline's knowledge of its own tools, for grounding."""

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

from schemas.grounded import Story
from tracer.domains.airline.forbidden import FORBIDDEN
from tracer.domains.airline.keys import write_flight_key
from tracer.domains.airline.material import name_cities, read_material
from tracer.domains.airline.phrases import write_trip
from tracer.domains.airline.proposals import PROPOSALS
from tracer.domains.airline.questions import QUESTIONS
from tracer.domains.airline.records import Flight, FlightRef, Reservation
from tracer.domains.airline.rows import find_customer, find_flights, find_reservation
from tracer.domains.solver import Arguments, Entity, Forbidden, Question, Step, tell_story
from tracer.domains.state import Base, Row, State, copy_json

Reads = list[tuple[str, Arguments]]
EMAIL_RATE = 0.7
"""Share of customers who are found by mail address, the others by name and birth date."""
STORIES = {
    "get_reservation": "ask_reservation",
    "get_customer": "ask_profile",
    "get_flight": "ask_flight",
    "search_direct_flights": "ask_search",
    "search_one_stop_flights": "ask_search",
}
SEARCHES = {1: "search_direct_flights", 2: "search_one_stop_flights"}
"""Flights of a way -> the tool that finds it."""


class AirlineSolver:
    """Implements `Solver` for Tern Airways."""

    forbiddable = frozenset(FORBIDDEN)

    def list_customers(self, base: Base) -> Sequence[str]:
        """Return the ids of all customers."""
        return list(base.tables["customers"])

    def look_up(self, state: State, customer_id: str, rng: random.Random) -> tuple[str, Arguments]:
        """Return a look-up by mail address, or sometimes by name and birth date."""
        customer = find_customer(state, customer_id)
        if rng.random() < EMAIL_RATE:
            return "find_customer_by_email", {"email": customer["email"]}
        name = f"{customer['name']['first']} {customer['name']['last']}"
        found = {"name": name, "birth_date": customer["birth_date"]}
        return "find_customer_by_name_and_birth_date", found

    def propose(
        self, tool: str, state: State, customer_id: str, trail: Sequence[Step], rng: random.Random
    ) -> Iterable[Arguments]:
        """Yield arguments with which the tool should succeed."""
        # A copy: proposals go on being drawn after calls have written to the row and were undone.
        customer: Row = copy_json(find_customer(state, customer_id))
        return PROPOSALS[tool](state, customer, trail, rng)

    def forbid(
        self, tool: str, state: State, customer_id: str, trail: Sequence[Step], rng: random.Random
    ) -> Iterable[Forbidden]:
        """Yield calls that the airline's policy rules out; none for reads and bookings."""
        # A copy: proposals go on being drawn after calls have written to the row and were undone.
        customer: Row = copy_json(find_customer(state, customer_id))
        maker = FORBIDDEN.get(tool)
        return maker(state, customer, trail, rng) if maker else ()

    def touch(self, tool: str, arguments: Arguments, state: State) -> frozenset[Entity]:
        """Return the entities a call touches: customer, reservation, flights and route."""
        found: set[Entity] = {self.act_on(tool, arguments)}
        if "customer_id" in arguments:
            found.add(("customer", arguments["customer_id"]))
        if "reservation_id" in arguments:
            row = find_reservation(state, arguments["reservation_id"])
            found |= {
                ("reservation", row["reservation_id"]),
                ("customer", row["customer_id"]),
                ("route", f"{row['origin']}-{row['destination']}"),
            }
            found |= {("flight", write_flight_key(flight)) for flight in row["flights"]}
        if "origin" in arguments:
            found.add(("route", f"{arguments['origin']}-{arguments['destination']}"))
        if "flights" in arguments:
            found |= {("flight", write_flight_key(flight)) for flight in arguments["flights"]}
        return frozenset(found)

    def act_on(self, tool: str, arguments: Arguments) -> Entity:
        """Return the reservation, flight, search, trip or customer the call acts on."""
        if "reservation_id" in arguments:
            return "reservation", arguments["reservation_id"]
        if "flights" in arguments:
            return "trip", " ".join(write_flight_key(flight) for flight in arguments["flights"])
        if "flight_number" in arguments:
            return "flight", write_flight_key(cast("FlightRef", arguments))
        if "origin" in arguments:
            return "search", " ".join(arguments[key] for key in ("origin", "destination", "date"))
        if "customer_id" in arguments:
            return "customer", arguments["customer_id"]
        return "airports", tool

    def require(self, tool: str, arguments: Arguments, state: State) -> Reads:
        """Return the reads that show each argument: profile, reservation, flights, searches."""
        if "reservation_id" in arguments:
            row = find_reservation(state, arguments["reservation_id"])
            reads: Reads = [("get_customer", {"customer_id": row["customer_id"]})]
            return reads if tool == "get_reservation" else reads + support(row, arguments, state)
        if tool == "book_reservation":
            profile = ("get_customer", {"customer_id": arguments["customer_id"]})
            search = search_way(find_flights(state, arguments["flights"]))
            return [profile, ("list_airports", {}), search]
        return [("list_airports", {})] if "origin" in arguments else []

    def ask(self, step: Step, rng: random.Random) -> Question | None:
        """Return a question about what a read returned."""
        maker = QUESTIONS.get(step.tool)
        return maker(step, rng) if maker else None

    def tell_story(self, step: Step, state: State, customer_id: str, rng: random.Random) -> Story:
        """Return a story for the step, its reason matching the one of the step."""
        entries = read_material("stories")[STORIES.get(step.tool, step.tool)]
        first = find_customer(state, customer_id)["name"]["first"]
        return tell_story(entries, step, first, name_thing(step, state, customer_id), rng)


def support(row: Reservation, arguments: Arguments, state: State) -> Reads:
    """Return the reads before a write to a reservation: itself, its flights, the new way."""
    reads: Reads = [("get_reservation", {"reservation_id": row["reservation_id"]})]
    known = [*row["flights"], *row["replaced_flights"]]
    reads += [
        ("get_flight", {"flight_number": flight["flight_number"], "date": flight["date"]})
        for flight in known
    ]
    if "flights" in arguments:
        old = {write_flight_key(flight) for flight in row["flights"]}
        new = [item for item in arguments["flights"] if write_flight_key(item) not in old]
        reads.append(search_way(find_flights(state, new)))
    return reads


def search_way(way: Sequence[Flight]) -> tuple[str, Arguments]:
    """Return the search that finds a way."""
    found = {
        "origin": way[0]["origin"],
        "destination": way[-1]["destination"],
        "date": way[0]["date"],
    }
    return SEARCHES[len(way)], found


def name_thing(step: Step, state: State, customer_id: str) -> str:
    """Return a noun phrase for what the step is about: a trip or the account."""
    place = find_place(step.arguments, state, customer_id)
    return "the account" if place is None else write_trip(name_cities()[place])


def find_place(arguments: Mapping[str, Any], state: State, customer_id: str) -> str | None:
    """Return the airport a call is about: where the trip goes, that of a flight too."""
    if "reservation_id" in arguments:
        return find_reservation(state, arguments["reservation_id"])["destination"]
    if "flight_number" in arguments:
        return find_trip(cast("FlightRef", arguments), state, customer_id)
    if "flights" in arguments:
        return find_flights(state, arguments["flights"])[-1]["destination"]
    found: str | None = arguments.get("destination")
    return found


def find_trip(flight: FlightRef, state: State, customer_id: str) -> str:
    """Return where the customer's trip goes that has a flight."""
    wanted = write_flight_key(flight)
    for key in find_customer(state, customer_id)["reservations"]:
        row = find_reservation(state, key)
        if wanted in map(write_flight_key, row["flights"]):
            return row["destination"]
    return find_flights(state, [flight])[0]["destination"]


SOLVER = AirlineSolver()
