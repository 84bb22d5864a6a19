"""Usage: what the models of a run took, read from its timings and laid out as a table."""

from typing import Any

from rich.console import Console
from rich.table import Table

from schemas.config import RoleConfig
from tracer.analysis.rate import Rate
from tracer.analysis.usage import Counts, RoleUsage, Usage, find_cost
from tracer.cli.terminal import cut_line, plain
from tracer.store.folder import RunFolder
from tracer.store.usage import load_usage
from tracer.store.views import run_query

COUNTS = """
    SELECT t.stage, t.role, sum(t.n_calls), sum(t.n_input_tokens), sum(t.n_cached_tokens),
        sum(t.n_output_tokens), sum(t.n_retries), sum(t.wall_s)
    FROM timings t JOIN trajectories e ON e.id = t.record_id
    WHERE t.role <> 'episode' GROUP BY ALL ORDER BY t.stage, t.role
"""
"""A shard that was cut short has timings without trajectories: they are left out."""
EPISODES = """
    SELECT count(*), count(*) FILTER (t.n_retries > 0), (SELECT count(*) FROM examples)
    FROM timings t JOIN trajectories e ON e.id = t.record_id WHERE t.role = 'episode'
"""
MODEL_CHARS = 24
NONE = "-"


def read_usage(run: RunFolder) -> Usage | None:
    """Return what the models of a run took; None when none was asked.

    Raises:
        ConfigError: the run cannot be read.
        DataError: its config or its usage is damaged.
    """
    rows = run_query(run, COUNTS)[1]
    if not rows:
        return None
    config, whole = run.load_config(), load_usage(run)
    n_episodes, n_redone, n_kept = run_query(run, EPISODES)[1][0]
    return Usage(
        roles=[
            describe_role(stage, name, config.model_roles.get(name, RoleConfig()), Counts(*counts))
            for stage, name, *counts in rows
        ],
        n_episodes=n_episodes,
        n_redone=n_redone,
        n_kept=n_kept,
        play_s=whole.play_s if whole is not None else None,
        prefixes=whole.prefixes if whole is not None else [],
    )


def describe_role(stage: str, name: str, role: RoleConfig, counts: Counts) -> RoleUsage:
    """Return what a role took, with its model and its cost."""
    cost = find_cost(role, counts.n_input_tokens, counts.n_output_tokens)
    return RoleUsage(stage, name, role.model, counts, cost)


def render_usage(usage: Usage, console: Console) -> None:
    """Print the table of models, and what the run as a whole took of them."""
    table = Table(title="Models", title_justify="left")
    table.add_column("stage and role")
    table.add_column("model")
    for name in ("calls", "cached/input tokens", "output tokens", "retries", "s/call", "cost"):
        table.add_column(name, justify="right", no_wrap=True)
    for item in usage.roles:
        model = plain(cut_line(item.model, MODEL_CHARS))
        table.add_row(f"{item.stage} {item.role}", model, *list_cells(item))
    table.add_section()
    table.add_row("per kept row", f"n = {usage.n_kept}", *list_per_kept(usage))
    console.print(table)
    for line in list_lines(usage):
        console.print(plain(line), soft_wrap=True)


def list_cells(item: RoleUsage) -> list[str]:
    """Return the figures of a role as cells; a server that tells of no cached token has a dash."""
    counts = item.counts
    return [
        str(counts.n_calls),
        str(item.cached) if counts.n_cached_tokens else f"{NONE}/{counts.n_input_tokens}",
        str(counts.n_output_tokens),
        str(counts.n_retries),
        show(item.mean_s, 2),
        show(item.cost, 4),
    ]


def list_per_kept(usage: Usage) -> list[str]:
    """Return the figures per kept row as cells."""
    if not usage.n_kept:
        return [NONE] * 6
    total, n_kept = usage.total, usage.n_kept
    cost = None if usage.cost is None else usage.cost / n_kept
    means = [
        show(count / n_kept, 1)
        for count in (total.n_calls, total.n_input_tokens, total.n_output_tokens, total.n_retries)
    ]
    return [*means, "", show(cost, 4)]


def list_lines(usage: Usage) -> list[str]:
    """Return what stands below the table: rates, episodes redone, prefix caches."""
    lines = []
    if usage.play_s:
        total, seconds = usage.total, usage.play_s
        tokens = [total.n_input_tokens / seconds, total.n_output_tokens / seconds]
        lines.append(
            f"{total.n_calls} calls in {seconds:.1f} s of playing: {total.n_calls / seconds:.2f} "
            f"calls/s, {tokens[0]:.0f} input and {tokens[1]:.0f} output tokens/s"
        )
    if usage.n_redone:
        redone = Rate(usage.n_redone, usage.n_episodes)
        lines.append(f"played a second time after a failure outside: {redone} episodes")
    lines += [
        f"prefix cache of {item.endpoint}: {Rate(item.n_hits, item.n_queries)} tokens"
        for item in usage.prefixes
    ]
    return lines


def show(value: float | None, n_digits: int) -> str:
    """Return a number with so many digits, a dash for None."""
    return NONE if value is None else f"{value:.{n_digits}f}"


def dump_usage(usage: Usage) -> dict[str, Any]:
    """Return what the table shows as JSON values."""
    return {
        "roles": [
            {
                "stage": item.stage,
                "role": item.role,
                "model": item.model,
                **dump_counts(item.counts),
                "mean_s": item.mean_s,
                "cost": item.cost,
            }
            for item in usage.roles
        ],
        "total": {**dump_counts(usage.total), "cost": usage.cost},
        "n_episodes": usage.n_episodes,
        "n_redone": usage.n_redone,
        "n_kept": usage.n_kept,
        "play_s": usage.play_s,
        "prefixes": [item.model_dump(mode="json") for item in usage.prefixes],
    }


def dump_counts(counts: Counts) -> dict[str, Any]:
    """Return sums as JSON values."""
    return {name: getattr(counts, name) for name in Counts.__dataclass_fields__}
