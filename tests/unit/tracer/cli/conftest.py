from pathlib import Path

import pytest

from tests.support.small_run import make_domain, write_run
from tracer.domains.domain import Domain
from tracer.store.folder import RunFolder


def load_boxes(name: str) -> Domain:
    assert name == "boxes"
    return make_domain()


@pytest.fixture
def runs(run_root: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of runs that every command looks at, on a terminal of 120 columns."""
    monkeypatch.setenv("TRACER_RUNS", str(run_root))
    monkeypatch.setenv("COLUMNS", "120")
    for module in ("show", "replay"):
        monkeypatch.setattr(f"tracer.cli.{module}.load_domain", load_boxes)
    return run_root


@pytest.fixture
def run(runs: Path) -> RunFolder:
    return write_run(runs)
