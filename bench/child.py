"""Child: one run in this process, its own figures printed as the last line of JSON."""

import json
import resource
import sys
import time

from flows.server import use_server, wait_for_server
from schemas.config import RunConfig
from tracer.cli.settings import Settings
from tracer.store.folder import create_run
from tracer.store.ledger import count_episodes

KIB = 1024


def main() -> None:
    """Run as many tasks as the first argument says."""
    config = RunConfig(tasks=int(sys.argv[1]))
    root = Settings().runs
    run = create_run(root, "bench")
    run.save_config(config)
    with use_server(root / ".prefect"):
        # Prefect reads its settings when it is imported, so the server comes first.
        from flows.generate import run_flow

        wait_for_server(root / ".prefect")
        start = time.perf_counter()
        cpu = time.process_time()
        run_flow(run, config)
        work_s, cpu_s = time.perf_counter() - start, time.process_time() - cpu
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * KIB
    figures = {
        "work_s": work_s,
        "cpu_s": cpu_s,
        "peak_bytes": peak,
        "n_kept": count_episodes(run).kept,
    }
    sys.stdout.write(f"{json.dumps(figures)}\n")


if __name__ == "__main__":
    main()
