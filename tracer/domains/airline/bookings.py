"""Bookings: the tool that makes a new reservation."""

from collections.abc import Sequence
from typing import Annotated

from pydantic import Field

from tracer.domains.airline.clock import NOW
from tracer.domains.airline.identifiers import make_reservation_id
from tracer.domains.airline.itinerary import trace_trip
from tracer.domains.airline.keys import write_flight_key
from tracer.domains.airline.ledger import charge
from tracer.domains.airline.passengers import complete_party, write_full_name
from tracer.domains.airline.prices import check_bags, compute_total, count_paid_bags
from tracer.domains.airline.records import (
    BookedFlight,
    Cabin,
    Customer,
    Flight,
    Passenger,
    PaymentShare,
    Reservation,
    Tier,
)
from tracer.domains.airline.rows import (
    FlightRefs,
    Id,
    edit_customer,
    find_customer,
    find_flights,
    find_reservation,
)
from tracer.domains.airline.seats import require_scheduled, take_seats
from tracer.domains.money import read_cents, write_cents
from tracer.domains.state import State
from tracer.domains.tool import ToolRefusal


def book_reservation(
    state: State,
    customer_id: Id,
    *,
    cabin: Cabin,
    flights: FlightRefs,
    passengers: Annotated[list[Passenger], Field(min_length=1, max_length=5)],
    payments: Annotated[list[PaymentShare], Field(min_length=1, max_length=4)],
    n_bags: Annotated[int, Field(ge=0, le=20)],
    insurance: bool,
) -> Reservation:
    """Book a trip for one to five passengers in one cabin and charge its total.

    The total is today's fare of every flight for each passenger, 50 EUR for each bag above the
    free ones, and with insurance 30 EUR for each passenger.

    Args:
        customer_id: Customer id such as cus-48213; this customer pays.
        cabin: Cabin on all flights.
        flights: Flights in the order they are flown: one or two one way, or as many back as out.
        passengers: Everybody who flies, with first name, last name and birth date.
        payments: Payment methods on the customer's file, each with the amount it pays, such as
            134.00; together they must make the total exactly.
        n_bags: Bags of all passengers together, the free ones included.
        insurance: Whether to insure all passengers.
    """
    customer = find_customer(state, customer_id)
    party = complete_party(passengers)
    rows = find_flights(state, flights)
    reservation = draft_reservation(customer, cabin, rows, party)
    require_scheduled(rows)
    check_bags(n_bags, len(party))
    price_reservation(reservation, customer["tier"], n_bags, insurance=insurance)
    check_payments(payments, read_cents(reservation["total"]))
    take_seats(state, rows, cabin, len(party))
    reservation["reservation_id"] = choose_id(state, customer_id, rows, party)
    enter(state, reservation, payments)
    return reservation


def draft_reservation(
    customer: Customer, cabin: Cabin, flights: Sequence[Flight], party: list[Passenger]
) -> Reservation:
    """Return a reservation without an id, bags, insurance, total and payments.

    Raises:
        ToolRefusal: the flights make no trip.
    """
    trip = trace_trip(flights)
    return Reservation(
        reservation_id="",
        customer_id=customer["customer_id"],
        booked_on=NOW,
        status="booked",
        trip=trip.kind,
        origin=trip.origin,
        destination=trip.destination,
        cabin=cabin,
        flights=[book_flight(flight, cabin) for flight in flights],
        passengers=party,
        n_bags=0,
        n_paid_bags=0,
        insurance=False,
        total="0.00",
        payments=[],
        replaced_flights=[],
        cancel_reason=None,
        compensation=None,
    )


def price_reservation(
    reservation: Reservation, tier: Tier, n_bags: int, *, insurance: bool
) -> None:
    """Enter bags and insurance of a new reservation, and what it all costs."""
    size = len(reservation["passengers"])
    n_paid_bags = count_paid_bags(tier, reservation["cabin"], size, n_bags)
    fares = sum(read_cents(flight["fare"]) for flight in reservation["flights"])
    reservation["n_bags"] = n_bags
    reservation["n_paid_bags"] = n_paid_bags
    reservation["insurance"] = insurance
    total = compute_total(fares, size, n_paid_bags, insurance=insurance)
    reservation["total"] = write_cents(total)


def book_flight(flight: Flight, cabin: Cabin) -> BookedFlight:
    """Return a flight as a reservation has it, at today's fare."""
    return BookedFlight(
        flight_number=flight["flight_number"],
        date=flight["date"],
        origin=flight["origin"],
        destination=flight["destination"],
        fare=flight["cabins"][cabin]["fare"],
    )


def check_payments(payments: Sequence[PaymentShare], total: int) -> None:
    """Refuse payments that do not make a total in cents.

    Raises:
        ToolRefusal: a method stands twice or pays nothing, or the sum is another.
    """
    keys = [share["payment_id"] for share in payments]
    if len(set(keys)) != len(keys):
        raise ToolRefusal("A payment method was named twice: name each once with its whole amount.")
    amounts = [read_cents(share["amount"]) for share in payments]
    if 0 in amounts:
        raise ToolRefusal("A payment method pays nothing: leave it out.")
    if sum(amounts) != total:
        raise ToolRefusal(
            f"The booking costs {write_cents(total)} EUR, and the payments add up to "
            f"{write_cents(sum(amounts))} EUR: they must be equal."
        )


def choose_id(
    state: State, customer_id: str, flights: Sequence[Flight], party: Sequence[Passenger]
) -> str:
    """Return the id of a new reservation."""
    names = [write_full_name(passenger) for passenger in party]
    content = " ".join([customer_id, *map(write_flight_key, flights), *names])
    return make_reservation_id(content, lambda key: state.get("reservations", key) is not None)


def enter(state: State, reservation: Reservation, payments: Sequence[PaymentShare]) -> None:
    """Charge a new reservation and put it on the books, whatever the order of the payments.

    Raises:
        ToolRefusal: a payment method is not on file or holds too little.
    """
    for share in sorted(payments, key=lambda share: share["payment_id"]):
        charge(state, reservation, share["payment_id"], read_cents(share["amount"]))
    key = reservation["reservation_id"]
    state.put("reservations", key, dict(reservation))
    customer = edit_customer(state, reservation["customer_id"])
    # All bookings of a conversation carry the same time, so the end of the list is theirs.
    customer["reservations"] = sort_by_booking(state, [*customer["reservations"], key])


def sort_by_booking(state: State, keys: Sequence[str]) -> list[str]:
    """Return reservation ids by the time of booking, then by id."""
    return sorted(keys, key=lambda key: (find_reservation(state, key)["booked_on"], key))
