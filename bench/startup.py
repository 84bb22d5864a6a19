"""Start-up: what the command line costs before it does anything."""

import resource
import statistics
import subprocess
import sys

N_RUNS = 5


def measure_help() -> float:
    """Return the median CPU seconds of `tracer --help`."""
    return statistics.median(run_help() for _ in range(N_RUNS))


def run_help() -> float:
    """Return the CPU seconds of one `tracer --help`."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-m", "tracer.cli.app", "--help"]
    subprocess.run(command, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
