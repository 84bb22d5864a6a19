from pathlib import Path

import pytest

from tests.support.small_run import make_domain
from tests.unit.graphs.small_graph import make_graph
from tracer.cli.app import main
from tracer.store.folder import RunFolder

Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _boxes(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("coverage", "draw"):
        monkeypatch.setattr(f"tracer.cli.graph.{module}.load_graph", lambda _: make_graph())
    monkeypatch.setattr("tracer.cli.graph.draw.load_domain", lambda _: make_domain())


def test_mermaid_text_goes_to_stdout(capsys: Capture) -> None:
    assert main(["graph", "draw", "boxes"]) == 0
    assert capsys.readouterr().out == (
        'flowchart LR\n  n0(["read_box"])\n  n1["move_box"]\n  n0 -.-> n1\n'
    )


def test_counts_of_a_run_stand_on_the_edges(run: RunFolder, capsys: Capture) -> None:
    assert main(["graph", "draw", "boxes", "--run", run.name]) == 0
    assert "n0 -.->|1| n1" in capsys.readouterr().out


@pytest.mark.parametrize(("name", "start"), [("g.svg", "<svg "), ("g.mmd", "flowchart LR")])
def test_ending_of_the_file_says_what_is_written(name: str, start: str, tmp_path: Path) -> None:
    assert main(["graph", "draw", "boxes", "--to", str(tmp_path / name)]) == 0
    assert (tmp_path / name).read_text(encoding="utf-8").startswith(start)


def test_other_ending_is_exit_2(tmp_path: Path, capsys: Capture) -> None:
    assert main(["graph", "draw", "boxes", "--to", str(tmp_path / "g.png")]) == 2
    assert "expected a name that ends in .svg or .mmd" in capsys.readouterr().err


def test_run_without_tasks_of_the_domain_is_exit_2(run: RunFolder, capsys: Capture) -> None:
    assert main(["graph", "draw", "retail", "--run", run.name]) == 2
    assert capsys.readouterr().err == "tracer: run 'small' has no task of retail\n"
