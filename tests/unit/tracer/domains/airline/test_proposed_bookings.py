import random
from collections.abc import Sequence
from typing import Any

import pytest

from tests.unit.tracer.domains.airline import small_airline as air
from tracer.domains.airline import proposed_bookings as module
from tracer.domains.airline.proposals import PROPOSALS
from tracer.domains.money import read_cents
from tracer.domains.solver import Step
from tracer.domains.state import State

SPARE = {"first": "Cleo", "last": "Marsh", "birth_date": "1990-02-03"}
LONDON = {"origin": "CPH", "destination": "LHR", "date": "2026-05-20"}


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "list_spare", lambda _rng, _count: [SPARE])
    monkeypatch.setattr(module, "N_OTHER", 3)


def propose(tool: str, trail: Sequence[Step] = (), state: State | None = None) -> list[Any]:
    state = state or air.open_airline()
    customer = state.get("customers", "cus-10001")
    assert customer is not None
    return [
        item
        for seed in range(30)
        for item in PROPOSALS[tool](state, customer, trail, random.Random(seed))
    ]


def test_direct_search_finds_a_flight_that_goes() -> None:
    state = air.open_airline()
    for arguments in propose("search_direct_flights"):
        found = air.call(state, "search_direct_flights", **arguments)
        assert "scheduled" in [row["status"] for row in found]


def test_search_by_way_of_a_stop_finds_a_connection() -> None:
    found = propose("search_one_stop_flights")
    ends = {(item["origin"], item["destination"]) for item in found}
    assert ends == {("OSL", "LHR"), ("LHR", "OSL")}
    assert all(air.call(air.open_airline(), "search_one_stop_flights", **item) for item in found)


def test_second_search_keeps_the_route() -> None:
    found = propose("search_direct_flights", [Step("search_direct_flights", LONDON, [])])
    assert {(item["origin"], item["destination"]) for item in found} == {("CPH", "LHR")}
    assert len({item["date"] for item in found}) > 1


def test_after_a_cancellation_the_same_route_is_looked_at() -> None:
    trail = [Step("cancel_reservation", {"reservation_id": air.BUSINESS, "reason": "other"}, {})]
    first = propose("search_direct_flights", trail)[0]
    assert (first["origin"], first["destination"]) == ("CPH", "LHR")


def test_trip_just_searched_is_booked() -> None:
    found = propose("book_reservation", [Step("search_direct_flights", LONDON, [])])
    assert found
    assert all(item["flights"] == air.name_flights(air.OUT) for item in found)
    sizes = {len(item["passengers"]) for item in found}
    assert sizes == {1, 2, 3}
    assert all(item["passengers"][0] == air.ADA for item in found)
    assert all(0 <= item["n_bags"] <= 4 for item in found)


def test_booking_is_paid_by_a_card_or_partly_from_a_balance() -> None:
    found = propose("book_reservation", [Step("search_direct_flights", LONDON, [])])
    kinds = {tuple(share["payment_id"] for share in item["payments"]) for item in found}
    assert (air.CREDIT,) in kinds
    assert any(len(keys) == 2 and keys[0] == air.GIFT for keys in kinds)
    assert any(len(keys) == 2 and keys[0] == air.CERTIFICATE for keys in kinds)


@pytest.mark.parametrize(
    ("total", "shares"), [(10_000, {5_000}), (3_000, set()), (40_000, {5_000})]
)
def test_balance_pays_half_at_most_in_steps_of_five(total: int, shares: set[int]) -> None:
    state = air.open_airline()
    customer = state.edit("customers", "cus-10001")
    del customer["payment_methods"][air.CERTIFICATE]
    found = module.list_shares(customer, total, random.Random(1))
    assert {row[0][1] for row in found if len(row) > 1} == shares
    assert all(sum(cents for _, cents in row) == total for row in found)


def test_total_is_what_the_tool_charges() -> None:
    for arguments in propose("book_reservation", [Step("search_direct_flights", LONDON, [])])[:20]:
        row = air.call(air.open_airline(), "book_reservation", **arguments)
        paid = sum(read_cents(share["amount"]) for share in arguments["payments"])
        assert read_cents(row["total"]) == paid
