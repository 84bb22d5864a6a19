"""`tracer` as a person starts it: a whole run, and what it says when it is asked for nonsense."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from tracer.store.folder import RunFolder
from tracer.store.ledger import count_episodes, count_tasks
from tracer.store.shard import list_shards
from tracer.store.stage import StageFolder

LIMIT_S = 120
TRACER = (sys.executable, "-m", "tracer.cli.app")


def start(
    tokens: Sequence[str], root: Path, program: Sequence[str] = TRACER
) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*program, *tokens],
        cwd=root,
        env={**os.environ, "TRACER_RUNS": str(root)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def run_tracer(tokens: Sequence[str], root: Path) -> tuple[int, str, str]:
    """Return exit code, standard output and standard error."""
    process = start(tokens, root)
    out, error = process.communicate(timeout=LIMIT_S)
    return process.returncode, out, error


def expect_one_line(error: str, message: str) -> None:
    assert error.count("\n") == 1, error
    assert error.startswith("tracer: ")
    assert message in error
    assert "Traceback" not in error


def list_everything(root: Path) -> list[str]:
    return sorted(str(path.relative_to(root)) for path in root.rglob("*"))


def test_dataset_is_made_and_told_of(home: Path, runs: Path) -> None:
    del home
    code, out, error = run_tracer(["generate", "--tasks", "20", "--run", "made"], runs)
    assert code == 0, error
    run = RunFolder(runs / "made")
    assert (count_tasks(run).kept, count_episodes(run).started) == (20, 20)
    assert count_episodes(run).is_exact
    assert run.load_config().tasks == 20
    assert run.load_manifest() is not None
    assert out.count(": exact") == 2
    assert str(run.path / StageFolder.EXAMPLES) in out
    assert "run made: 20 tasks x 1 in retail, seed 1" in error
    assert "Traceback" not in error


def test_installed_command_is_the_same_program(tmp_path: Path) -> None:
    program = [str(Path(sys.executable).with_name("tracer"))]
    process = start(["generate", "--tasks", "0"], tmp_path, program)
    _, error = process.communicate(timeout=LIMIT_S)
    assert process.returncode == 2
    expect_one_line(error, "tasks: Input should be greater than or equal to 1, got 0")


@pytest.mark.parametrize(
    ("tokens", "message"),
    [
        (["generate", "--domains", "moon"], "unknown domain 'moon': expected one of retail"),
        (["generate", "--tasks", "many"], "See tracer generate --help."),
        (["generate", "--config", "broken.toml"], "config broken.toml is no TOML"),
        (["generate", "--config", "unknown.toml"], "unknown setting taks"),
        (["generate", "--run", "../x"], "run name '../x'"),
        (["generate", "--run", "taken"], "run 'taken' exists in"),
        (["generate", "--engine", "llm"], "engine llm needs model and base_url"),
        (["generate", "--engine", "rules", "--model", "m"], "which ask no model"),
        (["generate", "--config", "date.toml"], "agent.extra_body: x: expected a JSON value"),
        (["generate", "--config", "nan.toml"], "agent.extra_body: x: expected a JSON value"),
        (["funnel", "gone"], "no run 'gone'"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_mistake_is_told_in_one_line_and_nothing_is_made(
    tmp_path: Path, tokens: list[str], message: str
) -> None:
    (tmp_path / "broken.toml").write_text("tasks = [", encoding="utf-8")
    (tmp_path / "unknown.toml").write_text("taks = 5", encoding="utf-8")
    for name, value in (("date", "2020-01-01"), ("nan", "nan")):
        text = f"[agent]\nextra_body = {{ x = {value} }}\n"
        (tmp_path / f"{name}.toml").write_text(text, encoding="utf-8")
    (tmp_path / "taken" / StageFolder.WORKFLOWS).mkdir(parents=True)
    before = list_everything(tmp_path)
    code, out, error = run_tracer(tokens, tmp_path)
    assert code == 2
    assert out == ""
    expect_one_line(error, message)
    assert list_everything(tmp_path) == before
    assert not (tmp_path.parent / "x").exists()


def test_file_where_the_runs_should_lie_is_told_of(tmp_path: Path) -> None:
    root = tmp_path / "file"
    root.write_text("mine", encoding="utf-8")
    process = subprocess.run(
        [*TRACER, "generate", "--tasks", "2"],
        cwd=tmp_path,
        env={**os.environ, "TRACER_RUNS": str(root)},
        capture_output=True,
        text=True,
        timeout=LIMIT_S,
        check=False,
    )
    assert process.returncode == 2
    expect_one_line(process.stderr, "Not a directory")
    assert root.read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize(
    ("number", "line"),
    [
        (signal.SIGINT, "finishing what is under way; Ctrl-C again stops at once"),
        (signal.SIGTERM, "SIGTERM: finishing what is under way; a second one stops at once"),
        (signal.SIGHUP, "SIGHUP: finishing what is under way; a second one stops at once"),
    ],
)
def test_signal_lets_the_run_finish_what_it_has_begun(
    home: Path, runs: Path, number: signal.Signals, line: str
) -> None:
    del home
    name = f"stopped-{number}"
    process = start(["generate", "--tasks", "400", "--run", name], runs)
    run = RunFolder(runs / name)
    deadline = time.monotonic() + LIMIT_S
    while not list_shards(run, StageFolder.GROUNDED) and time.monotonic() < deadline:
        time.sleep(0.05)
    process.send_signal(number)
    _, error = process.communicate(timeout=LIMIT_S)
    assert process.returncode == 130
    assert line in error.splitlines()
    assert error.splitlines()[-1].startswith(f"tracer: run {name} was stopped; ")
    assert "Traceback" not in error
    assert count_tasks(run).is_exact
    assert not (run.path / "drain").exists()


def test_preview_shows_three_tasks_without_a_server(tmp_path: Path) -> None:
    code, out, error = run_tracer(["preview"], tmp_path)
    assert (code, error) == (0, "")
    assert sum(line.startswith("task_") for line in out.splitlines()) == 3
    assert list(tmp_path.iterdir()) == []
