import random
from typing import Any

import pytest

from tests.unit.tracer.domains.airline import small_airline as air
from tracer.domains.airline.proposals import PROPOSALS
from tracer.domains.airline.world import TOOLS
from tracer.domains.domain import load_domain
from tracer.domains.tool import ToolKind, ToolRefusal

N_CUSTOMERS = 60


def propose(tool: str, seed: int = 1) -> list[dict[str, Any]]:
    state = air.open_airline()
    customer = state.get("customers", "cus-10001")
    assert customer is not None
    return list(PROPOSALS[tool](state, customer, [], random.Random(seed)))


def test_every_tool_of_a_graph_has_proposals() -> None:
    kinds = (ToolKind.READ, ToolKind.WRITE)
    assert set(PROPOSALS) == {
        tool.name for tool in TOOLS if tool.kind in kinds and not tool.identifies
    }


@pytest.mark.parametrize("tool", sorted(PROPOSALS))
def test_tool_takes_what_is_proposed_unless_a_balance_is_too_small(tool: str) -> None:
    domain = load_domain("airline")
    customers = list(domain.base.tables["customers"].values())[:N_CUSTOMERS]
    n_taken = 0
    refusals: list[str] = []
    for number, customer in enumerate(customers):
        for arguments in PROPOSALS[tool](domain.start(), customer, [], random.Random(number)):
            assert domain.tools[tool].find_fault(arguments) is None
            try:
                domain.tools[tool].run(domain.start(), arguments)
                n_taken += 1
            except ToolRefusal as refusal:
                refusals.append(str(refusal))
    assert n_taken > N_CUSTOMERS / 5
    assert all("does not cover" in text for text in refusals)
    assert len(refusals) < n_taken / 4


def test_own_profile_and_reservations_are_looked_at() -> None:
    assert propose("get_customer") == [{"customer_id": "cus-10001"}]
    found = {item["reservation_id"] for item in propose("get_reservation")}
    assert found == {row["reservation_id"] for row in air.RESERVATIONS} - {air.FOREIGN}
    assert propose("list_airports") == [{}]


def test_flights_asked_about_are_booked_and_not_over() -> None:
    found = {f"{item['flight_number']}/{item['date']}" for item in propose("get_flight")}
    assert found == {air.OUT, air.BACK, air.CALLED_OFF, air.LATE}


def test_proposals_come_in_another_order_for_another_seed() -> None:
    orders = {tuple(map(str, propose("get_reservation", seed))) for seed in range(10)}
    assert len(orders) > 1
    assert propose("get_reservation", 3) == propose("get_reservation", 3)
