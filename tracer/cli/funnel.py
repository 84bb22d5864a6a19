"""`tracer funnel`: what became of everything a run started."""

from typing import Annotated

from cyclopts import Parameter
from rich.bar import Bar
from rich.console import Console
from rich.table import Table

from schemas.errors import DataError
from schemas.ledger import Ledger
from tracer.analysis.language import Language
from tracer.analysis.passes import PassRate
from tracer.analysis.rate import Rate
from tracer.cli.figures import Ending, Figures, Passes, read_figures, to_json
from tracer.cli.settings import find_runs_root
from tracer.cli.terminal import make_console, plain, write_json
from tracer.cli.usage import render_usage
from tracer.store.folder import RunFolder, open_run

BAR_COLUMNS = 24
MOST_NAMED = 10
REWARDS = (1.0, 0.0, -1.0, None)


def funnel(
    run: str,
    /,
    *,
    as_json: Annotated[bool, Parameter(name="--json", negative="", show_default=False)] = False,
) -> int:
    """Count what became of everything a run started.

    Args:
        run: Name of a run, or its path.
        as_json: Print one JSON object instead of tables.
    """
    folder = open_run(find_runs_root(), run)
    figures = read_figures(folder)
    if as_json:
        write_json(to_json(figures))
    else:
        _render_figures(figures, make_console())
    is_exact = figures.tasks.is_exact and figures.episodes.is_exact
    return 0 if is_exact else DataError.exit_code


def render_funnel(run: RunFolder, console: Console) -> None:
    """Print the ledgers and figures of `run`.

    Raises:
        ConfigError: the run cannot be read.
    """
    _render_figures(read_figures(run), console)


def _render_figures(figures: Figures, console: Console) -> None:
    _render_ledger(figures.tasks, "workflows", "tasks", console)
    _render_ledger(figures.episodes, "episodes", "examples", console)
    console.print(_tabulate_endings(figures.endings))
    console.print(f"markup in a text: {figures.leaked_markup} of the judged episodes")
    if figures.success is not None:
        console.print(_tabulate_passes(figures.success))
        _name_incomplete(figures.success, console)
    if figures.models is not None:
        render_usage(figures.models, console)
    console.print(_tabulate_language(figures))


def _render_ledger(ledger: Ledger, started: str, kept: str, console: Console) -> None:
    table = Table(title=f"{str(ledger.ledger).capitalize()}: {state_sum(ledger, started)}")
    table.title_justify = "left"
    table.add_column("stage")
    table.add_column("reason")
    table.add_column("count", justify="right")
    table.add_column("share", justify="right")
    table.add_column("", width=BAR_COLUMNS)
    _add_line(table, ("", f"kept as {kept}"), ledger.kept, ledger.started)
    for line in ledger.lines:
        _add_line(table, (line.stage, line.reason), line.count, ledger.started)
    if ledger.open:
        _add_line(table, ("", "open"), ledger.open, ledger.started)
    console.print(table)
    for fault in ledger.faults:
        console.print(plain(fault, "red"))


def state_sum(ledger: Ledger, started: str) -> str:
    """Return the sum of a ledger in words, and whether it comes out."""
    parts = f"{ledger.kept} kept + {ledger.rejected} rejected"
    if ledger.open:
        parts += f" + {ledger.open} open"
    verdict = "exact" if ledger.is_exact else "NOT EXACT"
    return f"{ledger.started} {started} started = {parts}: {verdict}"


def _add_line(table: Table, names: tuple[str, str], count: int, started: int) -> None:
    share = f"{count / started:.1%}".replace("%", " %") if started else "-"
    bar = Bar(size=max(started, 1), begin=0, end=count, width=BAR_COLUMNS)
    table.add_row(*names, str(count), share, bar)


def _tabulate_endings(endings: list[Ending]) -> Table:
    total = sum(ending.n for ending in endings)
    table = Table(title=f"Endings of {total} episodes", title_justify="left")
    table.add_column("termination")
    for name in ("reward 1", "reward 0", "reward -1", "not scored"):
        table.add_column(name, justify="right")
    counts = {(ending.termination, ending.reward): ending.n for ending in endings}
    names = list(dict.fromkeys(ending.termination for ending in endings))
    for name in names:
        cells = [counts.get((name, reward), 0) for reward in REWARDS]
        table.add_row(name, *(f"{n}/{total}" if n else "" for n in cells))
    sums = [sum(counts.get((name, reward), 0) for name in names) for reward in REWARDS]
    table.add_section()
    table.add_row("all", *(f"{n}/{total}" for n in sums))
    return table


def _tabulate_passes(success: Passes) -> Table:
    table = Table(title="Success over trials", title_justify="left")
    table.add_column("figure")
    table.add_column("n/N", justify="right")
    table.add_column("counted in")
    table.add_column("incomplete tasks", justify="right")
    _add_pass(table, f"avg@{success.average.k}", success.average, "trials")
    for found in success.passes:
        _add_pass(table, f"pass^{found.k}", found, "tasks")
    return table


def _add_pass(table: Table, name: str, found: PassRate, unit: str) -> None:
    table.add_row(name, str(found.rate), unit, str(found.n_incomplete))


def _name_incomplete(success: Passes, console: Console) -> None:
    names = success.incomplete
    if names:
        more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
        line = f"incomplete, a trial not scored: {', '.join(names[:MOST_NAMED])}{more}"
        console.print(plain(line), soft_wrap=True)


def _tabulate_language(figures: Figures) -> Table:
    table = Table(title=f"Language of {figures.episodes.kept} examples", title_justify="left")
    table.add_column("figure")
    table.add_column("user", justify="right")
    table.add_column("agent", justify="right")
    sides: tuple[Language, Language] = (figures.user, figures.agent)
    table.add_row("texts", *(str(side.n_texts) for side in sides))
    table.add_row("mean words", *(_round(side.mean_words) for side in sides))
    table.add_row("distinct-2", *(str(side.distinct_2) for side in sides))
    table.add_row("sentences shared", *(str(side.shared_sentences) for side in sides))
    composition = figures.composition
    table.add_section()
    table.add_row("more call turns than text turns", "", str(composition.more_calls))
    table.add_row("questions per conversation", "", _count_per(composition.questions))
    return table


def _round(value: float | None) -> str:
    return "-" if value is None else f"{value:.1f}"


def _count_per(rate: Rate) -> str:
    return f"{int(rate.n)}/{rate.of} ({_round(rate.share)})"
