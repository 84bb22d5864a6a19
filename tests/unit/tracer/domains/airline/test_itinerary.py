from typing import Any

import pytest

from tests.unit.tracer.domains.airline import small_airline as air
from tracer.domains.airline.itinerary import Trip, can_connect, trace_trip
from tracer.domains.tool import ToolRefusal


def pick(*keys: str) -> list[Any]:
    return [air.FLIGHTS[key] for key in keys]


def leave_at(time: str) -> Any:
    return {**air.FLIGHTS[air.OUT], "departs": time}


@pytest.mark.parametrize(
    ("keys", "trip"),
    [
        ([air.OUT], Trip("one way", "CPH", "LHR")),
        ([air.FROM_OSLO, air.OUT], Trip("one way", "OSL", "LHR")),
        ([air.OUT, air.BACK], Trip("round trip", "CPH", "LHR")),
        ([air.FROM_OSLO, air.OUT, air.BACK, air.TO_OSLO], Trip("round trip", "OSL", "LHR")),
    ],
)
def test_flights_make_a_trip(keys: list[str], trip: Trip) -> None:
    assert trace_trip(pick(*keys)) == trip


@pytest.mark.parametrize(
    ("keys", "reason"),
    [
        pytest.param([air.OUT, air.FROM_OSLO], "must start in LHR", id="wrong order"),
        pytest.param([air.TOO_TIGHT, air.OUT], "does not connect", id="44 minutes"),
        pytest.param([air.TOO_LONG, air.OUT], "does not connect", id="more than 12 hours"),
        pytest.param([air.LATER, air.BACK], "way back", id="back before out"),
        pytest.param([air.OUT, air.BACK, air.CHEAPER], "one or two flights", id="three one way"),
        pytest.param([air.OUT, air.TO_OSLO], "does not connect", id="leap"),
        pytest.param([air.FROM_OSLO, air.LATER, air.TO_OSLO], "as many flights back", id="odd"),
    ],
)
def test_other_flights_make_none(keys: list[str], reason: str) -> None:
    with pytest.raises(ToolRefusal, match=reason):
        trace_trip(pick(*keys))


@pytest.mark.parametrize("departs", ["2026-05-20T08:55", "2026-05-20T20:10"])
def test_stop_of_45_minutes_to_12_hours_connects(departs: str) -> None:
    assert can_connect(pick(air.FROM_OSLO)[0], leave_at(departs))


@pytest.mark.parametrize("departs", ["2026-05-20T07:00", "2026-05-20T08:54", "2026-05-20T20:11"])
def test_shorter_or_longer_stop_does_not_connect(departs: str) -> None:
    assert not can_connect(pick(air.FROM_OSLO)[0], leave_at(departs))


def test_flights_connect_only_where_both_are() -> None:
    assert not can_connect(pick(air.OUT)[0], pick(air.TO_OSLO)[0])
