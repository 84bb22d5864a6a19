"""Child: one run in this process, its own figures printed as the last line of JSON."""

import json
import os
import resource
import sys
import threading
import time
from pathlib import Path

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
        from flows.generate import run_flow

        wait_for_server(root / ".prefect")
        threading.Thread(target=sample_memory, args=(samples, stop), daemon=True).start()
        start, cpu = time.perf_counter(), time.process_time()
        run_flow(run, config)
        work_s, cpu_s = time.perf_counter() - start, time.process_time() - cpu
        stop.set()
    warm = [size for moment, size in samples if moment - start > work_s / 4] or [0]
    figures = {
        "work_s": work_s,
        "cpu_s": cpu_s,
        "warm_bytes": warm[0],
        "peak_bytes": max(warm),
        "n_kept": count_episodes(run).kept,
    }
    sys.stdout.write(f"{json.dumps(figures)}\n")


if __name__ == "__main__":
    main()
