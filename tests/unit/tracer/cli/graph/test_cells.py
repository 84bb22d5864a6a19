from pathlib import Path

import pytest

from graphs.infeasible import load_infeasible, make_infeasible, parse_infeasible
from tests.support.making import load_retail
from tracer.cli.app import main

Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _few_walks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the search say at once that a list of two walks is all there is."""
    monkeypatch.setenv("COLUMNS", "200")
    found = make_infeasible(load_retail(), 3, [("get_order", "return_items", "cancel_order")])
    monkeypatch.setattr("tracer.cli.graph.cells.find_infeasible", lambda *_: found)
    monkeypatch.setattr("tracer.cli.graph.cells.load_infeasible", lambda _: found)


def test_walks_no_customer_can_be_given_are_listed_with_the_rule(capsys: Capture) -> None:
    assert main(["graph", "cells", "retail", "--longest", "3"]) == 0
    out = capsys.readouterr().out
    assert "infeasible: get_order > return_items > cancel_order" in out
    assert "51/52" in out
    assert "The rule. In a cell that asks for walks longer than any customer" in out


def test_list_that_says_otherwise_is_exit_1(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    other = make_infeasible(load_retail(), 3, [])
    monkeypatch.setattr("tracer.cli.graph.cells.load_infeasible", lambda _: other)
    assert main(["graph", "cells", "retail", "--longest", "3"]) == 1
    assert capsys.readouterr().err == (
        "tracer: graphs/retail.infeasible.toml says otherwise: tracer graph cells retail --write\n"
    )


def test_written_list_is_the_one_found(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Capture
) -> None:
    monkeypatch.setattr("graphs.__path__", [str(tmp_path)])
    assert main(["graph", "cells", "retail", "--longest", "3", "--write"]) == 0
    text = (tmp_path / "retail.infeasible.toml").read_text(encoding="utf-8")
    assert parse_infeasible("retail", text).walks == [["get_order", "return_items", "cancel_order"]]
    assert "written: graphs/retail.infeasible.toml" in capsys.readouterr().out


def test_shipped_list_is_of_this_graph_and_world() -> None:
    known = load_infeasible("retail")
    assert known is not None
    assert known.list_changes(load_retail()) == []
