import random
from typing import Any

import pytest

from tests.unit.tracer.domains.airline import small_airline as air
from tracer.domains.airline.questions import QUESTIONS, list_count_forms, list_time_forms
from tracer.domains.solver import Question, Step

ROWS = {row["reservation_id"]: row for row in air.RESERVATIONS}


def ask(tool: str, result: Any) -> dict[str, Question]:
    """Return name -> question over many seeds."""
    asked = (QUESTIONS[tool](Step(tool, {}, result), random.Random(seed)) for seed in range(60))
    return {item.question: item for item in asked if item is not None}


def test_reservation_is_asked_for_cabin_bags_and_total() -> None:
    row = {**ROWS[air.ECONOMY], "n_bags": 2}
    found = ask("get_reservation", row)
    assert {name: item.accepted for name, item in found.items()} == {
        "cabin": ["economy"],
        "bags": ["2", "two"],
        "paid": ["400.00"],
    }


def test_profile_is_asked_for_the_gift_card_or_the_tier() -> None:
    found = ask("get_customer", air.CUSTOMERS[0])
    assert {name: item.value for name, item in found.items()} == {
        "balance": "50.00",
        "tier": "silver",
    }
    assert set(ask("get_customer", air.CUSTOMERS[1])) == {"tier"}


def test_time_of_departure_is_asked_only_of_a_flight_that_goes() -> None:
    assert set(ask("get_flight", air.FLIGHTS[air.OUT])) == {"status", "departs"}
    assert set(ask("get_flight", air.FLIGHTS[air.CALLED_OFF])) == {"status"}


def test_delayed_flight_leaves_at_its_new_time() -> None:
    assert ask("get_flight", air.FLIGHTS[air.LATE])["departs"].value == "18:30"


def test_search_is_asked_for_fare_or_seats_of_a_cabin() -> None:
    found = ask("search_direct_flights", [air.FLIGHTS[air.OUT]])
    assert set(found) == {"fare", "seats"}
    fare = found["fare"]
    assert fare.value == air.FLIGHTS[air.OUT]["cabins"][fare.subject]["fare"]
    assert found["seats"].accepted == ["10", "ten"]


@pytest.mark.parametrize("key", [air.CALLED_OFF, air.LATE])
def test_nothing_is_asked_of_a_flight_that_cannot_be_booked(key: str) -> None:
    assert ask("search_direct_flights", [air.FLIGHTS[key]]) == {}
    way = {"via": "CPH", "flights": [air.FLIGHTS[air.FROM_OSLO], air.FLIGHTS[key]]}
    assert ask("search_one_stop_flights", [way]) == {}


def test_fare_is_not_asked_where_no_seat_is_left() -> None:
    full = air.make_flight(air.OUT, "CPH-LHR", "14:00-14:55", seats=0)
    assert set(ask("search_direct_flights", [full])) == {"seats"}


def test_connection_has_the_seats_of_its_fuller_flight() -> None:
    way = {"via": "CPH", "flights": [air.FLIGHTS[air.FROM_OSLO], air.FLIGHTS[air.FULL]]}
    assert ask("search_one_stop_flights", [way])["seats"].value == "1"


def test_nothing_is_asked_where_there_are_several_or_none() -> None:
    flight = air.FLIGHTS[air.OUT]
    assert ask("search_direct_flights", [flight, flight]) == {}
    assert ask("search_direct_flights", []) == {}
    assert "list_airports" not in QUESTIONS


@pytest.mark.parametrize(
    ("number", "forms"), [(0, {"0", "zero", "none", "no"}), (2, {"2", "two"}), (25, {"25"})]
)
def test_numbers_are_told_in_figures_or_words(number: int, forms: set[str]) -> None:
    assert set(list_count_forms(number)) == forms


@pytest.mark.parametrize(
    ("time", "form"), [("07:05", "7:05 am"), ("00:10", "12:10 am"), ("12:00", "12:00pm")]
)
def test_times_are_told_by_either_clock(time: str, form: str) -> None:
    assert form in list_time_forms(time)
