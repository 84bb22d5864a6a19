from typing import cast

import pytest

from tests.support.airline_desk import make_concern, meet_ada, note
from tests.unit.tracer.domains.airline import small_airline as air
from tracer.domains.airline.records import Flight
from tracer.domains.airline.searching import Wanted, find_wanted, find_way, find_ways, pick_way
from tracer.domains.playbook import Ask, Call, Notebook, Stuck

CITIES = {code: row["city"] for code, row in air.AIRPORTS.items()}
LONDON = Wanted("CPH", "LHR", "2026-05-20", CITIES)
FROM_OSLO = Wanted("OSL", "LHR", "2026-05-20", CITIES)


def search(wanted: Wanted, *, stops: bool = True) -> list[str]:
    """Return the searches made until the ways are known."""
    notebook, made = Notebook(), []
    while isinstance(call := find_ways(wanted, notebook, stops=stops), Call):
        made.append(call.tool)
        note(notebook, air.open_airline(), call)
    return made


def test_connections_are_sought_where_no_direct_flight_goes() -> None:
    assert search(LONDON) == ["search_direct_flights"]
    assert search(FROM_OSLO) == ["search_direct_flights", "search_one_stop_flights"]
    assert search(FROM_OSLO, stops=False) == ["search_direct_flights"]


def test_route_is_said_in_cities_and_day_in_words() -> None:
    assert LONDON.describe() == "from Copenhagen to London on 20 May"


def test_cities_are_looked_up_for_a_route() -> None:
    route = [("route.origin", "Copenhagen"), ("route.destination", "London"), ("day", "20 May")]
    notebook = meet_ada()
    call = find_wanted(make_concern("x", *route), notebook)
    assert call == Call("list_airports", {})
    note(notebook, air.open_airline(), Call("list_airports", {}))
    assert find_wanted(make_concern("x", *route), notebook) == LONDON


@pytest.mark.parametrize(("number", "index"), [("TW211", 0), ("TW212", 1)])
def test_named_flight_is_picked(number: str, index: int) -> None:
    ways = [[air.FLIGHTS[air.OUT]], [air.FLIGHTS[air.BACK]]]
    assert pick_way(cast("list[list[Flight]]", ways), number, CITIES) is ways[index]


def test_no_flight_at_all_is_said() -> None:
    notebook = Notebook()
    wanted = Wanted("CPH", "LHR", "2026-05-21", CITIES)
    while isinstance(found := find_way(wanted, None, notebook), Call):
        note(notebook, air.open_airline(), found)
    assert isinstance(found, Stuck)
    assert found.reason == "there is no flight from Copenhagen to London on 21 May"


def test_other_flight_than_the_only_one_is_not_made_up() -> None:
    notebook = Notebook()
    while isinstance(found := find_way(LONDON, "TW999", notebook), Call):
        note(notebook, air.open_airline(), found)
    assert not isinstance(found, Ask)
    assert found == [air.FLIGHTS[air.OUT]]
