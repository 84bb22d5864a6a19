from typing import cast

import pytest

from tests.unit.tracer.domains.airline import small_airline as air
from tracer.domains.airline.phrases import (
    ANSWERS,
    fill_slots,
    join_sums,
    read_count,
    write_bags,
    write_count,
    write_flights,
)
from tracer.domains.airline.records import Flight

CITIES = {"CPH": "Copenhagen", "LHR": "London"}


@pytest.mark.parametrize("number", range(21))
def test_number_word_is_read_back(number: int) -> None:
    assert read_count(write_count(number)) == number


@pytest.mark.parametrize("word", ["", "plenty", "2", "Two"])
def test_what_is_no_number_word_has_no_number(word: str) -> None:
    assert read_count(word) is None


@pytest.mark.parametrize(("number", "text"), [(0, "no bags"), (1, "one bag"), (4, "four bags")])
def test_bags_are_counted_in_words(number: int, text: str) -> None:
    assert write_bags(number) == text


def test_flights_are_told_with_cities_and_day() -> None:
    flights = [cast("Flight", air.FLIGHTS[key]) for key in (air.OUT, air.BACK)]
    assert write_flights(flights, CITIES) == (
        "TW211 from Copenhagen to London on 20 May and TW212 from London to Copenhagen on 24 May"
    )


def test_one_method_is_named_alone_and_several_with_their_shares() -> None:
    assert join_sums([("gift card", "50.00")]) == "gift card"
    shares = [("gift card", "50.00"), ("debit card", "84.00")]
    assert join_sums(shares) == "gift card (50.00 EUR) and debit card (84.00 EUR)"


@pytest.mark.parametrize(
    ("slots", "expected"),
    [
        ([("email", "ada@example.com")], {"email": "ada@example.com"}),
        (
            [("name", "Ada Lovelace"), ("birth_date", "10 December 1985")],
            {"name": "Ada Lovelace", "birth_date": "10 December 1985"},
        ),
        ([("reservation.id", "AA10BB")], {"id": "AA10BB"}),
        ([("reservation.destination", "Oslo")], {"trip": "the trip to Oslo"}),
        (
            [("reservation.origin", "Rome"), ("reservation.destination", "Oslo")],
            {"trip": "the trip from Rome to Oslo", "goods": "the trip from Rome to Oslo"},
        ),
        ([("reservation.date", "20 May")], {"date": "20 May"}),
        ([("reservation.same", "")], {}),
        (
            [("route.origin", "Rome"), ("route.destination", "Oslo")],
            {"origin": "Rome", "destination": "Oslo"},
        ),
        ([("day.new", "20 May")], {"date": "20 May"}),
        ([("flight.new", "TW211")], {"flight": "TW211"}),
        ([("cabin.new", "economy")], {"cabin": "economy"}),
        (
            [
                ("passenger.first", "Ada"),
                ("passenger.last", "Lovelace"),
                ("passenger.birth_date", "10 December 1985"),
            ],
            {"name": "Ada Lovelace", "birth_date": "10 December 1985"},
        ),
        ([("passenger.wrong", "Ada Lovelacce")], {"name": "Ada Lovelacce"}),
        (
            [("passenger.right.first", "Ada"), ("passenger.right.last", "Lovelace")],
            {"name": "Ada Lovelace"},
        ),
        ([("bags.more", "two")], {"count": "two"}),
        ([("payment", "gift card")], {"payment": "gift card"}),
        (
            [("split.payment", "gift card"), ("split.amount", "50.00")],
            {"payment": "gift card", "amount": "50.00"},
        ),
    ],
)
def test_slots_fill_their_placeholders(
    slots: list[tuple[str, str]], expected: dict[str, str]
) -> None:
    assert expected.items() <= fill_slots(slots, "").items()


def test_the_desk_may_ask_for_what_only_a_customer_can_tell() -> None:
    assert {"reservation", "reason", "route", "passenger", "split"} <= set(ANSWERS)
    assert ANSWERS["payment"] == ("payment", "refund", "split")
