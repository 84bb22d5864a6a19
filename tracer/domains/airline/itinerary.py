"""Itinerary: whether flights, in the order given, make a trip, and which."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from tracer.domains.airline.clock import count_minutes
from tracer.domains.airline.records import Flight
from tracer.domains.tool import ToolRefusal

MIN_STOP_MINUTES = 45
MAX_STOP_MINUTES = 12 * 60
MAX_WAY = 2
"""Flights of one way."""


class Trip(NamedTuple):
    """What stays fixed about a reservation's flights."""

    kind: Literal["one way", "round trip"]
    origin: str
    destination: str


def trace_trip(flights: Sequence[Flight]) -> Trip:
    """Return the trip that flights make.

    Raises:
        ToolRefusal: they make none: policy clause 15.
    """
    origin, end = flights[0]["origin"], flights[-1]["destination"]
    if origin != end:
        check_way(flights)
        return Trip("one way", origin, end)
    out, back = split_ways(flights)
    check_way(out)
    check_way(back)
    destination = out[-1]["destination"]
    if back[0]["origin"] != destination or back[0]["departs"] <= out[-1]["arrives"]:
        raise ToolRefusal(
            f"The way back must start in {destination}, after the arrival at {out[-1]['arrives']}."
        )
    return Trip("round trip", origin, destination)


def split_ways(flights: Sequence[Flight]) -> tuple[Sequence[Flight], Sequence[Flight]]:
    """Return the flights out and back of a round trip.

    Raises:
        ToolRefusal: there are not as many back as out.
    """
    half, rest = divmod(len(flights), 2)
    if rest:
        raise ToolRefusal(
            "A trip there and back needs as many flights back as out, in the order they are flown."
        )
    return flights[:half], flights[half:]


def check_way(flights: Sequence[Flight]) -> None:
    """Refuse flights that do not lead from one place to another with at most one stop.

    Raises:
        ToolRefusal: there are too many of them, or two do not connect.
    """
    if len(flights) > MAX_WAY:
        raise ToolRefusal(
            "Each way of a trip is direct or has one stop: name one or two flights for each way, "
            "in the order they are flown."
        )
    if len(flights) == MAX_WAY and not can_connect(*flights):
        first, second = flights
        raise ToolRefusal(
            f"{second['flight_number']} on {second['date']} does not connect with "
            f"{first['flight_number']} on {first['date']}: it must leave {first['destination']} "
            f"{MIN_STOP_MINUTES} minutes to {MAX_STOP_MINUTES // 60} hours after the arrival."
        )


def can_connect(first: Flight, second: Flight) -> bool:
    """Return whether one can change from one flight to another; both times are local there."""
    if first["destination"] != second["origin"]:
        return False
    stop = count_minutes(first["arrives"], second["departs"])
    return MIN_STOP_MINUTES <= stop <= MAX_STOP_MINUTES
