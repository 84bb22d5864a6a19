"""Searching: the flights between two places on a day, as the desk finds them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tracer.domains.airline.finding import look_cities, read_day
from tracer.domains.airline.phrases import write_flights
from tracer.domains.airline.records import Flight
from tracer.domains.dates import write_date
from tracer.domains.playbook import Ask, Call, Concern, Notebook, Plan, Stuck


@dataclass(frozen=True, slots=True)
class Wanted:
    """From where to where a customer wants to fly, and when; codes and an ISO date."""

    origin: str
    destination: str
    day: str
    cities: Mapping[str, str]

    @property
    def date(self) -> str:
        """The day in words."""
        return write_date(self.day)

    def describe(self) -> str:
        """Return route and day in words."""
        ends = f"{self.cities[self.origin]} to {self.cities[self.destination]}"
        return f"from {ends} on {self.date}"


def find_wanted(concern: Concern, notebook: Notebook) -> Wanted | Plan:
    """Return route and day of a concern, or what is needed to know them."""
    if not concern.has("route"):
        return Ask("route")
    day = read_day(concern, "day")
    if day is None:
        return Ask("day")
    cities = look_cities(notebook)
    if not cities:
        return Call("list_airports", {})
    codes = {city: code for code, city in cities.items()}
    origin = codes.get(concern.get("route.origin") or "")
    destination = codes.get(concern.get("route.destination") or "")
    if origin is None or destination is None:
        return Stuck("we don't fly to one of these places")
    return Wanted(origin, destination, day, cities)


def find_ways(
    wanted: Wanted, notebook: Notebook, *, stops: bool = True
) -> list[list[Flight]] | Call:
    """Return the direct flights, where there are none the connections, or the search needed.

    Args:
        wanted: Route and day.
        notebook: What was looked up.
        stops: Whether a connection is of use as well.
    """
    route = {"origin": wanted.origin, "destination": wanted.destination, "date": wanted.day}
    direct = notebook.look("search_direct_flights", **route)
    if direct is None:
        return Call("search_direct_flights", route)
    if direct or not stops:
        return [[flight] for flight in direct]
    found = notebook.look("search_one_stop_flights", **route)
    if found is None:
        return Call("search_one_stop_flights", route)
    return [row["flights"] for row in found]


def pick_way(
    ways: Sequence[list[Flight]], number: str | None, cities: Mapping[str, str]
) -> list[Flight] | Ask:
    """Return the way with the flight the customer named, or the only one, or ask."""
    named = [way for way in ways if number in {flight["flight_number"] for flight in way}]
    if number is not None and len(named) == 1:
        return named[0]
    if len(ways) == 1:
        return ways[0]
    options = " or ".join(write_flights(way, cities) for way in ways)
    return Ask("flight", {"options": options})


def find_way(wanted: Wanted, number: str | None, notebook: Notebook) -> list[Flight] | Plan:
    """Return the one way meant, or what is needed to know it, or that there is none."""
    ways = find_ways(wanted, notebook)
    if isinstance(ways, Call):
        return ways
    if not ways:
        return Stuck(f"there is no flight {wanted.describe()}")
    return pick_way(ways, number, wanted.cities)
