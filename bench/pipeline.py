"""Pipeline: whole runs with the rule engine, each in a process of its own."""

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RunFigures:
    """What one run took."""

    n_tasks: int
    n_kept: int
    wall_s: float
    work_s: float
    """Wall seconds without the server's boot."""
    cpu_s: float
    """CPU seconds of the run and its server."""
    peak_bytes: int
    """Largest resident set of the run's own process."""


def measure_run(n_tasks: int) -> RunFigures:
    """Generate `n_tasks` tasks in a fresh folder and return what it took."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "bench.child", str(n_tasks)]
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        start = time.perf_counter()
        done = subprocess.run(
            command,
            env={**os.environ, "TRACER_RUNS": folder},
            check=True,
            capture_output=True,
            text=True,
        )
        wall_s = time.perf_counter() - start
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        inner = json.loads(done.stdout.splitlines()[-1])
        cpu_s = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return RunFigures(
            n_tasks, inner["n_kept"], wall_s, inner["work_s"], cpu_s, inner["peak_bytes"]
        )
