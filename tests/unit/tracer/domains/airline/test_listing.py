from decimal import Decimal
from typing import Any, cast

import pytest

from tests.unit.tracer.domains.airline import small_airline as air
from tracer.domains.airline.finding import Case
from tracer.domains.airline.listing import (
    describe_flights,
    describe_trip,
    show_reservation,
    sign_difference,
)
from tracer.domains.playbook import Mention

ROWS = {row["reservation_id"]: row for row in air.RESERVATIONS}
CITIES = {code: row["city"] for code, row in air.AIRPORTS.items()}


def open_case(key: str) -> Case:
    row: Any = ROWS[key]
    flights: Any = {
        f"{flight['flight_number']}/{flight['date']}": air.FLIGHTS[
            f"{flight['flight_number']}/{flight['date']}"
        ]
        for flight in row["flights"]
    }
    return Case(cast("Any", row), flights, CITIES)


def test_naming_a_reservation_shows_number_route_and_day() -> None:
    assert show_reservation(open_case(air.ECONOMY)) == (
        Mention("reservation.id", air.ECONOMY),
        Mention("reservation.origin", "Copenhagen"),
        Mention("reservation.destination", "London"),
        Mention("reservation.date", "20 May"),
    )


@pytest.mark.parametrize(
    ("key", "text"),
    [
        (air.BASIC, "the trip from Copenhagen to London on 20 May"),
        (air.ECONOMY, "the trip from Copenhagen to London on 20 May and 24 May"),
    ],
)
def test_trip_is_told_with_its_days(key: str, text: str) -> None:
    assert describe_trip(open_case(key)) == text


def test_flights_are_told_one_by_one() -> None:
    case = open_case(air.ECONOMY)
    assert describe_flights(case.booked, case).count("TW21") == 2


@pytest.mark.parametrize(("amount", "sign"), [("5", "charge"), ("-5", "refund"), ("0", "none")])
def test_difference_has_a_sign_and_an_amount_without_one(amount: str, sign: str) -> None:
    assert sign_difference(Decimal(amount)) == {
        "amount": f"{abs(Decimal(amount)):.2f}",
        "sign": sign,
    }
