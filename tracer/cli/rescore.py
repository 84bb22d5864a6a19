"""`tracer rescore`: rewards and verdicts made anew by today's rules, and who flipped."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Annotated, Any

from cyclopts import Parameter
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from flows.rescore import Report, rescore_run
from flows.rescoring import Watch
from tasks.rescore.standing import Change, Standing, count_transitions, show_reward
from tracer.cli.settings import find_runs_root
from tracer.cli.terminal import cut_line, make_console, plain, write_json
from tracer.store.folder import open_run

MOST_ROWS = 50
MOST_UNFIT = 10
DETAIL_CHARS = 100
DIGEST_CHARS = 8


def rescore(
    run: str,
    /,
    *,
    dry_run: Annotated[bool, Parameter(negative="", show_default=False)] = False,
    as_json: Annotated[bool, Parameter(name="--json", negative="", show_default=False)] = False,
) -> None:
    """Score and judge a finished run's episodes by today's rules and say who flipped.

    Nothing is played again. An episode whose tools answer otherwise today than recorded keeps its
    reward and verdict and is named. A rescoring that was cut short is finished first.

    Args:
        run: Name of a run, or its path.
        dry_run: Say what would flip and write nothing.
        as_json: Print one JSON object instead of tables.
    """
    folder = open_run(find_runs_root(), run, half_swapped=not dry_run)
    with show_bar(make_console(stderr=True)) as watch:
        report = rescore_run(folder, watch, dry_run=dry_run)
    if as_json:
        write_json({"run": folder.name, "dry_run": dry_run, **to_json(report)})
    else:
        render_report(report, make_console(), dry_run=dry_run)


@contextmanager
def show_bar(console: Console) -> Iterator[Watch]:
    """Show how many episodes are done while the body runs; silent where nobody looks."""
    columns = (
        TextColumn("rescore"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("episodes"),
        TimeElapsedColumn(),
    )
    is_silent = not sys.stderr.isatty()
    with Progress(*columns, console=console, transient=True, disable=is_silent) as progress:
        bar = progress.add_task("rescore", total=None)

        def watch(n_done: int, total: int) -> None:
            progress.update(bar, completed=n_done, total=total)

        yield watch


def to_json(report: Report) -> dict[str, Any]:
    """Return the report as a JSON object."""
    return {
        "episodes": len(report.changes),
        "rescored": report.n_rescored,
        "finished_earlier": report.finished_earlier,
        "flips": [_flip_to_json(change) for change in report.flips],
        "transitions": count_transitions(report.changes),
        "renewed": report.n_renewed,
        "not_rescored": [
            {
                "trajectory": change.after.trajectory_id,
                "task": change.task_id,
                "trial": change.trial,
                "why": change.fault,
            }
            for change in report.unfit
        ],
        "rules": {"before": report.before, "after": report.after},
    }


def _flip_to_json(change: Change) -> dict[str, Any]:
    before, after = _standing_to_json(change.before), _standing_to_json(change.after)
    return {"task": change.task_id, "trial": change.trial, "before": before, "after": after}


def _standing_to_json(standing: Standing) -> dict[str, Any]:
    return {
        "trajectory": standing.trajectory_id,
        "reward": standing.reward,
        "verdict": standing.verdict,
        "detail": standing.detail,
    }


def render_report(report: Report, console: Console, *, dry_run: bool) -> None:
    """Print flips, totals, what could not be rescored and which rules changed."""
    if report.finished_earlier:
        console.print("a rescoring that had been cut short was finished first")
    _render_rules(report.before, report.after, console)
    flips, total = report.flips, len(report.changes)
    if flips:
        console.print(_tabulate_flips(flips, dry_run=dry_run))
        if len(flips) > MOST_ROWS:
            console.print(f"and {len(flips) - MOST_ROWS} more: --json lists every one")
        console.print(_tabulate_transitions(count_transitions(flips), total))
    _render_unfit(report.unfit, total, console)
    console.print(state_end(report, dry_run=dry_run), soft_wrap=True)


def state_end(report: Report, *, dry_run: bool) -> str:
    """Return how it ended, in one line."""
    n_flips = len(report.flips)
    rescored = f"{report.n_rescored}/{len(report.changes)} episodes rescored"
    line = f"{n_flips} flipped, {rescored}" if n_flips else f"nothing flipped, {rescored}"
    if report.n_renewed:
        line += f", {report.n_renewed} renewed without a flip (other digests or details)"
    return f"{line}; dry run, nothing was written" if dry_run else line


def _render_rules(
    before: Mapping[str, Mapping[str, str]],
    after: Mapping[str, Mapping[str, str]],
    console: Console,
) -> None:
    for domain, parts in after.items():
        earlier = before.get(domain, {})
        moved = [
            f"{name} {_cut(earlier[name])} -> {_cut(digest)}"
            for name, digest in parts.items()
            if name in earlier and earlier[name] != digest
        ]
        if moved:
            console.print(f"changed since, {domain}: {', '.join(moved)}", soft_wrap=True)


def _cut(digest: str) -> str:
    return digest[:DIGEST_CHARS]


def _tabulate_flips(flips: Sequence[Change], *, dry_run: bool) -> Table:
    table = Table(title=f"Flips: {len(flips)}", title_justify="left")
    for name in ("trajectory", "task, trial", "reward", "verdict", "why"):
        table.add_column(name, no_wrap=name == "trajectory")
    for change in flips[:MOST_ROWS]:
        before, after = change.before, change.after
        table.add_row(
            # The id that `tracer show` finds in the run as it is now.
            before.trajectory_id if dry_run else after.trajectory_id,
            f"{change.task_id}, {change.trial}",
            _show_step(show_reward(before.reward), show_reward(after.reward)),
            _show_step(before.verdict, after.verdict),
            plain(cut_line(after.detail or before.detail, DETAIL_CHARS)),
        )
    return table


def _show_step(before: str, after: str) -> str:
    return before if before == after else f"{before} -> {after}"


def _tabulate_transitions(transitions: Mapping[str, int], total: int) -> Table:
    table = Table(title="Flips by kind", title_justify="left")
    table.add_column("flip")
    table.add_column("n/N", justify="right")
    for name, count in transitions.items():
        table.add_row(name, f"{count}/{total}")
    return table


def _render_unfit(unfit: Sequence[Change], total: int, console: Console) -> None:
    if not unfit:
        return
    console.print(
        f"{len(unfit)}/{total} episodes keep their stored reward and verdict: "
        "tools answer otherwise today than recorded",
        soft_wrap=True,
    )
    for change in unfit[:MOST_UNFIT]:
        name = f"{change.after.trajectory_id} (task {change.task_id}, trial {change.trial})"
        console.print(plain(f"  {name}: {cut_line(change.fault, DETAIL_CHARS)}"), soft_wrap=True)
    if len(unfit) > MOST_UNFIT:
        console.print(f"  and {len(unfit) - MOST_UNFIT} more: --json lists every one")
