"""What starting the command costs, and how it behaves as a process of its own."""

import os
import subprocess
import sys
from pathlib import Path

from tests.repository.source_tree import ROOT
from tests.support.small_run import write_run

# Measured: 0.15 s. The bound is wide, since other work shares the machine.
MOST_CPU_S = 0.8
HEAVY = (
    "aiohttp",
    "datasets",
    "duckdb",
    "networkx",
    "openai",
    "prefect",
    "pyarrow",
    "pydantic",
    "sklearn",
)

COMMAND = [sys.executable, "-m", "tracer.cli.app"]
LIST_MODULES = (
    "import sys; from tracer.cli.app import main; main(['--help']); "
    "sys.stderr.write(' '.join(sys.modules))"
)


def test_help_takes_little_time() -> None:
    with subprocess.Popen(
        [*COMMAND, "--help"], cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0
    assert usage.ru_utime + usage.ru_stime <= MOST_CPU_S


def test_help_imports_no_heavy_library_and_no_verb() -> None:
    done = subprocess.run(
        [sys.executable, "-c", LIST_MODULES], cwd=ROOT, capture_output=True, text=True, check=True
    )
    loaded = set(done.stderr.split())
    assert loaded & set(HEAVY) == set()
    assert {name for name in loaded if name.startswith("tracer.")} == {
        "tracer.cli",
        "tracer.cli.app",
    }


def make_environment(run_root: Path, **changes: str) -> dict[str, str]:
    # Unbuffered, Python itself takes no notice of a pipe that closes in the middle of a write.
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    return {**kept, "TRACER_RUNS": str(run_root), **changes}


def test_closed_pipe_is_silent(run_root: Path) -> None:
    write_run(run_root)
    sql = "SELECT repeat('x', 1000) FROM range(5000)"
    with subprocess.Popen(
        [*COMMAND, "sql", "small", sql, "--json"],
        cwd=ROOT,
        env=make_environment(run_root),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(10)
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141


def test_stream_that_lacks_a_character_gets_an_escape(run_root: Path) -> None:
    write_run(run_root)
    done = subprocess.run(
        [*COMMAND, "sql", "small", "SELECT '\u8c22'", "--json"],
        cwd=ROOT,
        env=make_environment(run_root, PYTHONIOENCODING="ascii"),
        capture_output=True,
        check=True,
    )
    assert b"\\u8c22" in done.stdout
