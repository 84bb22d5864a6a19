from typing import Any

import pytest

from tests.unit.tracer.domains.airline import small_airline as air
from tests.unit.tracer.domains.airline.small_airline import (
    call,
    name_flights,
    open_airline,
    refuse,
)
from tracer.domains.state import State


def send(state: State, reservation_id: str, amount: str) -> Any:
    arguments = {"customer_id": "cus-10001", "reservation_id": reservation_id, "amount": amount}
    return call(state, "send_certificate", **arguments)


def test_cancelled_flight_is_worth_100_for_each_passenger() -> None:
    state = open_airline()
    row = send(state, air.STRUCK, "200.00")
    assert row["compensation"] == {"amount": "200.00", "payment_id": air.CERTIFICATE}
    assert air.read_balance(state, air.CERTIFICATE) == "350.00"


def test_delayed_flight_is_worth_50_once_given_up() -> None:
    state = open_airline()
    arguments = {"customer_id": "cus-10001", "reservation_id": air.DELAYED, "amount": "100.00"}
    assert "given up" in refuse(state, "send_certificate", **arguments)
    call(
        state,
        "change_flights",
        reservation_id=air.DELAYED,
        flights=name_flights(air.OUT),
        payment_id=air.CREDIT,
    )
    send(state, air.DELAYED, "100.00")


def test_delayed_flight_of_a_cancelled_reservation_counts() -> None:
    state = open_airline()
    state.edit("reservations", air.DELAYED).update(cabin="business")
    call(state, "cancel_reservation", reservation_id=air.DELAYED, reason="other")
    send(state, air.DELAYED, "100.00")


def test_cancelled_flight_still_counts_after_a_change() -> None:
    state = open_airline()
    call(
        state,
        "change_flights",
        reservation_id=air.STRUCK,
        flights=name_flights(air.OUT, air.BACK),
        payment_id=air.CREDIT,
    )
    send(state, air.STRUCK, "200.00")


def test_first_certificate_of_a_customer_gets_an_id_of_its_own() -> None:
    state = open_airline()
    state.edit("reservations", air.FOREIGN)["insurance"] = True
    arguments = {"customer_id": "cus-10002", "reservation_id": air.FOREIGN, "amount": "100.00"}
    row = call(state, "send_certificate", **arguments)
    customer = call(state, "get_customer", customer_id="cus-10002")
    assert customer["payment_methods"]["pay-910002"] == {
        "payment_id": "pay-910002",
        "kind": "travel certificate",
        "balance": "100.00",
    }
    assert row["compensation"] == {"amount": "100.00", "payment_id": "pay-910002"}


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        pytest.param({"tier": "silver"}, None, id="silver"),
        pytest.param({"tier": "gold"}, None, id="gold"),
        pytest.param({"insurance": True}, None, id="insured"),
        pytest.param({"cabin": "business"}, None, id="business"),
        pytest.param({}, "only to silver or gold", id="none of these"),
    ],
)
def test_certificate_is_due_by_tier_insurance_or_cabin(
    change: dict[str, Any], reason: str | None
) -> None:
    state = open_airline()
    table, key = ("customers", "cus-10002") if "tier" in change else ("reservations", air.FOREIGN)
    state.edit(table, key).update(change)
    arguments = {"customer_id": "cus-10002", "reservation_id": air.FOREIGN, "amount": "100.00"}
    if reason is None:
        call(state, "send_certificate", **arguments)
    else:
        assert reason in refuse(state, "send_certificate", **arguments)


@pytest.mark.parametrize(
    ("reservation_id", "amount", "reason"),
    [
        pytest.param(air.STRUCK, "100.00", "200.00 EUR are due", id="too little"),
        pytest.param(air.STRUCK, "200.01", "200.00 EUR are due", id="too much"),
        pytest.param(air.ECONOMY, "200.00", "cancelled no flight", id="no cause"),
        pytest.param(air.DELAYED, "100.00", "given up a delayed one", id="delayed but kept"),
        pytest.param(air.FOREIGN, "100.00", "not one of customer", id="another customer's"),
        pytest.param("KR48TD", "100.00", "no reservation", id="no reservation"),
    ],
)
def test_certificate_that_is_not_due_is_refused(
    reservation_id: str, amount: str, reason: str
) -> None:
    arguments = {"customer_id": "cus-10001", "reservation_id": reservation_id, "amount": amount}
    assert reason in refuse(open_airline(), "send_certificate", **arguments)


def test_certificate_is_given_once_for_a_reservation() -> None:
    state = open_airline()
    send(state, air.STRUCK, "200.00")
    arguments = {"customer_id": "cus-10001", "reservation_id": air.STRUCK, "amount": "200.00"}
    assert "before" in refuse(state, "send_certificate", **arguments)
