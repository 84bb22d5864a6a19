from pathlib import Path

import pytest

from tracer.cli.settings import find_runs_root


@pytest.mark.parametrize(
    ("value", "expected"),
    [("", Path("runs")), ("/srv/runs", Path("/srv/runs")), ("~/r", Path("/srv/zoe/r"))],
)
def test_runs_lie_where_the_environment_says(
    value: str, expected: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", "/srv/zoe")
    monkeypatch.setenv("TRACER_RUNS", value)
    assert find_runs_root() == expected


def test_runs_lie_in_the_current_folder_by_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TRACER_RUNS", raising=False)
    assert find_runs_root() == Path("runs")
