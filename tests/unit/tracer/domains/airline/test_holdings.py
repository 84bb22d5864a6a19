import random

import pytest

from tests.unit.tracer.domains.airline import small_airline as air
from tracer.domains.airline import holdings
from tracer.domains.solver import Step
from tracer.domains.state import Row, State


def get_ada(state: State) -> Row:
    customer = state.get("customers", "cus-10001")
    assert customer is not None
    return customer


def test_open_reservations_are_booked_and_not_begun() -> None:
    state = air.open_airline()
    rows = holdings.list_open(state, get_ada(state))
    left_out = {air.PARTLY, air.CANCELLED, air.FOREIGN}
    wanted = {row["reservation_id"] for row in air.RESERVATIONS} - left_out
    assert {row["reservation_id"] for row in rows} == wanted


def test_begun_reservations_have_a_flight_behind_them_and_one_ahead() -> None:
    state = air.open_airline()
    rows = holdings.list_begun(state, get_ada(state))
    assert [row["reservation_id"] for row in rows] == [air.PARTLY]
    row = state.edit("reservations", air.PARTLY)
    del row["flights"][-1]
    assert holdings.list_begun(state, get_ada(state)) == []


def test_what_was_booked_just_now_is_not_spoken_of_again() -> None:
    state = air.open_airline()
    before = holdings.list_reservations(state, get_ada(state))
    air.call(
        state,
        "book_reservation",
        customer_id="cus-10001",
        cabin="economy",
        flights=air.name_flights(air.OUT),
        passengers=[air.ADA],
        payments=[{"payment_id": air.CREDIT, "amount": "100.00"}],
        n_bags=0,
        insurance=False,
    )
    assert len(get_ada(state)["reservations"]) == len(before) + 1
    after = holdings.list_reservations(state, get_ada(state))
    assert {row["reservation_id"] for row in after} == {row["reservation_id"] for row in before}


@pytest.mark.parametrize(
    ("kinds", "expected"),
    [
        ((), [air.CREDIT, air.DEBIT, air.GIFT]),
        (("gift card", "travel certificate"), [air.GIFT, air.CERTIFICATE]),
    ],
)
def test_methods_are_all_but_certificates_unless_named(
    kinds: tuple[str, ...], expected: list[str]
) -> None:
    assert holdings.list_methods(get_ada(air.open_airline()), *kinds) == expected


def test_direct_flights_go_before_connections() -> None:
    state = air.open_airline()
    direct = holdings.list_ways(state, "CPH", "LHR", "2026-05-20")
    stops = holdings.list_ways(state, "OSL", "LHR", "2026-05-20")
    assert [[row["flight_number"] for row in way] for way in direct] == [["TW211"]]
    assert [[row["flight_number"] for row in way] for way in stops] == [["TW122", "TW211"]]


def test_days_are_those_after_today_on_which_a_flight_leaves() -> None:
    assert holdings.list_days(air.open_airline(), "LHR") == ["2026-05-24", "2026-05-28"]


def test_touched_reservations_are_those_written_to() -> None:
    read = Step("get_reservation", {"reservation_id": air.BASIC}, {})
    written = Step("add_bags", {"reservation_id": air.ECONOMY, "n_bags": 1}, {})
    booked = Step("book_reservation", {"customer_id": "cus-10001", "cabin": "economy"}, {})
    assert holdings.list_touched([read, written, booked]) == {air.ECONOMY}


def test_shuffling_keeps_the_items() -> None:
    items = list(range(9))
    mixed = holdings.shuffle(items, random.Random(1))
    assert mixed != items
    assert sorted(mixed) == items


@pytest.mark.parametrize(("key", "recent"), [(air.LAST_MINUTE, True), (air.TOO_OLD, False)])
def test_recent_is_24_hours_to_the_minute(key: str, *, recent: bool) -> None:
    state = air.open_airline()
    rows = holdings.list_reservations(state, get_ada(state))
    row = next(row for row in rows if row["reservation_id"] == key)
    assert holdings.is_recent(row) is recent
