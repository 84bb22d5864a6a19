from decimal import Decimal
from typing import Any, cast

import pytest

from tests.support.airline_desk import make_concern, meet_ada
from tests.unit.tracer.domains.airline import small_airline as air
from tracer.domains.airline.paying import (
    Method,
    Refund,
    find_method,
    find_refund,
    find_shortage,
    name_timing,
    sum_payments,
)
from tracer.domains.airline.records import Reservation
from tracer.domains.playbook import Ask, Call, Stuck

ROWS = {row["reservation_id"]: row for row in air.RESERVATIONS}


def get(key: str, **other: Any) -> Reservation:
    return cast("Reservation", {**ROWS[key], **other})


def pay(kind: str, amount: str, payment_id: str) -> dict[str, str]:
    return {"kind": kind, "amount": amount, "payment_id": payment_id}


def test_method_is_asked_for_until_one_on_file_is_named() -> None:
    assert find_method(make_concern("x"), meet_ada()) == Ask("payment")
    assert find_method(make_concern("x", ("payment", "cash")), meet_ada()) == Ask("payment")
    found = find_method(make_concern("x", ("payment", "gift card")), meet_ada())
    assert found == Method(air.GIFT, "gift card")


def test_certificate_takes_no_difference() -> None:
    found = find_method(make_concern("x", ("payment", "travel certificate")), meet_ada())
    assert isinstance(found, Stuck)


@pytest.mark.parametrize(
    ("key", "amount", "covers"),
    [
        (air.GIFT, "50.00", True),
        (air.GIFT, "50.01", False),
        (air.GIFT, "-80.00", True),
        (air.CREDIT, "9000.00", True),
    ],
)
def test_gift_card_must_cover_a_charge(key: str, amount: str, *, covers: bool) -> None:
    found = find_shortage(Method(key, "gift card"), Decimal(amount), meet_ada())
    assert (found is None) is covers


def test_one_payment_goes_back_without_a_sum() -> None:
    found = find_refund(get(air.BUSINESS), meet_ada())
    assert found == Refund("300.00", "credit card", "", "refund")


def test_several_payments_are_added_up_by_a_call_certificates_left_out() -> None:
    found = find_refund(get(air.MIXED), meet_ada())
    assert found == Call("calculate", {"expression": "200.00 + 40.00"})


def test_what_came_back_before_is_taken_off() -> None:
    rows = [
        pay("payment", "200.00", air.CREDIT),
        pay("payment", "60.00", air.CERTIFICATE),
        pay("refund", "50.00", air.CREDIT),
    ]
    row = get(air.BUSINESS, payments=rows)
    assert sum_payments(row) == {air.CREDIT: Decimal(150), air.CERTIFICATE: Decimal(60)}
    found = find_refund(row, meet_ada())
    assert found == Call("calculate", {"expression": "200.00 - 50.00"})


@pytest.mark.parametrize(
    ("kinds", "key"),
    [
        (["credit card"], "refund"),
        (["gift card"], "none"),
        (["gift card", "debit card"], "mixed"),
        ([], "none"),
    ],
)
def test_refund_arrives_at_once_only_on_a_gift_card(kinds: list[str], key: str) -> None:
    assert name_timing(kinds) == key
