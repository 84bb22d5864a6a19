"""Changes: the tools that move a reservation to other flights or another cabin, or add bags."""

from typing import Annotated

from pydantic import Field

from tracer.domains.airline.bookings import book_flight
from tracer.domains.airline.itinerary import Trip, trace_trip
from tracer.domains.airline.keys import write_flight_key
from tracer.domains.airline.ledger import settle
from tracer.domains.airline.prices import BAG_CENTS, check_bags, count_free_bags
from tracer.domains.airline.records import BookedFlight, Cabin, Flight, FlightRef, Reservation
from tracer.domains.airline.rows import (
    FlightRefs,
    Id,
    edit_reservation,
    find_customer,
    find_flights,
    find_reservation,
    require_open,
)
from tracer.domains.airline.seats import give_back_seats, require_scheduled, take_seats
from tracer.domains.money import read_cents, write_cents
from tracer.domains.state import State
from tracer.domains.tool import ToolRefusal


def change_flights(
    state: State, reservation_id: Id, flights: FlightRefs, payment_id: Id
) -> Reservation:
    """Move all passengers of a reservation to other flights between the same places.

    New flights cost today's fare; the difference to what was paid for those they replace is
    charged or refunded.

    Args:
        reservation_id: Reservation id such as KR48TD.
        flights: All flights of the trip after the change in the order they are flown, those that
            stay included.
        payment_id: Id of the card or gift card that takes the difference, such as pay-603144.
    """
    present = find_reservation(state, reservation_id)
    old = require_open(state, present, "moved to other flights")
    if present["cabin"] == "basic economy":
        raise ToolRefusal(
            f"Reservation {reservation_id} is in basic economy: its flights cannot be changed."
        )
    new = find_flights(state, flights)
    check_same_trip(present, trace_trip(new))
    dropped = [row for row in old if row not in new]
    added = [row for row in new if row not in old]
    check_exchange(new, dropped)
    require_scheduled(added)
    size = len(present["passengers"])
    take_seats(state, added, present["cabin"], size)
    give_back_seats(state, dropped, present["cabin"], size)
    booked = merge_flights(present, new)
    reservation = edit_reservation(state, reservation_id)
    replace_flights(state, reservation, booked, payment_id)
    reservation["replaced_flights"] += [
        FlightRef(flight_number=row["flight_number"], date=row["date"]) for row in dropped
    ]
    return reservation


def change_cabin(state: State, reservation_id: Id, cabin: Cabin, payment_id: Id) -> Reservation:
    """Move all passengers of a reservation to another cabin on all its flights.

    All flights then cost today's fare in the new cabin; the difference to what was paid for them
    is charged or refunded. Bags stay as they are.

    Args:
        reservation_id: Reservation id such as KR48TD.
        cabin: The new cabin.
        payment_id: Id of the card or gift card that takes the difference, such as pay-603144.
    """
    present = find_reservation(state, reservation_id)
    flights = require_open(state, present, "moved to another cabin")
    if cabin == present["cabin"]:
        raise ToolRefusal(f"Reservation {reservation_id} is in {cabin} already: name another one.")
    refuse_cancelled(flights)
    size = len(present["passengers"])
    take_seats(state, flights, cabin, size)
    give_back_seats(state, flights, present["cabin"], size)
    reservation = edit_reservation(state, reservation_id)
    reservation["cabin"] = cabin
    replace_flights(state, reservation, [book_flight(row, cabin) for row in flights], payment_id)
    return reservation


def add_bags(
    state: State,
    reservation_id: Id,
    n_bags: Annotated[int, Field(ge=1, le=20)],
    payment_id: Id,
) -> Reservation:
    """Add bags to a reservation; each one above the free number costs 50 EUR.

    Args:
        reservation_id: Reservation id such as KR48TD.
        n_bags: How many bags to add, beside those the reservation has.
        payment_id: Id of the card or gift card that pays, such as pay-603144.
    """
    present = find_reservation(state, reservation_id)
    require_open(state, present, "given more bags")
    size = len(present["passengers"])
    after = present["n_bags"] + n_bags
    check_bags(after, size)
    tier = find_customer(state, present["customer_id"])["tier"]
    free = count_free_bags(tier, present["cabin"], size)
    n_paid = max(0, after - max(free, present["n_bags"]))
    reservation = edit_reservation(state, reservation_id)
    settle(state, reservation, payment_id, n_paid * BAG_CENTS)
    reservation["n_bags"] = after
    reservation["n_paid_bags"] += n_paid
    add_to_total(reservation, n_paid * BAG_CENTS)
    return reservation


def check_same_trip(reservation: Reservation, trip: Trip) -> None:
    """Refuse flights that make another trip than the reservation's.

    Raises:
        ToolRefusal: origin, destination or kind of the trip differ.
    """
    same = Trip(reservation["trip"], reservation["origin"], reservation["destination"])
    if trip != same:
        raise ToolRefusal(
            f"Reservation {reservation['reservation_id']} is {same.kind} from {same.origin} to "
            f"{same.destination} and must stay so; these flights make a trip {trip.kind} from "
            f"{trip.origin} to {trip.destination}."
        )


def check_exchange(new: list[Flight], dropped: list[Flight]) -> None:
    """Refuse a change that changes nothing, or keeps a cancelled flight.

    Raises:
        ToolRefusal: nothing is dropped, or a flight that stays is cancelled.
    """
    if not dropped:
        raise ToolRefusal("The reservation has just these flights already.")
    refuse_cancelled(new)


def refuse_cancelled(flights: list[Flight]) -> None:
    """Refuse flights that the airline has cancelled.

    Raises:
        ToolRefusal: one of them is cancelled.
    """
    for flight in flights:
        if flight["status"] == "cancelled":
            raise ToolRefusal(
                f"Flight {flight['flight_number']} on {flight['date']} is cancelled: a reservation "
                "must be changed to other flights, or cancelled."
            )


def merge_flights(reservation: Reservation, flights: list[Flight]) -> list[BookedFlight]:
    """Return flights as booked: those that stay at the fare paid, the others at today's."""
    paid = {write_flight_key(row): row for row in reservation["flights"]}
    return [
        paid.get(write_flight_key(row)) or book_flight(row, reservation["cabin"]) for row in flights
    ]


def replace_flights(
    state: State, reservation: Reservation, flights: list[BookedFlight], payment_id: str
) -> None:
    """Put booked flights in a reservation, the state's own copy, and settle the difference.

    Raises:
        ToolRefusal: the payment method cannot take the difference.
    """
    each = sum_fares(flights) - sum_fares(reservation["flights"])
    difference = each * len(reservation["passengers"])
    settle(state, reservation, payment_id, difference)
    reservation["flights"] = flights
    add_to_total(reservation, difference)


def sum_fares(flights: list[BookedFlight]) -> int:
    """Return what flights cost one passenger, cents."""
    return sum(read_cents(flight["fare"]) for flight in flights)


def add_to_total(reservation: Reservation, cents: int) -> None:
    """Add to the total of a reservation, the state's own copy."""
    reservation["total"] = write_cents(read_cents(reservation["total"]) + cents)
