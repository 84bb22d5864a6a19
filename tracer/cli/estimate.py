"""Estimate: what a run would take, from a pilot that was made with its config."""

import json
import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass

from rich.console import Console
from rich.table import Table

from schemas.config import RunConfig
from schemas.errors import ConfigError
from tracer.analysis.estimate import Forecast, forecast
from tracer.analysis.rate import Rate
from tracer.analysis.usage import find_cost
from tracer.store.file import write_file
from tracer.store.folder import RunFolder
from tracer.store.shard import list_shards, read_manifest
from tracer.store.stage import StageFolder
from tracer.store.usage import load_usage
from tracer.store.views import run_query

FEWEST, MOST = 2, 10
SECONDS_PER_HOUR = 3600
FEW_SECONDS = 10
ESTIMATE_FILE = "estimate.json"
PER_TASK = """
    SELECT t.role, sum(t.n_calls), sum(t.n_input_tokens), sum(t.n_output_tokens), sum(t.wall_s)
    FROM timings t JOIN trajectories e ON e.id = t.record_id
    WHERE t.role <> 'episode' GROUP BY t.role, e.task_id ORDER BY t.role, e.task_id
"""
EPISODES = """
    SELECT count(*), count(*) FILTER (reward IS NULL), count(DISTINCT task_id) FROM trajectories
"""
KEPT = "SELECT count(*) FROM examples"
FIGURES = ("calls", "input_tokens", "output_tokens", "call_s")
SHOWN = {"calls": 0, "input_tokens": 0, "output_tokens": 0, "cost": 4}
"""Figure -> digits after the point."""


