from typing import Any, cast

import pytest

from tests.unit.tracer.domains.airline import small_airline as air
from tracer.domains.airline.records import Cabin, Flight, Reservation
from tracer.domains.airline.ways import (
    find_movable,
    has_room,
    refer_to,
    replace_out,
    split_trip,
)

ROWS = {row["reservation_id"]: row for row in air.RESERVATIONS}
STATUSES = {key: row["status"] for key, row in air.FLIGHTS.items()}


def get(key: str, **other: Any) -> Reservation:
    return cast("Reservation", {**ROWS[key], **other})


def get_flight(key: str, **other: Any) -> Flight:
    return cast("Flight", {**air.FLIGHTS[key], **other})


def test_trip_is_split_into_out_and_back() -> None:
    ways = split_trip(get(air.ECONOMY))
    assert [[row["flight_number"] for row in way] for way in ways] == [["TW211"], ["TW212"]]
    assert len(split_trip(get(air.BASIC))) == 1


@pytest.mark.parametrize(
    ("key", "day", "moves"),
    [
        (air.ECONOMY, "2026-05-22", True),
        (air.ECONOMY, "2026-05-20", False),
        (air.ECONOMY, "2026-05-24", False),
        (air.ECONOMY, "2026-05-28", False),
        (air.BUSINESS, "2026-05-28", True),
        (air.STRUCK, "2026-05-22", True),
    ],
)
def test_way_out_moves_while_it_stays_before_the_way_back(
    key: str, day: str, *, moves: bool
) -> None:
    row = get(key)
    assert find_movable(row, STATUSES, day) == (split_trip(row)[0] if moves else None)


def test_way_out_cannot_move_while_a_flight_back_is_cancelled() -> None:
    statuses = {**STATUSES, air.BACK: "cancelled"}
    assert find_movable(get(air.ECONOMY), statuses, "2026-05-22") is None


def test_flights_back_stay_when_the_way_out_is_replaced() -> None:
    flights = replace_out(get(air.ECONOMY), [get_flight(air.CHEAPER)])
    assert flights == air.name_flights(air.CHEAPER, air.BACK)
    assert refer_to(get_flight(air.OUT)) == air.name_flights(air.OUT)[0]


@pytest.mark.parametrize(
    ("key", "size", "has"),
    [
        (air.OUT, 10, True),
        (air.OUT, 11, False),
        (air.FULL, 1, True),
        (air.FULL, 2, False),
        (air.LATE, 1, False),
        (air.CALLED_OFF, 1, False),
    ],
)
def test_only_scheduled_flights_with_seats_have_room(key: str, size: int, *, has: bool) -> None:
    cabin: Cabin = "economy"
    assert has_room([get_flight(key)], cabin, size) is has
    both = [get_flight(air.OUT), get_flight(key)]
    assert has_room(both, cabin, size) is has
