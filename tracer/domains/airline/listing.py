"""Listing: what a proposal shows of a case, in the desk's words and the customer's slots."""

from collections.abc import Sequence
from decimal import Decimal

from tracer.domains.airline.finding import Case
from tracer.domains.airline.phrases import write_flights, write_trip
from tracer.domains.airline.records import Flight
from tracer.domains.dates import write_date
from tracer.domains.playbook import Mention


def show_reservation(case: Case) -> tuple[Mention, ...]:
    """Return what naming a reservation with its trip shows."""
    row = case.reservation
    return (
        Mention("reservation.id", row["reservation_id"]),
        Mention("reservation.origin", case.cities[row["origin"]]),
        Mention("reservation.destination", case.cities[row["destination"]]),
        Mention("reservation.date", write_date(row["flights"][0]["date"])),
    )


def describe_trip(case: Case) -> str:
    """Return the trip of a reservation with the days of its flights."""
    row = case.reservation
    trip = write_trip(case.cities[row["destination"]], case.cities[row["origin"]])
    days = list(dict.fromkeys(write_date(flight["date"]) for flight in row["flights"]))
    return f"{trip} on {' and '.join(days)}" if len(days) <= TWO else trip


TWO = 2
"""Days of a trip there and back that keeps to one day each way."""


def describe_flights(flights: Sequence[Flight], case: Case) -> str:
    """Return flights with days and cities."""
    return write_flights(flights, case.cities)


def sign_difference(amount: Decimal) -> dict[str, str]:
    """Return the placeholder values for a difference: how much, and which way it goes."""
    sign = "none" if amount == 0 else "charge" if amount > 0 else "refund"
    return {"amount": f"{abs(amount):.2f}", "sign": sign}
