"""`tracer sql`: a run asked in SQL."""

import math
import sys
from itertools import groupby
from operator import attrgetter
from typing import Annotated, Any

from cyclopts import Parameter
from rich.cells import cell_len
from rich.table import Table

from tracer.cli.settings import find_runs_root
from tracer.cli.terminal import cut_line, make_console, plain, write_json
from tracer.store.folder import RunFolder, open_run
from tracer.store.views import describe_views, run_query

MOST_ROWS = 500
MOST_CHARS = 1000
TYPE_CHARS = 24
NARROWEST = 6
"""Narrower columns tell nothing: each row is printed as a list of fields then."""
EDGE_CHARS = 3
"""What each column of a table costs beside its text."""


def query(
    run: str,
    sql: str | None = None,
    /,
    *,
    as_json: Annotated[bool, Parameter(name="--json", negative="", show_default=False)] = False,
) -> None:
    """Ask a run in SQL, or list its tables and columns when no question is given.

    Args:
        run: Name of a run, or its path.
        sql: One SELECT; nothing can be changed.
        as_json: Print a JSON list with one object per row, nothing cut.
    """
    folder = open_run(find_runs_root(), run)
    if sql is None:
        _list_columns(folder, as_json=as_json)
        return
    columns, rows = run_query(folder, sql)
    if as_json:
        names = name_apart(columns)
        write_json([dict(zip(names, map(to_json, row), strict=True)) for row in rows])
    else:
        _print_rows(columns, rows)


def _list_columns(run: RunFolder, *, as_json: bool) -> None:
    columns = describe_views(run)
    if as_json:
        write_json([column._asdict() for column in columns])
        return
    table = Table("table", "column", "type", "meaning")
    for name, members in groupby(columns, key=attrgetter("view")):
        for column in members:
            table.add_row(
                name, column.column, cut_line(column.type, TYPE_CHARS), column.description
            )
        table.add_section()
    make_console().print(table)


def name_apart(columns: list[str]) -> list[str]:
    """Return the names of columns, a number added to those that occur again.

    >>> name_apart(["id", "n", "id"])
    ['id', 'n', 'id_2']
    """
    names: list[str] = []
    for column in columns:
        name, number = column, 1
        while name in names:
            number += 1
            name = f"{column}_{number}"
        names.append(name)
    return names


def to_json(value: Any) -> Any:
    """Return a value of a row as JSON has it; NaN and infinities become texts."""
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    if isinstance(value, dict):
        return {str(key): to_json(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [to_json(item) for item in value]
    return value


def _print_rows(columns: list[str], rows: list[tuple[Any, ...]]) -> None:
    # What no terminal is wide enough for need not be measured.
    lines = [[cut_line(_show(value), MOST_CHARS) for value in row] for row in rows[:MOST_ROWS]]
    console = make_console()
    widths = [max(map(cell_len, cells)) for cells in zip(columns, *lines, strict=True)]
    widest = find_widest(widths, console.width - 1 - EDGE_CHARS * len(columns))
    if widest < min(NARROWEST, max(widths)):
        for number, line in enumerate(lines, start=1):
            console.rule(f"row {number}", align="left")
            console.print(_list_fields(columns, line))
    else:
        console.print(_tabulate(columns, lines, widest))
    if len(rows) > MOST_ROWS:
        sys.stderr.write(f"{MOST_ROWS} of {len(rows)} rows shown; --json prints all\n")


def find_widest(widths: list[int], available: int) -> int:
    """Return the width to cut columns at so that all fit, the narrow ones whole; 0 when none does.

    >>> find_widest([4, 300, 10, 90], 50)
    18
    """
    rest = available
    for n_done, width in enumerate(sorted(widths)):
        share = max(rest, 0) // (len(widths) - n_done)
        if width > share:
            return share
        rest -= width
    return max(widths, default=0)


def _tabulate(columns: list[str], lines: list[list[str]], widest: int) -> Table:
    table = Table()
    for column in columns:
        table.add_column(plain(column), no_wrap=True, overflow="ellipsis", max_width=widest)
    for line in lines:
        table.add_row(*map(plain, line))
    return table


def _list_fields(columns: list[str], line: list[str]) -> Table:
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for name, value in zip(columns, line, strict=True):
        table.add_row(plain(name, "bold"), plain(value))
    return table


def _show(value: Any) -> str:
    return "" if value is None else str(value)
