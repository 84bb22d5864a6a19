import random
from collections.abc import Sequence
from typing import Any

import pytest

from tests.unit.tracer.domains.airline import small_airline as air
from tracer.domains.airline import reservations as module
from tracer.domains.airline.reservations import ReservationNamer
from tracer.domains.describer import AmbiguousError
from tracer.domains.state import Base

TO_LONDON, TO_OSLO, HOME = "AA10BB", "AA11BB", "AA12BB"


@pytest.fixture(autouse=True)
def no_ids(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "RESERVATION_ID_RATE", 0)


def make_namer(rows: Sequence[dict[str, Any]], seed: int = 1) -> ReservationNamer:
    tables = {"reservations": {row["reservation_id"]: row for row in rows}}
    customer = {"reservations": list(tables["reservations"])}
    return ReservationNamer(Base(tables, "small"), customer, random.Random(seed))


def choose_often(rows: Sequence[dict[str, Any]], key: str) -> set[tuple[tuple[str, str], ...]]:
    return {make_namer(rows, seed).choose(key) for seed in range(40)}


def test_trip_is_named_by_where_it_goes_or_by_its_day() -> None:
    rows = [
        air.make_reservation(TO_LONDON, [air.OUT]),
        air.make_reservation(TO_OSLO, [air.TO_OSLO]),
    ]
    assert choose_often(rows, TO_LONDON) == {
        (("reservation.destination", "London"),),
        (("reservation.date", "20 May"),),
    }


def test_origin_is_named_where_another_trip_comes_by_the_same_place() -> None:
    rows = [
        air.make_reservation(TO_LONDON, [air.OUT]),
        air.make_reservation(TO_OSLO, [air.TO_OSLO]),
        air.make_reservation(HOME, [air.FROM_OSLO, air.DEARER]),
    ]
    assert choose_often(rows, TO_LONDON) == {
        (("reservation.origin", "Copenhagen"), ("reservation.destination", "London")),
    }


def test_trip_there_and_the_same_one_back_are_told_apart_by_day() -> None:
    rows = [
        air.make_reservation(TO_LONDON, [air.OUT]),
        air.make_reservation(HOME, [air.BACK]),
        air.make_reservation(TO_OSLO, [air.CHEAPER]),
    ]
    assert choose_often(rows, TO_LONDON) == {(("reservation.date", "20 May"),)}


def test_two_trips_alike_on_one_day_cannot_be_told_apart() -> None:
    rows = [
        air.make_reservation(TO_LONDON, [air.OUT]),
        air.make_reservation(HOME, [air.OUT]),
    ]
    with pytest.raises(AmbiguousError, match=TO_LONDON):
        make_namer(rows).choose(TO_LONDON)


def test_reservation_just_spoken_of_is_the_same() -> None:
    rows = [
        air.make_reservation(TO_LONDON, [air.OUT]),
        air.make_reservation(TO_OSLO, [air.TO_OSLO]),
    ]
    namer = make_namer(rows)
    assert namer.name(0, TO_LONDON).wording != "reservation.same"
    assert namer.name(1, TO_LONDON).wording == "reservation.same"
    assert namer.name(2, TO_OSLO).wording != "reservation.same"


def test_some_customers_know_the_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "RESERVATION_ID_RATE", 1)
    rows = [air.make_reservation(TO_LONDON, [air.OUT])]
    assert make_namer(rows).choose(TO_LONDON) == (("reservation.id", TO_LONDON),)


def test_wording_of_a_trip_is_that_of_its_places() -> None:
    pieces = [
        make_namer([air.make_reservation(TO_LONDON, [air.OUT])], seed).name(0, TO_LONDON)
        for seed in range(40)
    ]
    assert {piece.wording for piece in pieces} == {"reservation.trip", "reservation.date"}


def test_trip_booked_in_the_talk_is_not_taken_for_an_older_one() -> None:
    rows = [
        air.make_reservation(TO_LONDON, [air.OUT]),
        air.make_reservation(TO_OSLO, [air.TO_OSLO]),
    ]
    for seed in range(20):
        namer = make_namer(rows, seed)
        namer.note_booking([air.FLIGHTS[air.CHEAPER]])
        assert namer.choose(TO_LONDON) == (("reservation.date", "20 May"),)


def test_reservation_moved_in_the_talk_is_known_by_its_new_day() -> None:
    rows = [
        air.make_reservation(TO_LONDON, [air.OUT]),
        air.make_reservation(HOME, [air.CHEAPER]),
        air.make_reservation(TO_OSLO, [air.BACK]),
    ]
    namer = make_namer(rows)
    namer.note_change(TO_LONDON, [air.FLIGHTS[air.DEARER]])
    assert namer.choose(TO_LONDON) == (("reservation.date", "23 May"),)
    namer.note_change(TO_LONDON, [air.FLIGHTS[air.CHEAPER]])
    with pytest.raises(AmbiguousError):
        namer.choose(HOME)
