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


def pay(**amounts: str) -> list[dict[str, str]]:
    methods = {
        "credit": air.CREDIT,
        "debit": air.DEBIT,
        "gift": air.GIFT,
        "certificate": air.CERTIFICATE,
        "stranger": air.STRANGER,
    }
    return [{"payment_id": methods[name], "amount": amount} for name, amount in amounts.items()]


PLAIN: dict[str, Any] = {
    "customer_id": "cus-10001",
    "cabin": "economy",
    "flights": name_flights(air.OUT, air.BACK),
    "passengers": [air.ADA, air.BEN],
    "payments": pay(credit="400.00"),
    "n_bags": 0,
    "insurance": False,
}


def book(state: State, **other: Any) -> Any:
    return call(state, "book_reservation", **{**PLAIN, **other})


def test_booking_stands_on_the_books_as_asked() -> None:
    state = open_airline()
    row = book(state)
    assert {key: row[key] for key in ("trip", "origin", "destination", "booked_on", "total")} == {
        "trip": "round trip",
        "origin": "CPH",
        "destination": "LHR",
        "booked_on": "2026-05-14T15:00",
        "total": "400.00",
    }
    assert [flight["fare"] for flight in row["flights"]] == ["100.00", "100.00"]
    assert row["passengers"] == [air.ADA, air.BEN]
    assert row["payments"] == [{"kind": "payment", "amount": "400.00", "payment_id": air.CREDIT}]
    assert state.get("reservations", row["reservation_id"]) == row
    customer = call(state, "get_customer", customer_id="cus-10001")
    assert customer["reservations"][-1] == row["reservation_id"]
    assert len(customer["reservations"]) == len(air.RESERVATIONS)


def test_booking_has_the_keys_of_every_reservation() -> None:
    assert set(book(open_airline())) == set(air.RESERVATIONS[0])


def test_booking_takes_seats_on_every_flight_in_its_cabin_alone() -> None:
    state = open_airline()
    book(state)
    assert [count_seats(state, key) for key in (air.OUT, air.BACK, air.LATER)] == [8, 8, 10]
    assert count_seats(state, air.OUT, "business") == 10


def test_bags_above_the_free_ones_and_insurance_are_charged() -> None:
    # Silver in economy: two free bags each, so four; 5 - 4 = 1 paid bag and twice 30 insurance.
    row = book(open_airline(), n_bags=5, insurance=True, payments=pay(credit="510.00"))
    assert (row["n_bags"], row["n_paid_bags"], row["insurance"]) == (5, 1, True)
    assert row["total"] == "510.00"


def test_regular_customer_has_fewer_free_bags() -> None:
    row = book(
        open_airline(),
        customer_id="cus-10002",
        n_bags=5,
        payments=pay(stranger="550.00"),
    )
    assert row["n_paid_bags"] == 3


def test_booking_may_be_split_over_all_kinds() -> None:
    state = open_airline()
    shares = pay(gift="50.00", certificate="100.00", debit="150.00", credit="100.00")
    row = book(state, payments=shares)
    assert [line["payment_id"] for line in row["payments"]] == [
        air.CREDIT,
        air.DEBIT,
        air.GIFT,
        air.CERTIFICATE,
    ]
    assert air.read_balance(state) == "0.00"
    assert air.read_balance(state, air.CERTIFICATE) == "50.00"


def test_order_of_the_arguments_is_no_matter() -> None:
    one, other = open_airline(), open_airline()
    book(one, payments=pay(gift="50.00", credit="350.00"))
    passengers = [air.BEN, {**air.ADA, "first": " Ada "}]
    book(other, payments=pay(credit="350.00", gift="50.00"), passengers=passengers)
    assert one.digest() == other.digest()


def test_order_of_two_bookings_is_no_matter() -> None:
    one, other = open_airline(), open_airline()
    later = {"flights": name_flights(air.DEARER), "payments": pay(debit="260.00")}
    book(one)
    book(one, **later)
    book(other, **later)
    book(other)
    assert one.digest() == other.digest()


def test_the_same_booking_twice_is_two_reservations() -> None:
    state = open_airline()
    assert book(state)["reservation_id"] != book(state)["reservation_id"]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        pytest.param({"customer_id": "cus-99999"}, "cus-48213", id="no such customer"),
        pytest.param({"flights": name_flights("TW999/2026-05-20")}, "TW999", id="no flight"),
        pytest.param({"flights": name_flights(air.FROM_OSLO, air.LATER)}, "connect", id="no trip"),
        pytest.param({"flights": name_flights(air.CALLED_OFF)}, "is cancelled", id="cancelled"),
        pytest.param({"flights": name_flights(air.LATE)}, "is delayed", id="delayed"),
        pytest.param({"flights": name_flights(air.FLOWN)}, "is flown", id="flown"),
        pytest.param(
            {"flights": name_flights(air.FULL), "payments": pay(credit="200.00")},
            "has 1 seats left",
            id="full",
        ),
        pytest.param({"n_bags": 9}, "at most 4", id="too many bags"),
        pytest.param({"payments": pay(credit="399.99")}, "costs 400.00", id="too little"),
        pytest.param({"payments": pay(credit="400.01")}, "costs 400.00", id="too much"),
        pytest.param({"payments": pay(credit="400.00", debit="0.00")}, "nothing", id="zero"),
        pytest.param({"payments": pay(credit="200.00") * 2}, "named twice", id="one method twice"),
        pytest.param({"payments": pay(stranger="400.00")}, "not on the", id="stranger"),
        pytest.param(
            {"payments": pay(gift="50.01", credit="349.99")}, "holds 50.00", id="poor gift card"
        ),
        pytest.param(
            {"payments": pay(certificate="151.00", credit="249.00")}, "150.00", id="certificate"
        ),
        pytest.param({"passengers": [air.ADA, air.ADA]}, "same name", id="passenger twice"),
        pytest.param({"passengers": [{**air.ADA, "last": " "}]}, "last name", id="no last name"),
        pytest.param(
            {"passengers": [{**air.ADA, "birth_date": "2026-05-15"}]}, "to come", id="unborn"
        ),
        pytest.param(
            {"passengers": [{**air.ADA, "birth_date": "1985-13-01"}]}, "no day", id="no day"
        ),
    ],
)
def test_bad_booking_is_refused(change: dict[str, Any], reason: str) -> None:
    assert reason in refuse(open_airline(), "book_reservation", **{**PLAIN, **change})


@pytest.mark.parametrize(
    "change",
    [
        {"passengers": [air.ADA] * 6},
        {"passengers": []},
        {"payments": []},
        {"payments": pay(credit="400")},
        {"payments": pay(credit="-1.00")},
        {"flights": []},
        {"flights": name_flights(air.OUT) * 5},
        {"cabin": "first"},
        {"n_bags": -1},
    ],
)
def test_arguments_beyond_all_bounds_do_not_fit_the_schema(change: dict[str, Any]) -> None:
    assert air.BY_NAME["book_reservation"].find_fault({**PLAIN, **change}) is not None
