import json

import pytest

from tests.unit.graphs.small_graph import make_entry, make_graph
from tracer.cli.app import main
from tracer.store.folder import RunFolder, create_run

Capture = pytest.CaptureFixture[str]
LOOP = make_entry(**{"from": "move_box"})


@pytest.fixture(autouse=True)
def _boxes(monkeypatch: pytest.MonkeyPatch) -> None:
    graph = make_graph(edge=[make_entry(), LOOP])
    monkeypatch.setattr("tracer.cli.graph.coverage.load_graph", lambda _: graph)


def test_edges_of_a_run_are_counted_and_unused_ones_named(run: RunFolder, capsys: Capture) -> None:
    assert main(["graph", "coverage", run.name]) == 0
    out = capsys.readouterr().out
    assert "boxes: 1/2 edges used by 1 tasks" in out
    assert "1 walks of 2" in out
    assert "never used: move_box > move_box" in out


def test_json_holds_the_same_counts(run: RunFolder, capsys: Capture) -> None:
    assert main(["graph", "coverage", run.name, "--json"]) == 0
    (found,) = json.loads(capsys.readouterr().out)
    assert found["edges"] == [
        {"from": "read_box", "to": "move_box", "uses": 1, "by_length": {"2": 1}},
        {"from": "move_box", "to": "move_box", "uses": 0, "by_length": {}},
    ]
    assert found["never_used"] == [["move_box", "move_box"]]


def test_run_without_tasks_is_exit_2(run: RunFolder, capsys: Capture) -> None:
    create_run(run.path.parent, "empty")
    assert main(["graph", "coverage", "empty"]) == 2
    assert capsys.readouterr().err == "tracer: run 'empty' has no tasks yet\n"
