import pytest

from tests.unit.tracer.domains.airline import small_airline as air
from tests.unit.tracer.domains.airline.small_airline import call, open_airline, refuse

SEARCHES = ["search_direct_flights", "search_one_stop_flights"]


def test_direct_flights_are_those_of_the_day_and_route() -> None:
    state = open_airline()
    found = call(state, "search_direct_flights", origin="CPH", destination="LHR", date="2026-05-20")
    assert found == [air.FLIGHTS[air.OUT]]
    found = call(state, "search_direct_flights", origin="LHR", destination="CPH", date="2026-05-20")
    assert found == []


def test_cancelled_flights_are_found_too() -> None:
    found = call(
        open_airline(), "search_direct_flights", origin="CPH", destination="LHR", date="2026-05-16"
    )
    assert [row["status"] for row in found] == ["cancelled"]


def test_search_shows_seats_that_were_taken() -> None:
    state = open_airline()
    call(state, "cancel_reservation", reservation_id=air.BUSINESS, reason="other")
    (found,) = call(
        state, "search_direct_flights", origin="CPH", destination="LHR", date="2026-05-20"
    )
    assert found["cabins"]["business"]["seats_left"] == 11


def test_one_stop_leaves_time_to_change() -> None:
    found = call(
        open_airline(),
        "search_one_stop_flights",
        origin="OSL",
        destination="LHR",
        date="2026-05-20",
    )
    assert found == [{"via": "CPH", "flights": [air.FLIGHTS[air.FROM_OSLO], air.FLIGHTS[air.OUT]]}]


def test_one_stop_search_finds_no_direct_flight() -> None:
    found = call(
        open_airline(),
        "search_one_stop_flights",
        origin="CPH",
        destination="LHR",
        date="2026-05-20",
    )
    assert found == []


@pytest.mark.parametrize("tool", SEARCHES)
@pytest.mark.parametrize(
    ("origin", "destination", "date", "reason"),
    [
        ("QQQ", "LHR", "2026-05-20", "no airport QQQ"),
        ("CPH", "London", "2026-05-20", "no airport London"),
        ("CPH", "CPH", "2026-05-20", "same airport"),
        ("CPH", "LHR", "2026-05-03", "2026-05-04"),
        ("CPH", "LHR", "2026-06-03", "2026-06-02"),
        ("CPH", "LHR", "2026-02-30", "no day 2026-02-30"),
    ],
)
def test_search_that_can_find_nothing_is_refused(
    tool: str, origin: str, destination: str, date: str, reason: str
) -> None:
    arguments = {"origin": origin, "destination": destination, "date": date}
    assert reason in refuse(open_airline(), tool, **arguments)
