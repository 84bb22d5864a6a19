from typing import Any

import pytest

from graphs.graph import load_graph
from graphs.structure import find_structure_faults
from tests.support.making import load_retail
from tests.support.small_run import make_domain
from tests.unit.graphs.small_graph import make_entry, make_graph
from tracer.domains.domain import DOMAIN_NAMES, load_domain


@pytest.mark.parametrize("domain", DOMAIN_NAMES)
def test_shipped_graph_is_sound(domain: str) -> None:
    assert find_structure_faults(load_graph(domain), load_domain(domain)) == []


@pytest.mark.parametrize(("argument", "n_faults"), [("place.*.name", 0), ("colour.*.name", 1)])
def test_argument_may_be_a_path_that_begins_with_one(argument: str, n_faults: int) -> None:
    edge = make_entry(data="place", argument=argument)
    assert len(find_structure_faults(make_graph(edge=[edge]), make_domain())) == n_faults


def test_small_graph_is_sound() -> None:
    assert find_structure_faults(make_graph(), make_domain()) == []


@pytest.mark.parametrize(
    ("changes", "faults"),
    [
        (
            {"nodes": ["read_box"], "edge": [make_entry(to="read_box")]},
            ["tool move_box: not in the graph"],
        ),
        (
            {"nodes": ["read_box", "move_box", "fly"]},
            [
                "node fly: no tool that reads or writes and identifies nobody",
                "node fly: no root leads to it",
            ],
        ),
        ({"roots": ["move_box"]}, ["node read_box: no root leads to it"]),
        (
            {"edge": [make_entry(clauses=[9])]},
            ["edge read_box -> move_box: no clause 9"],
        ),
        (
            {"edge": [make_entry(data="place", argument="colour")]},
            ["edge read_box -> move_box: move_box has no argument colour"],
        ),
    ],
    ids=["tool missing", "no tool", "not reached", "clause", "argument"],
)
def test_fault_is_named(changes: dict[str, Any], faults: list[str]) -> None:
    assert find_structure_faults(make_graph(**changes), make_domain()) == faults


def test_look_up_computation_and_hand_over_are_no_nodes() -> None:
    graph = load_graph("retail")
    named = ("find_customer_by_email", "calculate", "transfer_to_person")
    widened = type(graph)(
        graph.domain, graph.roots, (*graph.nodes, *named), graph.edges, graph.digest
    )
    faults = find_structure_faults(widened, load_retail())
    assert [fault for fault in faults if "no tool" in fault] == [
        f"node {name}: no tool that reads or writes and identifies nobody" for name in sorted(named)
    ]
