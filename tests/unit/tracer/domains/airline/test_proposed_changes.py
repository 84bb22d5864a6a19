import random
from collections.abc import Sequence
from typing import Any

import pytest

from tests.unit.tracer.domains.airline import small_airline as air
from tracer.domains.airline.proposals import PROPOSALS
from tracer.domains.airline.proposed_changes import misspell
from tracer.domains.solver import Step
from tracer.domains.state import State

ROWS = {row["reservation_id"]: row for row in air.RESERVATIONS}


def propose(tool: str, trail: Sequence[Step] = (), state: State | None = None) -> list[Any]:
    """Return what thirty seeds propose."""
    state = state or air.open_airline()
    customer = state.get("customers", "cus-10001")
    assert customer is not None
    return [
        item
        for seed in range(30)
        for item in PROPOSALS[tool](state, customer, trail, random.Random(seed))
    ]


def group(items: Sequence[dict[str, Any]], key: str) -> dict[str, set[Any]]:
    """Return reservation -> the values of an argument."""
    found: dict[str, set[Any]] = {}
    for item in items:
        found.setdefault(item["reservation_id"], set()).add(item[key])
    return found


def test_cancelling_has_a_ground_and_a_true_reason() -> None:
    free = {"change of plans", "other"}
    assert group(propose("cancel_reservation"), "reason") == {
        air.BUSINESS: free,
        air.MIXED: free,
        air.LAST_MINUTE: free,
        air.INSURED: {"health", "weather"},
        air.STRUCK: {"flight cancelled"},
    }


def test_nobody_changes_a_reservation_and_then_cancels_it() -> None:
    changed = Step("change_cabin", {"reservation_id": air.BUSINESS, "cabin": "economy"}, {})
    assert air.BUSINESS not in group(propose("cancel_reservation", [changed]), "reason")


def test_flights_move_out_of_basic_economy_alone_never() -> None:
    found = {item["reservation_id"] for item in propose("change_flights")}
    assert found == {
        air.ECONOMY,
        air.BUSINESS,
        air.MIXED,
        air.INSURED,
        air.TOO_OLD,
        air.STRUCK,
        air.DELAYED,
    }


def test_flights_move_to_the_day_just_searched() -> None:
    asked = {"origin": "CPH", "destination": "LHR", "date": "2026-05-22"}
    trail = [Step("search_direct_flights", asked, [])]
    flights = [item["flights"][0] for item in propose("change_flights", trail)]
    assert flights
    assert all(item == air.name_flights(air.CHEAPER)[0] for item in flights)
    other = [Step("search_direct_flights", {**asked, "origin": "OSL"}, [])]
    assert propose("change_flights", other) == []


def test_flights_move_once() -> None:
    moved = Step("change_flights", {"reservation_id": air.BUSINESS, "flights": []}, {})
    found = {item["reservation_id"] for item in propose("change_flights", [moved])}
    assert air.BUSINESS not in found


def test_cabin_changes_where_every_flight_goes() -> None:
    found = group(propose("change_cabin"), "cabin")
    assert air.STRUCK not in found
    assert air.PARTLY not in found
    assert found[air.ECONOMY] == {"basic economy", "business"}


def test_companion_gets_another_family_name_and_keeps_the_rest() -> None:
    for item in propose("change_passenger"):
        assert item["name"] == "Ben Okri"
        right = item["passenger"]
        assert (right["first"], right["birth_date"]) == ("Ben", air.BEN["birth_date"])
        assert right["last"] != "Okri"


def test_same_companion_gets_the_same_name_on_the_next_reservation() -> None:
    right = {**air.BEN, "last": "Okry"}
    done = {"reservation_id": air.ECONOMY, "name": "Ben Okri", "passenger": right}
    found = propose("change_passenger", [Step("change_passenger", done, {})])
    assert found
    assert all(item["passenger"] == right for item in found)


@pytest.mark.parametrize(
    ("name", "spellings"),
    [
        ("Zimmermann", {"Zymmermann", "Zimmerman"}),
        ("Jansen", {"Janson"}),
        ("Carr", {"Car"}),
        ("Marsh", {None}),
        ("गावडे", {None}),
    ],
)
def test_name_is_misspelt_as_names_are(name: str, spellings: set[str | None]) -> None:
    assert {misspell(name, random.Random(seed)) for seed in range(50)} == spellings


def test_bags_stay_within_four_for_each_passenger() -> None:
    state = air.open_airline()
    state.edit("reservations", air.BUSINESS)["n_bags"] = 3
    state.edit("reservations", air.BASIC)["n_bags"] = 4
    found = group(propose("add_bags", state=state), "n_bags")
    assert found[air.BUSINESS] == {1}
    assert found[air.ECONOMY] == {1, 2, 3}
    assert air.BASIC not in found


def test_certificate_is_proposed_with_what_is_due() -> None:
    assert group(propose("send_certificate"), "amount") == {air.STRUCK: {"200.00"}}


def test_certificate_for_a_delay_is_due_once_the_trip_is_given_up() -> None:
    state = air.open_airline()
    air.call(
        state,
        "change_flights",
        reservation_id=air.DELAYED,
        flights=air.name_flights(air.DEARER),
        payment_id=air.CREDIT,
    )
    assert group(propose("send_certificate", state=state), "amount")[air.DELAYED] == {"100.00"}
