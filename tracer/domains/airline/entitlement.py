"""Entitlement: what certificate a reservation's cancelled and delayed flights are worth."""

from collections.abc import Callable

from tracer.domains.airline.records import BookedFlight, Flight, FlightRef, Reservation, Tier

CANCELLED_CENTS = 10_000
"""For each passenger when the airline cancelled a flight."""
DELAYED_CENTS = 5_000
"""For each passenger when a delayed flight was given up."""

FindFlight = Callable[[BookedFlight | FlightRef], Flight]


def may_claim(reservation: Reservation, tier: Tier) -> bool:
    """Return whether a certificate can be due at all: by tier, insurance or cabin."""
    return tier != "regular" or reservation["insurance"] or reservation["cabin"] == "business"


def compute_due(reservation: Reservation, find: FindFlight) -> int:
    """Return what the reservation's flights are worth in cents, zero when there is no cause."""
    booked = {find(ref)["status"] for ref in reservation["flights"]}
    replaced = {find(ref)["status"] for ref in reservation["replaced_flights"]}
    n_passengers = len(reservation["passengers"])
    if "cancelled" in booked | replaced:
        return CANCELLED_CENTS * n_passengers
    given_up = replaced | booked if reservation["status"] == "cancelled" else replaced
    return DELAYED_CENTS * n_passengers if "delayed" in given_up else 0
