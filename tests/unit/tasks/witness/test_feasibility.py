import pytest

from graphs.graph import load_graph
from graphs.infeasible import load_infeasible
from tasks.witness import feasibility as module
from tasks.witness.feasibility import find_infeasible, is_feasible, list_searched
from tasks.witness.rehearsal import Stage
from tests.support.making import load_retail
from tracer.domains.solver import load_solver

RETAIL = load_graph("retail")


def make_stage() -> Stage:
    return Stage(load_retail(), load_solver("retail"))


def test_shipped_list_is_what_a_search_finds_now() -> None:
    assert find_infeasible(RETAIL, make_stage()) == load_infeasible("retail")


def test_walks_are_searched_shorter_ones_first_and_counted() -> None:
    lengths = [len(walk) for walk in list_searched(RETAIL, 3)]
    assert lengths == sorted(lengths)
    ticks: list[int] = []
    find_infeasible(RETAIL, make_stage(), 2, lambda: ticks.append(1))
    assert len(ticks) == sum(length <= 2 for length in lengths)


def test_walk_that_begins_with_an_infeasible_one_is_not_searched(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    searched: list[tuple[str, ...]] = []

    def refuse_products(_graph: object, _stage: object, walk: tuple[str, ...]) -> bool:
        searched.append(walk)
        return walk[-1] != "get_product"

    monkeypatch.setattr(module, "is_feasible", refuse_products)
    found = find_infeasible(RETAIL, make_stage(), 3)
    assert ["list_products", "get_product"] in found.walks
    assert not any(walk[:2] == ("list_products", "get_product") for walk in searched if walk[2:])


def test_five_returns_in_a_row_fit_no_customer() -> None:
    # Each takes a delivered order of its own, and nobody has so many.
    walk = ("get_order", *["return_items"] * 5)
    assert not is_feasible(RETAIL, make_stage(), walk)
    assert is_feasible(RETAIL, make_stage(), walk[:3])
