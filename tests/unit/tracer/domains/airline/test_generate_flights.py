from collections import Counter
from datetime import date, datetime, timedelta
from typing import Any

import pytest

from tracer.domains.airline.generate_flights import read_airports
from tracer.domains.airline.generator import make_base
from tracer.domains.state import Base

NOW = datetime.fromisoformat("2026-05-14T13:00")  # 15:00 in Copenhagen, in UTC
CABINS = ["basic economy", "economy", "business"]


@pytest.fixture(scope="module")
def flights() -> list[Any]:
    base: Base = make_base()
    return list(base.tables["flights"].values())


def read_utc(flight: Any, field: str, place: str) -> datetime:
    offsets = {row["code"]: row["utc_offset"] for row in read_airports()}
    return datetime.fromisoformat(flight[field]) - timedelta(minutes=offsets[flight[place]])


def test_forty_flight_numbers_fly_every_fourth_day(flights: list[Any]) -> None:
    days = Counter(flight["flight_number"] for flight in flights)
    assert len(days) == 40
    assert set(days.values()) == {7, 8}
    assert {flight["date"] for flight in flights} == {
        (date(2026, 5, 4) + timedelta(days=day)).isoformat() for day in range(30)
    }


def test_every_flight_number_flies_one_route_at_one_time(flights: list[Any]) -> None:
    lines = {
        (row["flight_number"], row["origin"], row["destination"], row["departs"][10:])
        for row in flights
    }
    assert len(lines) == 40


def test_flights_take_as_long_as_their_route_both_ways(flights: list[Any]) -> None:
    minutes = {row["code"]: row["minutes"] for row in read_airports()}
    for row in flights:
        (away,) = {row["origin"], row["destination"]} - {"CPH"}
        took = read_utc(row, "arrives", "destination") - read_utc(row, "departs", "origin")
        assert took == timedelta(minutes=minutes[away])
        assert row["departs"].startswith(row["date"])


def test_what_has_left_is_flown_or_cancelled(flights: list[Any]) -> None:
    for row in flights:
        left = read_utc(row, "departs", "origin") <= NOW
        allowed = {"flown", "cancelled"} if left else {"scheduled", "delayed", "cancelled"}
        assert row["status"] in allowed


def test_every_status_occurs_often_enough(flights: list[Any]) -> None:
    statuses = Counter(row["status"] for row in flights)
    assert statuses["scheduled"] > 150
    assert statuses["delayed"] >= 10
    assert 10 <= statuses["cancelled"] <= 35


def test_delayed_flights_have_a_later_departure(flights: list[Any]) -> None:
    for row in flights:
        assert (row["new_departure"] is not None) == (row["status"] == "delayed")
        assert row["new_departure"] is None or row["new_departure"] > row["departs"]


def test_cabins_rise_in_fare_and_seats_are_never_negative(flights: list[Any]) -> None:
    for row in flights:
        assert list(row["cabins"]) == CABINS
        fares = [float(cabin["fare"]) for cabin in row["cabins"].values()]
        assert 0 < fares[0] < fares[1] < fares[2]
        assert all(0 <= cabin["seats_left"] <= 30 for cabin in row["cabins"].values())


def test_some_cabins_are_full_and_most_are_not(flights: list[Any]) -> None:
    seats = [cabin["seats_left"] for row in flights for cabin in row["cabins"].values()]
    assert 0.08 < seats.count(0) / len(seats) < 0.2
