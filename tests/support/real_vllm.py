"""Real vLLM with the small test model, kept up by `tracer model serve`, and runs that ask it."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.support.llm_command import Ended
from tests.support.serving import find_port
from tracer.inference.serving.record import STATE_FOLDER, ServedModel, find_served

ROOT = Path(__file__).parents[2]
PYTHON = ROOT / ".venv-vllm/bin/python"
MODEL = ROOT / "models/smollm2-135m"
STOP_S = 60.0


@dataclass(frozen=True, slots=True)
class Serving:
    """A server that is up, and the folder its supervisor works in."""

    folder: Path
    served: ServedModel
    process: subprocess.Popen[str]

    @property
    def base_url(self) -> str:
        return self.served.base_url

    @property
    def flags(self) -> list[str]:
        """Flags of `tracer generate` for both sides on this server."""
        words = ["--engine", "llm", "--model", self.served.model]
        return [*words, "--base-url", self.base_url]


def is_laid_out() -> bool:
    """Return whether `make model` has been run."""
    return PYTHON.is_file() and (MODEL / "config.json").is_file()


@contextmanager
def serve_model(folder: Path, *flags: str) -> Iterator[Serving]:
    """Serve the small test model while the body runs; it is stopped as Ctrl-C would stop it."""
    port = find_port()
    words = ["model", "serve", "--model", str(MODEL), "--port", str(port), "--", *flags]
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", "tracer.cli.app", *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "TRACER_VLLM_PYTHON": str(PYTHON)},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        # The first line on stdout is the address of a server that is well.
        first = process.stdout.readline()
        served = find_served(f"http://127.0.0.1:{port}/v1", folder / STATE_FOLDER)
        assert served is not None, first
        yield Serving(folder, served, process)
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=STOP_S)


def run_tracer(folder: Path, *words: str) -> Ended:
    """Run a command of Tracer in a folder, its runs beside it, and return what it gave."""
    done = subprocess.run(
        [sys.executable, "-P", "-m", "tracer.cli.app", *words],
        cwd=folder,
        env={
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "TRACER_RUNS": str(folder / "runs"),
            "COLUMNS": "160",
        },
        check=False,
        capture_output=True,
        text=True,
    )
    return Ended(done.returncode, done.stdout, done.stderr)
