"""Reservations: who flies where, what was paid, and what has come of it."""

import random
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from tracer.domains.airline.clock import NOW, NOW_TIME, write_time
from tracer.domains.airline.generate_customers import make_companion
from tracer.domains.airline.generate_payments import list_payments
from tracer.domains.airline.generate_trips import Ways, find_ways
from tracer.domains.airline.identifiers import Identifiers
from tracer.domains.airline.itinerary import trace_trip
from tracer.domains.airline.passengers import sort_passengers
from tracer.domains.airline.prices import MAX_BAGS, compute_total, count_paid_bags
from tracer.domains.airline.records import (
    BookedFlight,
    Cabin,
    CancelReason,
    Customer,
    Flight,
    Passenger,
    Reservation,
)
from tracer.domains.money import read_cents, write_cents
from tracer.domains.people.contacts import Taken
from tracer.domains.people.places import Place

RESERVATIONS_PER_CUSTOMER = {2: 80, 3: 120, 4: 130, 5: 90, 6: 50, 7: 30}
"""Number of reservations -> customers who have as many; 2,000 reservations in all."""
N_COMPANIONS = 4
PARTY_WEIGHTS = {1: 45, 2: 28, 3: 12, 4: 10, 5: 5}
CABIN_WEIGHTS: dict[Cabin, int] = {"basic economy": 33, "economy": 45, "business": 22}
TRAVELS_RATE = 0.92
"""Share of reservations on which the customer flies too."""
INSURED_RATE = 0.3
CANCELLED_RATE = 0.06
RECENT_RATE = 0.15
"""Share of coming trips that were booked within the last 24 hours."""
OTHER_FARE_RATE = 0.5
BAGS_PER_PASSENGER = (0, 0, 1, 1, 1, 2)


class Office(NamedTuple):
    """What reservations are made with."""

    rng: random.Random
    ids: Identifiers
    ways: Ways
    taken: Taken


def make_reservations(
    office: Office, customers: Sequence[tuple[Customer, Place]]
) -> dict[str, Reservation]:
    """Return the reservations by id and list their ids with their customers, the oldest first."""
    sizes = [size for size, count in RESERVATIONS_PER_CUSTOMER.items() for _ in range(count)]
    office.rng.shuffle(sizes)
    reservations: dict[str, Reservation] = {}
    for (customer, place), size in zip(customers, sizes, strict=True):
        made = make_customer_reservations(office, customer, place, size)
        customer["reservations"] = [row["reservation_id"] for row in made]
        reservations.update((row["reservation_id"], row) for row in made)
    return reservations


def make_customer_reservations(
    office: Office, customer: Customer, place: Place, size: int
) -> list[Reservation]:
    """Return the reservations of one customer, each starting on another day, the oldest first."""
    circle = [make_companion(office.rng, place, office.taken) for _ in range(N_COMPANIONS)]
    trips: dict[str, list[Flight]] = {}
    while len(trips) < size:
        trip = office.ways.choose_trip(office.rng)
        trips.setdefault(trip[0]["date"], trip)
    made = [make_reservation(office, customer, circle, trip) for trip in trips.values()]
    return sorted(made, key=lambda row: (row["booked_on"], row["reservation_id"]))


def make_reservation(
    office: Office, customer: Customer, circle: list[Passenger], flights: list[Flight]
) -> Reservation:
    """Return one reservation with its whole set of keys."""
    rng = office.rng
    cabin = rng.choices(list(CABIN_WEIGHTS), list(CABIN_WEIGHTS.values()))[0]
    passengers = choose_passengers(customer, circle, rng)
    booked = [book_flight(flight, cabin, rng) for flight in flights]
    size = len(passengers)
    n_bags = min(MAX_BAGS * size, sum(rng.choice(BAGS_PER_PASSENGER) for _ in passengers))
    n_paid_bags = count_paid_bags(customer["tier"], cabin, size, n_bags)
    insurance = rng.random() < INSURED_RATE
    fares = sum(read_cents(flight["fare"]) for flight in booked)
    total = compute_total(fares, size, n_paid_bags, insurance=insurance)
    reason = choose_cancellation(flights, cabin, rng, insurance=insurance)
    kind, origin, destination = trace_trip(flights)
    return Reservation(
        reservation_id=office.ids.take_reservation(),
        customer_id=customer["customer_id"],
        booked_on=choose_booking_time(flights[0]["departs"], rng),
        status="cancelled" if reason else "booked",
        trip=kind,
        origin=origin,
        destination=destination,
        cabin=cabin,
        flights=booked,
        passengers=passengers,
        n_bags=n_bags,
        n_paid_bags=n_paid_bags,
        insurance=insurance,
        total=write_cents(total),
        payments=list_payments(customer, total, rng, cancelled=reason is not None),
        replaced_flights=[],
        cancel_reason=reason,
        compensation=None,
    )


def choose_passengers(
    customer: Customer, circle: list[Passenger], rng: random.Random
) -> list[Passenger]:
    """Return who flies, sorted as records say."""
    size = rng.choices(list(PARTY_WEIGHTS), list(PARTY_WEIGHTS.values()))[0]
    own = Passenger(**customer["name"], birth_date=customer["birth_date"])
    travels = size > len(circle) or rng.random() < TRAVELS_RATE
    party = [own, *rng.sample(circle, size - 1)] if travels else rng.sample(circle, size)
    return sort_passengers(party)


def book_flight(flight: Flight, cabin: Cabin, rng: random.Random) -> BookedFlight:
    """Return a flight as it was booked, half of the time at another fare than today's."""
    fare = flight["cabins"][cabin]["fare"]
    if rng.random() < OTHER_FARE_RATE:
        fare = write_cents(round(read_cents(fare) / 100 * rng.uniform(0.75, 1.15)) * 100)
    return BookedFlight(
        flight_number=flight["flight_number"],
        date=flight["date"],
        origin=flight["origin"],
        destination=flight["destination"],
        fare=fare,
    )


def choose_booking_time(departs: str, rng: random.Random) -> str:
    """Return when a trip was booked, home time, before its start and before now."""
    if departs > NOW and rng.random() < RECENT_RATE:
        return write_time(NOW_TIME - timedelta(minutes=rng.randint(20, 23 * 60)))
    latest = min(datetime.fromisoformat(departs), NOW_TIME) - timedelta(days=2)
    return write_time(latest - timedelta(minutes=rng.randint(0, 70 * 24 * 60)))


def choose_cancellation(
    flights: list[Flight], cabin: Cabin, rng: random.Random, *, insurance: bool
) -> CancelReason | None:
    """Return why a reservation was cancelled, or None for one that was not."""
    if rng.random() >= CANCELLED_RATE:
        return None
    if any(flight["status"] == "cancelled" for flight in flights):
        return "flight cancelled"
    if insurance:
        return rng.choice(("health", "weather"))
    return "change of plans" if cabin == "business" else "other"


def open_office(
    rng: random.Random, ids: Identifiers, flights: dict[str, Flight], taken: Taken
) -> Office:
    """Return an office that books on a timetable."""
    return Office(rng, ids, find_ways(flights.values()), taken)
