"""Cancellations: the tool that cancels a reservation, and the grounds on which it may."""

from collections.abc import Sequence

from tracer.domains.airline.clock import NOW, count_minutes
from tracer.domains.airline.ledger import refund_all
from tracer.domains.airline.records import CancelReason, Flight, Reservation
from tracer.domains.airline.rows import Id, edit_reservation, find_reservation, require_open
from tracer.domains.airline.seats import give_back_seats
from tracer.domains.state import State
from tracer.domains.tool import ToolRefusal

FREE_MINUTES = 24 * 60
"""After booking; the last one still counts."""
INSURED_REASONS: tuple[CancelReason, ...] = ("health", "weather")


def cancel_reservation(state: State, reservation_id: Id, reason: CancelReason) -> Reservation:
    """Cancel a whole reservation and refund it to the payment methods it was paid with.

    What was paid with a travel certificate is not refunded.

    Args:
        reservation_id: Reservation id such as KR48TD.
        reason: Why the customer cancels: "flight cancelled" when the airline has cancelled one of
            the flights, "other" when none of the rest fits.
    """
    present = find_reservation(state, reservation_id)
    flights = require_open(state, present, "cancelled")
    if not can_cancel(present, flights, reason):
        raise ToolRefusal(
            f"Reservation {reservation_id} cannot be cancelled: it was booked more than 24 hours "
            "ago, the airline has cancelled none of its flights, it is not in business, and no "
            "insurance covers the reason."
        )
    give_back_seats(state, flights, present["cabin"], len(present["passengers"]))
    reservation = edit_reservation(state, reservation_id)
    refund_all(state, reservation)
    reservation["status"] = "cancelled"
    reservation["cancel_reason"] = reason
    return reservation


def can_cancel(reservation: Reservation, flights: Sequence[Flight], reason: CancelReason) -> bool:
    """Return whether policy clause 32 allows it; `flights` are those of the reservation."""
    return (
        count_minutes(reservation["booked_on"], NOW) <= FREE_MINUTES
        or any(flight["status"] == "cancelled" for flight in flights)
        or reservation["cabin"] == "business"
        or (reservation["insurance"] and reason in INSURED_REASONS)
    )
