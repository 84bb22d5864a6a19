"""Measure and print every figure.

Arguments are sizes of pipeline runs, `150 1500 15000` by default. `vllm` alone measures on real
vLLM with the small test model instead, for some minutes; a number after it is that of rounds, two
or more.
"""

import math
import statistics
import sys
import tempfile
from pathlib import Path

from bench.client import measure_client
from bench.harness import measure_live_bytes, measure_rate
from bench.material import enlarge, make_tasks, rebase
from bench.pipeline import measure_run
from bench.startup import measure_help
from bench.vllm import measure_rounds
from tests.support.real_vllm import is_laid_out, serve_model
from tracer.domains.domain import load_domain

SIZES = (150, 1500, 15_000)
N_TASKS = 200
N_ROUNDS = 10
FACTOR = 10
IN_FLIGHT = 64
CLIENT_ROUNDS = {2.0: 30, 0.2: 100}
"""Rounds of calls at each latency of the server, seconds."""
MEGABYTE = 1e6
VLLM_ROUNDS = 10
VLLM_TASKS = 8
VLLM_IN_FLIGHT = 8


def write(line: str) -> None:
    """Print one figure."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def bench_harness() -> None:
    """Measure the harness loop on retail at full size and at ten times that."""
    domain = load_domain("retail")
    tasks = [task for task, _ in make_tasks(N_TASKS)]
    n_episodes = N_ROUNDS * len(tasks)
    bare = measure_rate(tasks, domain, N_ROUNDS, guards=False)
    guarded = measure_rate(tasks, domain, N_ROUNDS, guards=True)
    large = enlarge(domain, FACTOR)
    moved = [rebase(task, large) for task in tasks]
    enlarged = measure_rate(moved, large, N_ROUNDS, guards=False)
    size = measure_live_bytes(tasks, domain)
    write(f"harness loop, guards off: {bare:.0f} episodes per CPU second (n={n_episodes})")
    write(f"harness loop, guards on: {guarded:.0f} episodes per CPU second (n={n_episodes})")
    write(f"ten times the data: {enlarged / bare:.2f} of that rate (n={n_episodes})")
    write(f"live episode: {size / 1e3:.1f} kB (n={len(tasks)})")


def bench_client() -> None:
    """Measure the model client against a server that answers after a fixed time."""
    for latency_s, n_rounds in CLIENT_ROUNDS.items():
        client = measure_client(latency_s, IN_FLIGHT, n_rounds)
        write(
            f"model client, {latency_s:g} s latency, {IN_FLIGHT} in flight, {n_rounds} rounds: "
            f"{client.rate:.3f} of the ideal rate, {client.cpu_ms:.2f} ms CPU per call "
            f"(n={client.n_calls})"
        )


def bench_pipeline(sizes: list[int]) -> None:
    """Measure whole runs; the cost per task of each size stands as a ratio to the first."""
    first = 0.0
    for n_tasks in sizes:
        run = measure_run(n_tasks)
        per_task_ms = 1e3 * run.cpu_s / n_tasks
        first = first or per_task_ms
        write(
            f"pipeline, {n_tasks} tasks: {run.wall_s:.1f} s wall, {run.work_s:.1f} s without boot, "
            f"{per_task_ms:.1f} ms CPU per task ({per_task_ms / first:.2f} of the first size), "
            f"{run.orchestration_ms:.2f} ms CPU of orchestration per trajectory, "
            f"memory after warm-up {run.warm_bytes / MEGABYTE:.0f} MB, "
            f"peak {run.peak_bytes / run.warm_bytes:.2f} of that, {run.n_kept} kept (n=1)"
        )


def bench_vllm(n_rounds: int) -> None:
    """Measure our tokens per second over those of vLLM's own load tool."""
    if not is_laid_out():
        sys.exit("bench: run `make model` first; vLLM and the small test model are not there")
    ratios = []
    with tempfile.TemporaryDirectory() as folder, serve_model(Path(folder)) as serving:
        for found in measure_rounds(serving, n_rounds, VLLM_TASKS, VLLM_IN_FLIGHT):
            ratios.append(found.ratio)
            write(
                f"round {len(ratios)}: {found.ours.rate:.1f} of our client's and "
                f"{found.theirs.rate:.1f} of the load tool's completion tokens per second"
            )
    logs = [math.log(ratio) for ratio in ratios]
    mean, error = statistics.fmean(logs), statistics.stdev(logs) / math.sqrt(len(logs))
    low, high = math.exp(mean - 2 * error), math.exp(mean + 2 * error)
    write(
        f"our tokens per second over the load tool's, {2 * VLLM_TASKS} requests, {VLLM_IN_FLIGHT} "
        f"in flight: geometric mean {math.exp(mean):.3f}, two standard errors {low:.3f} to "
        f"{high:.3f}, rounds {min(ratios):.3f} to {max(ratios):.3f} (n={len(ratios)})"
    )


def main() -> None:
    """Run every benchmark, or the one on real vLLM."""
    if sys.argv[1:2] == ["vllm"]:
        bench_vllm(*[int(argument) for argument in sys.argv[2:]] or [VLLM_ROUNDS])
        return
    sizes = [int(argument) for argument in sys.argv[1:]] or list(SIZES)
    write(f"tracer --help: {measure_help():.2f} s CPU (median, n=5)")
    bench_harness()
    bench_client()
    bench_pipeline(sizes)


if __name__ == "__main__":
    main()
