from typing import Any

import pytest

from tests.unit.tracer.domains.airline import small_airline as air
from tests.unit.tracer.domains.airline.small_airline import (
    call,
    count_seats,
    name_flights,
    open_airline,
    refuse,
)
from tracer.domains.state import State


def change_flights(
    state: State, reservation_id: str, *keys: str, payment_id: str = air.CREDIT
) -> Any:
    return call(
        state,
        "change_flights",
        reservation_id=reservation_id,
        flights=name_flights(*keys),
        payment_id=payment_id,
    )


def test_dearer_flight_is_charged_for_each_passenger() -> None:
    state = open_airline()
    row = change_flights(state, air.ECONOMY, air.DEARER, air.BACK, payment_id=air.DEBIT)
    assert [flight["fare"] for flight in row["flights"]] == ["130.00", "100.00"]
    assert row["total"] == "460.00"
    assert row["payments"][1:] == [{"kind": "payment", "amount": "60.00", "payment_id": air.DEBIT}]
    assert row["replaced_flights"] == name_flights(air.OUT)


def test_cheaper_flight_is_refunded_to_the_method_named() -> None:
    state = open_airline()
    row = change_flights(state, air.ECONOMY, air.CHEAPER, air.BACK, payment_id=air.GIFT)
    assert row["total"] == "380.00"
    assert row["payments"][1:] == [{"kind": "refund", "amount": "20.00", "payment_id": air.GIFT}]
    assert air.read_balance(state) == "70.00"


def test_flight_that_stays_keeps_the_fare_that_was_paid() -> None:
    state = open_airline()
    state.edit("reservations", air.ECONOMY)["flights"][1]["fare"] = "55.00"
    row = change_flights(state, air.ECONOMY, air.DEARER, air.BACK)
    assert row["flights"][1]["fare"] == "55.00"


def test_seats_move_with_the_passengers() -> None:
    state = open_airline()
    change_flights(state, air.ECONOMY, air.CHEAPER, air.BACK)
    seats = [count_seats(state, key) for key in (air.OUT, air.CHEAPER, air.BACK)]
    assert seats == [12, 8, 10]


def test_equal_fare_moves_no_money_whatever_the_method() -> None:
    one, other = open_airline(), open_airline()
    row = change_flights(one, air.ECONOMY, air.OUT, air.BACK_LATER)
    change_flights(other, air.ECONOMY, air.OUT, air.BACK_LATER, payment_id=air.GIFT)
    assert len(row["payments"]) == 1
    assert one.digest() == other.digest()


def test_cancelled_flight_can_be_changed_away_from() -> None:
    row = change_flights(open_airline(), air.STRUCK, air.OUT, air.BACK)
    assert row["replaced_flights"] == name_flights(air.CALLED_OFF)


@pytest.mark.parametrize(
    ("reservation_id", "keys", "reason"),
    [
        pytest.param(air.BASIC, [air.CHEAPER], "basic economy", id="basic economy"),
        pytest.param(air.PARTLY, [air.OUT, air.BACK], "already flown", id="partly flown"),
        pytest.param(air.CANCELLED, [air.CHEAPER], "stays so", id="cancelled"),
        pytest.param(air.ECONOMY, [air.OUT, air.BACK], "already", id="no change"),
        pytest.param(air.ECONOMY, [air.CHEAPER], "must stay so", id="return dropped"),
        pytest.param(air.BUSINESS, [air.OUT, air.BACK], "must stay so", id="return added"),
        pytest.param(air.BUSINESS, [air.BACK], "must stay so", id="other way"),
        pytest.param(air.BUSINESS, [air.FROM_OSLO, air.OUT], "must stay so", id="other origin"),
        pytest.param(air.ECONOMY, [air.LATER, air.BACK], "way back", id="back too early"),
        pytest.param(air.ECONOMY, [air.LATE, air.BACK], "is delayed", id="to a delayed flight"),
        pytest.param(air.STRUCK, [air.CALLED_OFF, air.BACK_LATER], "is cancelled", id="kept"),
        pytest.param(air.DELAYED, [air.FULL], "has 1 seats left", id="full"),
        pytest.param("KR48TD", [air.OUT], "no reservation", id="no reservation"),
    ],
)
def test_bad_change_of_flights_is_refused(
    reservation_id: str, keys: list[str], reason: str
) -> None:
    message = refuse(
        open_airline(),
        "change_flights",
        reservation_id=reservation_id,
        flights=name_flights(*keys),
        payment_id=air.CREDIT,
    )
    assert reason in message


def test_cabin_moves_everybody_on_all_flights_at_todays_fares() -> None:
    state = open_airline()
    state.edit("reservations", air.ECONOMY)["flights"][1]["fare"] = "90.00"
    state.edit("reservations", air.ECONOMY)["total"] = "380.00"
    row = call(
        state,
        "change_cabin",
        reservation_id=air.ECONOMY,
        cabin="business",
        payment_id=air.CREDIT,
    )
    assert row["cabin"] == "business"
    assert [flight["fare"] for flight in row["flights"]] == ["300.00", "300.00"]
    assert row["total"] == "1200.00"
    assert row["payments"][-1]["amount"] == "820.00"
    assert row["replaced_flights"] == []
    assert [count_seats(state, air.OUT, cabin) for cabin in ("economy", "business")] == [12, 8]


