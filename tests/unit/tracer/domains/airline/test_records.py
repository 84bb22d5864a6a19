"""Digests of states that mean the same, over the airline's own tables."""

import json
from typing import Any

import pytest

from bench.material import make_tasks
from tracer.domains.airline.records import TABLES
from tracer.domains.difference import list_differences
from tracer.domains.domain import load_domain
from tracer.domains.state import State

BASE = load_domain("airline").base


def find_reservation(n_passengers: int) -> str:
    rows = BASE.tables["reservations"].items()
    return next(key for key, row in rows if len(row["passengers"]) >= n_passengers)


def change(key: str, **columns: Any) -> State:
    state = State(BASE)
    state.edit("reservations", key).update(columns)
    return state


def assert_same(one: State, other: State) -> None:
    assert one.digest() == other.digest()
    assert list_differences(one, other) == []


def test_order_of_passengers_means_nothing() -> None:
    key = find_reservation(3)
    party = BASE.tables["reservations"][key]["passengers"]
    assert change(key, passengers=party[::-1]).digest() == State(BASE).digest()
    assert change(key, passengers=party[1:]).digest() != State(BASE).digest()
    first, *others = party
    renamed = {**first, "first": "Łucja"}
    assert_same(
        change(key, passengers=[renamed, *others]), change(key, passengers=[*others, renamed])
    )


def test_order_of_flights_means_something() -> None:
    rows = BASE.tables["reservations"]
    key = next(key for key, row in rows.items() if len(row["flights"]) > 1)
    assert change(key, flights=rows[key]["flights"][::-1]).digest() != State(BASE).digest()


@pytest.mark.parametrize("n_bags", [7, 7.0, "7", "7.00"])
def test_count_is_one_however_it_is_written(n_bags: object) -> None:
    key = find_reservation(1)
    assert_same(change(key, n_bags=7), change(key, n_bags=n_bags))
    assert change(key, n_bags=8).digest() != change(key, n_bags=n_bags).digest()


@pytest.mark.parametrize("fare", [310, 310.0, "310", "310.0"])
def test_fare_deep_in_a_row_is_one_however_it_is_written(fare: object) -> None:
    key = next(iter(BASE.tables["flights"]))
    written, other = State(BASE), State(BASE)
    written.edit("flights", key)["cabins"]["economy"]["fare"] = "310.00"
    other.edit("flights", key)["cabins"]["economy"]["fare"] = fare
    assert_same(written, other)


def test_rows_are_in_canonical_form_as_generated() -> None:
    assert set(TABLES) < set(BASE.tables)
    for table, rows in BASE.tables.items():
        assert [key for key, row in rows.items() if BASE.form_row(table, row) != row] == []


@pytest.mark.parametrize("name", ["retail", "airline"])
def test_rows_are_in_canonical_form_as_tools_write_them(name: str) -> None:
    domain, n_changed = load_domain(name), 0
    for task, _ in make_tasks(40, 21, name):
        state = domain.start()
        for action in task.actions:
            domain.tools[action.tool].run(state, json.loads(action.arguments))
        for (table, _key), row in state.overlay.items():
            assert domain.base.form_row(table, row) == row
            n_changed += 1
    assert n_changed > 20
