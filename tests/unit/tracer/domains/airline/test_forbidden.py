import random

import pytest

from tests.unit.tracer.domains.airline import small_airline as air
from tracer.domains.airline.forbidden import FORBIDDEN
from tracer.domains.domain import load_domain
from tracer.domains.solver import Forbidden
from tracer.domains.tool import ToolRefusal

N_CUSTOMERS = 40


def forbid(tool: str) -> list[Forbidden]:
    state = air.open_airline()
    customer = state.get("customers", "cus-10001")
    assert customer is not None
    return [
        item
        for seed in range(20)
        for item in FORBIDDEN[tool](state, customer, [], random.Random(seed))
    ]


@pytest.mark.parametrize("tool", sorted(FORBIDDEN))
def test_tool_refuses_every_forbidden_call_which_fits_its_schema(tool: str) -> None:
    domain = load_domain("airline")
    numbers = {clause.number for clause in domain.policy.clauses}
    n_found = 0
    for customer in list(domain.base.tables["customers"].values())[:N_CUSTOMERS]:
        for item in FORBIDDEN[tool](domain.start(), customer, [], random.Random(1)):
            n_found += 1
            assert domain.tools[tool].find_fault(item.arguments) is None
            assert item.clause in numbers
            assert item.accepted
            with pytest.raises(ToolRefusal):
                domain.tools[tool].run(domain.start(), item.arguments)
    assert n_found > N_CUSTOMERS / 5


@pytest.mark.parametrize(
    ("tool", "expected"),
    [
        (
            "cancel_reservation",
            {
                (air.ECONOMY, 32),
                (air.BASIC, 32),
                (air.INSURED, 32),
                (air.TOO_OLD, 32),
                (air.DELAYED, 32),
                (air.PARTLY, 21),
            },
        ),
        ("change_flights", {(air.BASIC, 26), (air.LAST_MINUTE, 26)}),
        ("change_cabin", {(air.STRUCK, 29), (air.PARTLY, 21)}),
        ("change_passenger", {(air.ECONOMY, 22), (air.STRUCK, 22), (air.DELAYED, 22)}),
        ("send_certificate", {(air.DELAYED, 36)}),
    ],
)
def test_each_ban_names_its_reservation_and_clause(
    tool: str, expected: set[tuple[str, int]]
) -> None:
    found = {(item.arguments["reservation_id"], item.clause) for item in forbid(tool)}
    assert found == expected


def test_insured_trip_is_cancelled_for_a_reason_the_insurance_does_not_cover() -> None:
    found = {
        item.arguments["reason"]
        for item in forbid("cancel_reservation")
        if item.arguments["reservation_id"] == air.INSURED
    }
    assert found == {"change of plans", "other"}


def test_one_passenger_asks_for_more_than_four_bags() -> None:
    found = {item.arguments["n_bags"] for item in forbid("add_bags") if item.clause == 19}
    assert found == {5, 6}


def test_reason_names_the_reservation() -> None:
    for tool in ("cancel_reservation", "change_flights", "change_cabin"):
        assert all(item.arguments["reservation_id"] in item.reason for item in forbid(tool))
