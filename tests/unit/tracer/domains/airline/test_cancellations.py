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


def cancel(state: Any, reservation_id: str, reason: str = "other") -> Any:
    return call(state, "cancel_reservation", reservation_id=reservation_id, reason=reason)


@pytest.mark.parametrize(
    ("reservation_id", "reason"),
    [
        pytest.param(air.LAST_MINUTE, "change of plans", id="booked exactly 24 hours ago"),
        pytest.param(air.STRUCK, "flight cancelled", id="cancelled by the airline"),
        pytest.param(air.BUSINESS, "change of plans", id="business"),
        pytest.param(air.INSURED, "health", id="insured and ill"),
        pytest.param(air.INSURED, "weather", id="insured and weather"),
    ],
)
def test_reservation_is_cancelled_and_refunded(reservation_id: str, reason: str) -> None:
    state = open_airline()
    row = cancel(state, reservation_id, reason)
    assert (row["status"], row["cancel_reason"]) == ("cancelled", reason)
    assert row["payments"][1:] == [
        {"kind": "refund", "amount": row["total"], "payment_id": air.CREDIT}
    ]


@pytest.mark.parametrize(
    ("reservation_id", "reason", "message"),
    [
        pytest.param(air.TOO_OLD, "other", "24 hours", id="a minute too late"),
        pytest.param(air.ECONOMY, "health", "insurance", id="ill but not insured"),
        pytest.param(air.INSURED, "change of plans", "insurance", id="insured but no such reason"),
        pytest.param(air.DELAYED, "flight cancelled", "none of its flights", id="only delayed"),
        pytest.param(air.PARTLY, "health", "already flown", id="partly flown"),
        pytest.param(air.CANCELLED, "other", "stays so", id="cancelled"),
        pytest.param("KR48TD", "other", "no reservation", id="no reservation"),
    ],
)
def test_reservation_that_cannot_be_cancelled_is_refused(
    reservation_id: str, reason: str, message: str
) -> None:
    arguments = {"reservation_id": reservation_id, "reason": reason}
    assert message in refuse(open_airline(), "cancel_reservation", **arguments)


def test_seats_are_given_back() -> None:
    state = open_airline()
    cancel(state, air.STRUCK)
    assert [count_seats(state, key) for key in (air.BACK, air.OUT)] == [12, 10]


def test_each_method_gets_back_what_it_paid_and_the_certificate_nothing() -> None:
    state = open_airline()
    row = cancel(state, air.MIXED)
    assert row["payments"][3:] == [
        {"kind": "refund", "amount": "200.00", "payment_id": air.CREDIT},
        {"kind": "refund", "amount": "40.00", "payment_id": air.GIFT},
    ]
    assert air.read_balance(state) == "90.00"
    assert air.read_balance(state, air.CERTIFICATE) == "150.00"


def test_no_more_comes_back_than_was_paid_after_a_change() -> None:
    state = open_airline()
    call(
        state,
        "change_flights",
        reservation_id=air.STRUCK,
        flights=name_flights(air.CHEAPER, air.BACK),
        payment_id=air.GIFT,
    )
    state.edit("reservations", air.STRUCK)["booked_on"] = "2026-05-14T09:00"
    row = cancel(state, air.STRUCK)
    # 400.00 were paid by card and 20.00 of them went to the gift card already.
    assert row["payments"][2:] == [{"kind": "refund", "amount": "380.00", "payment_id": air.CREDIT}]
    assert air.read_balance(state) == "70.00"


def test_reason_is_one_of_a_closed_list() -> None:
    arguments = {"reservation_id": air.BUSINESS, "reason": "bored"}
    assert air.BY_NAME["cancel_reservation"].find_fault(arguments) is not None
