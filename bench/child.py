"""Child: one run in this process, its own figures printed as the last line of JSON."""

import functools
import json
import os
import resource
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from flows.server import use_server, wait_for_server
from schemas.config import RunConfig
from tracer.cli.settings import Settings
from tracer.store.folder import create_run
from tracer.store.ledger import count_episodes

SAMPLE_S = 0.2
PAGE_BYTES = resource.getpagesize()


def read_resident_bytes() -> int:
    """Return the resident set of this process now."""
    pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[1]
    return int(pages) * PAGE_BYTES


def sample_memory(samples: list[tuple[float, int]], stop: threading.Event) -> None:
    """Append (seconds, resident bytes) until told to stop."""
    while not stop.wait(SAMPLE_S):
        samples.append((time.perf_counter(), read_resident_bytes()))


class StageClock:
    """Adds up the CPU seconds that the stages' own code takes in its threads."""

    def __init__(self) -> None:
        self.total_s = 0.0
        self.lock = threading.Lock()

    def wrap(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return the function with its thread's CPU time counted."""

        @functools.wraps(function)
        def timed(*args: Any, **kwargs: Any) -> Any:
            start = time.thread_time()
            try:
                return function(*args, **kwargs)
            finally:
                with self.lock:
                    self.total_s += time.thread_time() - start

        return timed


def main() -> None:
    """Run as many tasks as the first argument says."""
    config = RunConfig(tasks=int(sys.argv[1]))
    root = Settings().runs
    run = create_run(root, f"bench-{os.getpid()}")
    run.save_config(config)
    samples: list[tuple[float, int]] = []
    stop = threading.Event()
    with use_server(root / ".prefect"):
        # Prefect reads its settings when it is imported, so the server comes first.
        from flows.generate import MAKING, PLAYING, run_flow
        from tasks.filter.task import keep_examples
        from tasks.verify.task import keep_tasks

        clock = StageClock()
        for stage in (*MAKING, *PLAYING, keep_tasks, keep_examples):
            stage.fn = clock.wrap(stage.fn)
        wait_for_server(root / ".prefect")
        threading.Thread(target=sample_memory, args=(samples, stop), daemon=True).start()
        start, cpu = time.perf_counter(), time.process_time()
        run_flow(run, config)
        work_s, cpu_s = time.perf_counter() - start, time.process_time() - cpu
        stop.set()
    warm = [size for moment, size in samples if moment - start > work_s / 2] or [0]
    episodes = count_episodes(run)
    figures = {
        "n_kept": episodes.kept,
        "work_s": work_s,
        "cpu_s": cpu_s,
        "stage_s": clock.total_s,
        "n_trajectories": episodes.started,
        "warm_bytes": warm[0],
        "peak_bytes": max(warm),
    }
    sys.stdout.write(f"{json.dumps(figures)}\n")


if __name__ == "__main__":
    main()
