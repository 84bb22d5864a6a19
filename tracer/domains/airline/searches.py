"""Searches: the tools that find flights from one airport to another on a day."""

from datetime import date as calendar
from typing import Annotated, TypedDict, cast

from pydantic import Field

from tracer.domains.airline.generate_flights import FIRST_DAY, LAST_DAY
from tracer.domains.airline.itinerary import can_connect
from tracer.domains.airline.keys import write_departures_key
from tracer.domains.airline.records import Flight, IsoDate
from tracer.domains.state import State
from tracer.domains.tool import ToolRefusal

AirportCode = Annotated[str, Field(max_length=10)]


class Connection(TypedDict):
    """Two flights with a stop in between."""

    via: str
    flights: list[Flight]


def search_direct_flights(
    state: State, origin: AirportCode, destination: AirportCode, date: IsoDate
) -> list[Flight]:
    """Find the direct flights from one airport to another on a day, full or cancelled ones too.

    Each comes with its times, its status, and for each cabin the seats left and today's fare.

    Args:
        origin: Code of the airport where the flight leaves, such as CPH.
        destination: Code of the airport where it lands, such as LHR.
        date: Day on which it leaves, as year, month and day, such as 2026-05-20.
    """
    check_search(state, origin, destination, date)
    leaving = list_departures(state, origin, date)
    return [flight for flight in leaving if flight["destination"] == destination]


def search_one_stop_flights(
    state: State, origin: AirportCode, destination: AirportCode, date: IsoDate
) -> list[Connection]:
    """Find the connections with one stop from one airport to another, both flights on one day.

    Each flight comes with its times, its status, and for each cabin the seats left and today's
    fare. Full or cancelled flights are shown too.

    Args:
        origin: Code of the airport where the first flight leaves, such as LIS.
        destination: Code of the airport where the second flight lands, such as OSL.
        date: Day on which both leave, as year, month and day, such as 2026-05-20.
    """
    check_search(state, origin, destination, date)
    return [
        Connection(via=first["destination"], flights=[first, second])
        for first in list_departures(state, origin, date)
        for second in list_departures(state, first["destination"], date)
        if second["destination"] == destination and can_connect(first, second)
    ]


def list_departures(state: State, origin: str, date: str) -> list[Flight]:
    """Return the flights that leave an airport on a day, to be read only."""
    row = state.get("departures", write_departures_key(origin, date))
    keys = row["flights"] if row else ()
    return [cast("Flight", state.get("flights", key)) for key in keys]


def check_search(state: State, origin: str, destination: str, date: str) -> None:
    """Refuse a search that can find nothing because of what it asks.

    Raises:
        ToolRefusal: an airport is unknown, both are one, or the day is outside the timetable.
    """
    for code in (origin, destination):
        if state.get("airports", code) is None:
            raise ToolRefusal(
                f"There is no airport {code}. An airport code looks like CPH; list_airports gives "
                "them all."
            )
    if origin == destination:
        raise ToolRefusal("Origin and destination are the same airport: name two.")
    read_day(date)
    if not FIRST_DAY.isoformat() <= date <= LAST_DAY.isoformat():
        raise ToolRefusal(
            f"The timetable runs from {FIRST_DAY} to {LAST_DAY}, and {date} is outside it."
        )


def read_day(date: str) -> calendar:
    """Return the day of an ISO date.

    Raises:
        ToolRefusal: there is no such day.
    """
    try:
        return calendar.fromisoformat(date)
    except ValueError as error:
        raise ToolRefusal(f"There is no day {date}. A day looks like 2026-05-20.") from error
