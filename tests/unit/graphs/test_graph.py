from typing import Any

import networkx as nx
import pytest

from graphs.graph import Edge, LinkKind, load_graph, parse_edge, parse_graph
from schemas.errors import DataError
from tests.support.making import ground, load_retail
from tracer.domains.tool import ToolKind

RETAIL = load_graph("retail")
DATA_EDGES = [edge for edge in RETAIL.edges if edge.link.kind is LinkKind.DATA]


def name_edge(edge: Edge) -> str:
    return f"{edge.first}-{edge.second}"


def make_entry(**changes: Any) -> dict[str, Any]:
    fields = {"from": "a", "to": "b", "entity": "customer", "clauses": [1], "reason": "so"}
    return {**fields, **changes}


def make_data(**changes: Any) -> dict[str, Any]:
    return {"nodes": ["a", "b"], "roots": ["a"], "edge": [make_entry()], **changes}


def test_nodes_are_tools_that_read_or_write_and_identify_nobody() -> None:
    tools = load_retail().tools
    kinds = {tools[name].kind for name in RETAIL.nodes}
    assert kinds == {ToolKind.READ, ToolKind.WRITE}
    assert not any(tools[name].identifies for name in RETAIL.nodes)


def test_every_node_is_reached_from_a_root() -> None:
    reached = set(RETAIL.roots)
    for root in RETAIL.roots:
        reached |= nx.descendants(RETAIL.network, root)
    assert reached == set(RETAIL.nodes)


def test_every_clause_an_edge_names_is_in_the_policy() -> None:
    numbers = {clause.number for clause in load_retail().policy.clauses}
    assert {number for edge in RETAIL.edges for number in edge.clauses} <= numbers


@pytest.mark.parametrize("edge", DATA_EDGES, ids=name_edge)
def test_argument_of_a_data_edge_is_one_of_the_second_tool(edge: Edge) -> None:
    assert edge.link.argument in load_retail().tools[edge.second].parameters["properties"]


@pytest.mark.parametrize("edge", RETAIL.edges, ids=name_edge)
def test_every_edge_can_be_walked_by_some_customer(edge: Edge) -> None:
    done = [action.tool for action in ground([(edge.first, edge.second)]).actions]
    # A read on the way may come before the call it supplies, so order is not asked for here.
    assert {edge.first, edge.second} <= set(done)


def test_edge_is_found_by_its_two_tools() -> None:
    edge = RETAIL.find_edge("get_order", "return_items")
    assert (edge.link.source, edge.link.argument) == ("items.*.item_id", "item_ids")


def test_edge_that_is_not_there_is_no_edge() -> None:
    with pytest.raises(KeyError):
        RETAIL.find_edge("cancel_order", "list_products")


def test_entity_edge_has_no_argument() -> None:
    link = parse_edge("x", make_entry()).link
    assert (link.kind, link.source, link.argument) == (LinkKind.ENTITY, "customer", "")


def test_graph_without_a_file_is_named() -> None:
    with pytest.raises(DataError, match=r"graphs/moon\.toml"):
        load_graph("moon")


@pytest.mark.parametrize(
    "changes",
    [
        {"roots": ["c"]},
        {"edge": [make_entry(to="c")]},
        {"edge": [make_entry(**{"from": "c"})]},
        {"edge": [make_entry(), make_entry(reason="twice")]},
    ],
    ids=["root", "end", "start", "doubled"],
)
def test_graph_of_unknown_nodes_or_doubled_edges_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(DataError, match=r"graphs/x\.toml"):
        parse_graph("x", make_data(**changes))


@pytest.mark.parametrize(
    "entry",
    [
        {"from": "a", "to": "b", "reason": "so"},
        {"from": "a", "to": "b", "data": "id", "reason": "so"},
        make_entry(reason=""),
    ],
    ids=["no link", "data without argument", "no reason"],
)
def test_edge_without_link_or_reason_is_refused_by_name(entry: dict[str, Any]) -> None:
    with pytest.raises(DataError, match="edge a -> b: expected"):
        parse_edge("x", entry)


def test_digest_follows_the_content() -> None:
    same, other = make_data(), make_data(edge=[make_entry(reason="otherwise")])
    digests = [parse_graph("x", data).digest for data in (make_data(), same, other)]
    assert digests[0] == digests[1] != digests[2]