@dataclass(frozen=True, slots=True)
class Duration:
    """How long the run would play, seconds."""

    slow: float
    """At the pilot's own rate, with no more under way than the pilot had."""
    fast: float
    """With as many requests under way as the servers take, each answered as fast as the pilot's."""
    calls_per_s: float
    """The pilot's own rate; 0 for rules."""
    n_in_pilot: int
    """Episodes under way at once in the pilot, at most."""
    n_side_by_side: int
    """Requests under way at once in the fast case."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """What was asked for, what the pilot was, and what follows."""

    pilot: str
    n_pilot: int
    """Tasks of the pilot."""
    n_episodes: int
    n_unscored: int
    """Episodes of the pilot that ended for a reason outside; they count as they are."""
    n_kept: int
    """Examples the pilot kept."""
    tasks: int
    """Tasks the figures are for: whole batches, when the run goes on until so many are kept."""
    trials: int
    roles: dict[str, dict[str, Forecast]]
    """Role -> figure -> forecast; empty when rules play both sides."""
    duration: Duration


def plan_pilot(config: RunConfig, n_tasks: int) -> RunConfig:
    """Return the config of a pilot: as the run's, of so many tasks, but never more than the run.

    Raises:
        ConfigError: the number is no pilot's, or the run is smaller than any pilot.
    """
    if not FEWEST <= n_tasks <= MOST:
        msg = f"--pilot: expected {FEWEST} to {MOST} tasks, got {n_tasks}"
        raise ConfigError(msg)
    if config.until_kept is None:
        n_tasks = min(n_tasks, config.tasks)
    if n_tasks < FEWEST:
        msg = (
            f"--estimate: a run of {n_tasks} task is smaller than a pilot of {FEWEST}: just make it"
        )
        raise ConfigError(msg)
    return config.model_copy(update={"tasks": n_tasks, "until_kept": None})


def estimate_run(pilot: RunFolder, config: RunConfig) -> Estimate:
    """Return what a run of this config would take, with as many batches as the pilot's yield asks.

    Raises:
        ConfigError: the pilot made too few tasks to tell.
    """
    n_episodes, n_unscored, n_pilot = run_query(pilot, EPISODES)[1][0]
    if n_pilot < FEWEST:
        msg = f"the pilot {pilot.name} made {n_pilot} tasks: too few to tell anything from"
        raise ConfigError(msg)
    n_kept = run_query(pilot, KEPT)[1][0][0]
    n_batches = count_batches(config, n_kept / n_pilot) or 1
    config = config.model_copy(update={"tasks": n_batches * config.tasks})
    roles = forecast_roles(pilot, config)
    return Estimate(
        pilot=pilot.name,
        n_pilot=n_pilot,
        n_episodes=n_episodes,
        n_unscored=n_unscored,
        n_kept=n_kept,
        tasks=config.tasks,
        trials=config.trials,
        roles=roles,
        duration=find_duration(pilot, config, roles, n_pilot),
    )


def count_batches(config: RunConfig, kept_per_task: float) -> int | None:
    """Return how many batches of tasks it takes; None where a pilot that kept none cannot tell."""
    if config.until_kept is None:
        return 1
    if not kept_per_task:
        return None
    return math.ceil(config.until_kept / (kept_per_task * config.tasks))


def forecast_roles(pilot: RunFolder, config: RunConfig) -> dict[str, dict[str, Forecast]]:
    """Return role -> figure -> forecast; a cost only where the role has a price."""
    rows: dict[str, list[list[float]]] = {}
    for name, *row in run_query(pilot, PER_TASK)[1]:
        rows.setdefault(name, []).append(row)
    found: dict[str, dict[str, Forecast]] = {}
    for name, taken in rows.items():
        columns = zip(FIGURES, zip(*taken, strict=True), strict=True)
        found[name] = {figure: forecast(values, config.tasks) for figure, values in columns}
        role = config.agent if name == "agent" else config.user
        costs = [find_cost(role, row[1], row[2]) for row in taken]
        priced = [cost for cost in costs if cost is not None]
        if priced:
            found[name]["cost"] = forecast(priced, config.tasks)
    return found


def find_duration(
    pilot: RunFolder, config: RunConfig, roles: dict[str, dict[str, Forecast]], n_pilot: int
) -> Duration:
    """Return how long the run would play."""
    usage = load_usage(pilot)
    if not roles or usage is None or not usage.play_s:
        work_s = measure_work_s(pilot) / n_pilot * config.tasks
        return Duration(work_s, work_s, calls_per_s=0.0, n_in_pilot=1, n_side_by_side=1)
    n_calls = sum(found["calls"].mean for found in roles.values()) * n_pilot
    rate = n_calls / usage.play_s
    predicted = sum(found["calls"].predicted for found in roles.values())
    call_s = sum(found["call_s"].predicted for found in roles.values())
    n_in_pilot, n_in_run = (
        min(usage.n_side_by_side, n_tasks * config.trials) for n_tasks in (n_pilot, config.tasks)
    )
    slow = predicted / rate
    return Duration(slow, min(slow, call_s / n_in_run), rate, n_in_pilot, n_in_run)


def measure_work_s(run: RunFolder) -> float:
    """Return the seconds that all stages worked on all shards."""
    manifests = [
        read_manifest(run, stage, shard)
        for stage in StageFolder
        for shard in list_shards(run, stage)
    ]
    return sum(item.wall_s for item in manifests if item is not None)


def save_estimate(pilot: RunFolder, estimate: Estimate) -> None:
    """Write the estimate into the pilot's folder, to be held against the run.

    Raises:
        ConfigError: it cannot be written.
    """
    text = json.dumps(asdict(estimate), ensure_ascii=False, indent=2)
    write_file(pilot.path / ESTIMATE_FILE, f"{text}\n".encode())


def render_estimate(estimate: Estimate, config: RunConfig, console: Console) -> None:
    """Print what a run would take, and what that rests on."""
    if estimate.roles:
        console.print(tabulate(estimate))
    for line in list_lines(estimate, config):
        console.print(line, highlight=False, soft_wrap=True)


def tabulate(estimate: Estimate) -> Table:
    """Return the table of figures per role."""
    asked = f"{estimate.tasks} tasks x {estimate.trials}"
    table = Table(title=f"Estimate for {asked}", title_justify="left")
    table.add_column("role")
    table.add_column("figure")
    for name in ("per task", "standard error", f"for {asked}", "from", "to"):
        table.add_column(name, justify="right")
    for role, figures in estimate.roles.items():
        for figure, digits in SHOWN.items():
            if figure in figures:
                cells = list_cells(figures[figure], digits)
                table.add_row(role, figure.replace("_", " "), *cells)
        table.add_section()
    return table


def list_cells(found: Forecast, n_digits: int) -> Sequence[str]:
    """Return a forecast as cells."""
    per_task = (f"{value:.{max(1, n_digits)}f}" for value in (found.mean, found.standard_error))
    whole = (f"{value:.{n_digits}f}" for value in (found.predicted, found.low, found.high))
    return [*per_task, *whole]


def list_lines(estimate: Estimate, config: RunConfig) -> list[str]:
    """Return how long it would take, and what the figures rest on."""
    pilot = f"pilot {estimate.pilot}: {estimate.n_pilot} tasks, {estimate.n_episodes} episodes"
    duration = estimate.duration
    if not config.model_roles:
        slow = f"at most about {duration.slow:.0f} s of work for {estimate.tasks} tasks"
        first = "rules play both sides: no model is called"
        slow = f"{slow}: the pilot's first tasks paid for loading too"
        return [first, slow, *tell_until_kept(estimate, config), pilot]
    slow = f"{tell_time(duration.slow)} at the pilot's own {duration.calls_per_s:.2f} calls/s"
    fast = f"{tell_time(duration.fast)} with {duration.n_side_by_side} requests under way"
    return [
        f"time: {slow}, with {duration.n_in_pilot} episodes side by side",
        f"time: {fast}, if each is answered as fast as the pilot's; a busy server is slower",
        "range: two standard errors of the prediction, tasks being drawn as the pilot's were",
        *tell_until_kept(estimate, config),
        f"{pilot}, {Rate(estimate.n_unscored, estimate.n_episodes)} not scored",
    ]


def tell_until_kept(estimate: Estimate, config: RunConfig) -> list[str]:
    """Return how many batches are counted, where there may be several, and why so many."""
    if config.until_kept is None:
        return []
    asked = f"until {config.until_kept} examples are kept"
    yielded = f"{estimate.n_kept} from {estimate.n_pilot} tasks"
    if not estimate.n_kept:
        return [f"this is one batch; {asked} there may be many: the pilot kept {yielded}"]
    n_batches = estimate.tasks // config.tasks
    batches = f"{n_batches} x {config.tasks} tasks"
    return [f"{asked}: {batches}, if they yield as the pilot's, which kept {yielded}"]


def tell_time(seconds: float) -> str:
    """Return a duration in words.

    >>> tell_time(0.52), tell_time(90), tell_time(9000)
    ('0.5 s', '90 s', '2.5 h')
    """
    hours = seconds / SECONDS_PER_HOUR
    n_digits = 1 if seconds < FEW_SECONDS else 0
    return f"{seconds:.{n_digits}f} s" if hours < 1 else f"{hours:.1f} h"
