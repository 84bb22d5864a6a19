"""Pipeline: whole runs with the rule engine, each in a process of its own."""

import json
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RunFigures:
    """What one run took."""

    n_kept: int
    wall_s: float
    work_s: float
    """Wall seconds without the server's boot."""
    cpu_s: float
    """CPU seconds of the flow, in the run's own process."""
    stage_s: float
    """CPU seconds of the same stages' work, without Prefect."""
    n_trajectories: int
    warm_bytes: int
    """Resident set after half of the work."""
    peak_bytes: int
    """Largest resident set after that."""

    @property
    def orchestration_ms(self) -> float:
        """CPU milliseconds per trajectory that the flow costs beyond its stages."""
        return 1e3 * (self.cpu_s - self.stage_s) / self.n_trajectories


def measure_run(n_tasks: int) -> RunFigures:
    """Generate `n_tasks` tasks in a fresh folder and return what it took."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "bench.child", str(n_tasks)]
        environment = {**os.environ, "TRACER_RUNS": folder}
        start = time.perf_counter()
        done = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
        wall_s = time.perf_counter() - start
        inner = json.loads(done.stdout.splitlines()[-1])
        return RunFigures(wall_s=wall_s, **inner)
