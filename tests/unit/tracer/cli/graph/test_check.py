from dataclasses import replace

import pytest

from graphs.graph import Edge, Link, LinkKind, ToolGraph, load_graph
from graphs.infeasible import make_infeasible
from tests.support.making import load_retail
from tracer.cli.app import main

Capture = pytest.CaptureFixture[str]
RETAIL = load_graph("retail")
WRONG = Edge("get_product", "cancel_order", Link(LinkKind.ENTITY, "order"), (20,), "so")


@pytest.fixture(autouse=True)
def _wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "160")


def use(monkeypatch: pytest.MonkeyPatch, graph: ToolGraph) -> None:
    monkeypatch.setattr("tracer.cli.graph.check.load_graph", lambda _: graph)


def test_sound_graph_is_exit_0_with_a_row_for_each_edge(capsys: Capture) -> None:
    assert main(["graph", "check", "retail"]) == 0
    out, err = capsys.readouterr()
    n_edges = len(RETAIL.edges)
    assert f"retail: {n_edges}/{n_edges} edges with a witness" in out
    assert out.count(" > ") == n_edges
    assert "review: model tracer-rules-review" in out
    assert "holds" in out
    assert err == ""


def test_edge_without_a_witness_is_exit_1_and_named_with_its_cause(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    use(monkeypatch, replace(RETAIL, edges=(*RETAIL.edges, WRONG)))
    assert main(["graph", "check", "retail"]) == 1
    out, err = capsys.readouterr()
    assert f"retail: {len(RETAIL.edges)}/{len(RETAIL.edges) + 1} edges with a witness" in out
    assert err == (
        "tracer: graphs/retail.toml: edge get_product -> cancel_order: no witness: "
        "no customer has what cancel_order needs\n"
    )


def test_wrong_node_is_named_and_nothing_is_searched(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    use(monkeypatch, replace(RETAIL, nodes=(*RETAIL.nodes, "fly")))
    assert main(["graph", "check", "retail"]) == 1
    err = capsys.readouterr().err
    assert "node fly: no tool that reads or writes and identifies nobody" in err
    assert "no witness: not searched, nodes are wrong" in err


@pytest.mark.parametrize("tokens", [[], ["retail", "--all"]])
def test_one_domain_or_all_is_wanted(tokens: list[str], capsys: Capture) -> None:
    assert main(["graph", "check", *tokens]) == 2
    assert capsys.readouterr().err == "tracer: graph check: expected one domain, or --all\n"


def test_unknown_domain_is_exit_2(capsys: Capture) -> None:
    assert main(["graph", "check", "moon"]) == 2
    assert capsys.readouterr().err.startswith("tracer: unknown domain 'moon'")


def test_all_checks_every_domain(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.setattr("tracer.cli.graph.check.DOMAIN_NAMES", ("retail", "retail"))
    assert main(["graph", "check", "--all"]) == 0
    assert capsys.readouterr().out.count("edges with a witness") == 2


def test_domain_without_a_graph_is_a_fault_and_the_others_are_checked(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setattr(
        "tracer.cli.graph.check.load_domain", lambda name: replace(load_retail(), name=name)
    )
    monkeypatch.setattr("tracer.cli.graph.check.DOMAIN_NAMES", ("moon", "retail"))
    assert main(["graph", "check", "--all"]) == 1
    out, err = capsys.readouterr()
    assert err.startswith("tracer: graphs/moon.toml: ")
    assert err.count("\n") == 1
    assert "edges with a witness" in out


@pytest.mark.parametrize(
    ("known", "line"),
    [
        (None, "its infeasible walks were not sought yet: tracer graph cells retail --write"),
        ("d", "data changed since its infeasible walks were sought: tracer graph cells retail"),
    ],
)
def test_missing_or_stale_list_of_infeasible_walks_is_a_fault(
    known: str | None, line: str, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    stale = make_infeasible(load_retail(), 4, []).model_copy(update={"data": known})
    found = None if known is None else stale
    monkeypatch.setattr("tracer.cli.graph.check.load_infeasible", lambda _: found)
    assert main(["graph", "check", "retail"]) == 1
    assert line in capsys.readouterr().err
