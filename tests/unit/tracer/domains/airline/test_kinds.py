"""Every tool does to the state what its kind says."""

from typing import Any

import pytest

from tests.unit.tracer.domains.airline import small_airline as air
from tests.unit.tracer.domains.airline.small_airline import call, name_flights, open_airline
from tracer.domains.airline.world import TOOLS
from tracer.domains.tool import ToolKind

ROUTE = {"origin": "CPH", "destination": "LHR", "date": "2026-05-20"}
CALLS: dict[str, dict[str, Any]] = {
    "find_customer_by_email": {"email": "ada@example.com"},
    "find_customer_by_name_and_birth_date": {"name": "Ada Lovelace", "birth_date": "1985-12-10"},
    "get_customer": {"customer_id": "cus-10001"},
    "get_reservation": {"reservation_id": air.ECONOMY},
    "get_flight": {"flight_number": "TW211", "date": "2026-05-20"},
    "list_airports": {},
    "search_direct_flights": ROUTE,
    "search_one_stop_flights": {**ROUTE, "origin": "OSL"},
    "calculate": {"expression": "1 + 1"},
    "book_reservation": {
        "customer_id": "cus-10001",
        "cabin": "economy",
        "flights": name_flights(air.OUT),
        "passengers": [air.ADA],
        "payments": [{"payment_id": air.CREDIT, "amount": "100.00"}],
        "n_bags": 0,
        "insurance": False,
    },
    "cancel_reservation": {"reservation_id": air.BUSINESS, "reason": "other"},
    "change_flights": {
        "reservation_id": air.ECONOMY,
        "flights": name_flights(air.CHEAPER, air.BACK),
        "payment_id": air.CREDIT,
    },
    "change_cabin": {
        "reservation_id": air.ECONOMY,
        "cabin": "business",
        "payment_id": air.CREDIT,
    },
    "change_passenger": {
        "reservation_id": air.ECONOMY,
        "name": "Ben Okri",
        "passenger": {**air.BEN, "first": "Benjamin"},
    },
    "add_bags": {"reservation_id": air.ECONOMY, "n_bags": 1, "payment_id": air.CREDIT},
    "send_certificate": {
        "customer_id": "cus-10001",
        "reservation_id": air.STRUCK,
        "amount": "200.00",
    },
    "transfer_to_person": {"summary": "Ada misses a bag."},
}


def test_every_tool_has_its_place() -> None:
    assert [tool.name for tool in TOOLS] == list(CALLS)
    assert [tool.name for tool in TOOLS if tool.identifies] == list(CALLS)[:2]


@pytest.mark.parametrize("name", CALLS)
def test_tool_writes_exactly_when_its_kind_says_so(name: str) -> None:
    state = open_airline()
    before = state.digest()
    call(state, name, **CALLS[name])
    writes = air.BY_NAME[name].kind is ToolKind.WRITE
    assert (state.digest() != before) is writes
    assert bool(state.overlay) is writes


@pytest.mark.parametrize("name", CALLS)
def test_tool_leaves_the_base_alone(name: str) -> None:
    state = open_airline()
    call(state, name, **CALLS[name])
    call(state, "cancel_reservation", reservation_id=air.LAST_MINUTE, reason="other")
    assert open_airline().base == state.base


@pytest.mark.parametrize("name", CALLS)
def test_tool_says_what_it_and_its_arguments_are(name: str) -> None:
    tool = air.BY_NAME[name]
    assert tool.description.endswith(".")
    properties = tool.parameters["properties"]
    assert list(properties) == list(CALLS[name])
    assert [key for key, schema in properties.items() if not schema["description"]] == []


def test_hand_over_wants_a_summary() -> None:
    air.refuse(open_airline(), "transfer_to_person", summary="   ")