def test_cheaper_cabin_is_refunded_and_bags_stay() -> None:
    state = open_airline()
    state.edit("reservations", air.BUSINESS).update(n_bags=3, n_paid_bags=0)
    row = call(
        state,
        "change_cabin",
        reservation_id=air.BUSINESS,
        cabin="basic economy",
        payment_id=air.DEBIT,
    )
    assert row["payments"][-1] == {
        "kind": "refund",
        "amount": "220.00",
        "payment_id": air.DEBIT,
    }
    assert (row["n_bags"], row["n_paid_bags"], row["total"]) == (3, 0, "80.00")


def test_flights_can_be_changed_once_out_of_basic_economy() -> None:
    state = open_airline()
    arguments = {"reservation_id": air.BASIC, "payment_id": air.CREDIT}
    call(state, "change_cabin", cabin="economy", **arguments)
    row = change_flights(state, air.BASIC, air.DEARER)
    assert row["total"] == "130.00"


def test_cabin_can_be_changed_on_a_delayed_flight() -> None:
    row = call(
        open_airline(),
        "change_cabin",
        reservation_id=air.DELAYED,
        cabin="business",
        payment_id=air.CREDIT,
    )
    assert row["total"] == "600.00"


@pytest.mark.parametrize(
    ("reservation_id", "cabin", "reason"),
    [
        pytest.param(air.ECONOMY, "economy", "already", id="same cabin"),
        pytest.param(air.STRUCK, "business", "is cancelled", id="cancelled flight"),
        pytest.param(air.PARTLY, "economy", "already flown", id="partly flown"),
        pytest.param(air.CANCELLED, "business", "stays so", id="cancelled"),
    ],
)
def test_bad_change_of_cabin_is_refused(reservation_id: str, cabin: str, reason: str) -> None:
    arguments = {"reservation_id": reservation_id, "cabin": cabin, "payment_id": air.CREDIT}
    assert reason in refuse(open_airline(), "change_cabin", **arguments)


def test_cabin_needs_a_seat_for_everybody() -> None:
    state = open_airline()
    state.edit("flights", air.BACK)["cabins"]["business"]["seats_left"] = 1
    arguments = {"reservation_id": air.ECONOMY, "cabin": "business", "payment_id": air.CREDIT}
    assert "TW212" in refuse(state, "change_cabin", **arguments)


@pytest.mark.parametrize(
    ("n_before", "n_added", "n_paid"),
    [(0, 4, 0), (0, 5, 1), (3, 2, 1), (6, 2, 2)],
)
def test_only_bags_above_the_free_ones_cost(n_before: int, n_added: int, n_paid: int) -> None:
    state = open_airline()
    state.edit("reservations", air.ECONOMY).update(n_bags=n_before)
    arguments = {"reservation_id": air.ECONOMY, "payment_id": air.CREDIT}
    row = call(state, "add_bags", n_bags=n_added, **arguments)
    assert (row["n_bags"], row["n_paid_bags"]) == (n_before + n_added, n_paid)
    assert row["total"] == f"{400 + 50 * n_paid}.00"
    assert len(row["payments"]) == (2 if n_paid else 1)


@pytest.mark.parametrize(
    ("reservation_id", "n_bags", "reason"),
    [
        (air.ECONOMY, 9, "at most 4"),
        (air.PARTLY, 1, "already flown"),
        (air.CANCELLED, 1, "stays so"),
    ],
)
def test_bags_that_cannot_be_added_are_refused(
    reservation_id: str, n_bags: int, reason: str
) -> None:
    arguments = {"reservation_id": reservation_id, "n_bags": n_bags, "payment_id": air.CREDIT}
    assert reason in refuse(open_airline(), "add_bags", **arguments)


def test_bags_are_never_taken_away() -> None:
    arguments = {"reservation_id": air.ECONOMY, "n_bags": -1, "payment_id": air.CREDIT}
    assert air.BY_NAME["add_bags"].find_fault(arguments) is not None


DIFFERENCES: list[Any] = [
    pytest.param("change_cabin", {"cabin": "business"}, id="cabin"),
    pytest.param("change_flights", {"flights": name_flights(air.DEARER, air.BACK)}, id="flights"),
    pytest.param("add_bags", {"n_bags": 6}, id="bags"),
]


@pytest.mark.parametrize(("tool", "arguments"), DIFFERENCES)
@pytest.mark.parametrize(
    ("payment_id", "reason"),
    [
        pytest.param(air.CERTIFICATE, "only pay for a new booking", id="certificate"),
        pytest.param(air.STRANGER, "not on the customer's file", id="stranger"),
        pytest.param(air.GIFT, "does not cover", id="poor gift card"),
    ],
)
def test_difference_goes_to_a_card_or_gift_card_on_file_that_covers_it(
    tool: str, arguments: dict[str, Any], payment_id: str, reason: str
) -> None:
    fixed = {"reservation_id": air.ECONOMY, "payment_id": payment_id}
    assert reason in refuse(open_airline(), tool, **fixed, **arguments)


def test_certificate_is_refused_even_when_nothing_is_owed() -> None:
    arguments = {"reservation_id": air.ECONOMY, "n_bags": 1, "payment_id": air.CERTIFICATE}
    refuse(open_airline(), "add_bags", **arguments)
