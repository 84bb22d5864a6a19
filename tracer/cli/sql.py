"""`tracer sql`: a run asked in SQL."""

import math
import sys
from typing import Annotated, Any

from cyclopts import Parameter
from rich.table import Table

from tracer.cli.settings import find_runs_root
from tracer.cli.terminal import cut_line, make_console, plain, write_json
from tracer.store.folder import RunFolder, open_run
from tracer.store.views import describe_views, run_query

MOST_ROWS = 500
MOST_CHARS = 1000


def query(
    run: str,
    sql: str | None = None,
    /,
    *,
    as_json: Annotated[bool, Parameter(name="--json", negative="")] = False,
) -> None:
    """Ask a run in SQL, or list its tables and columns when no question is given.

    Args:
        run: Name of a run, or its path.
        sql: One SELECT; nothing can be changed.
        as_json: Print a JSON list with one object per row, nothing cut.
    """
    folder = open_run(find_runs_root(), run)
    columns, rows = _list_columns(folder) if sql is None else run_query(folder, sql)
    if as_json:
        names = name_apart(columns)
        write_json([dict(zip(names, map(to_json, row), strict=True)) for row in rows])
    else:
        _print_rows(columns, rows)


def _list_columns(run: RunFolder) -> tuple[list[str], list[tuple[Any, ...]]]:
    return ["table", "column", "type", "meaning"], [tuple(row) for row in describe_views(run)]


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
    table = Table()
    for column in columns:
        table.add_column(plain(column), no_wrap=True, overflow="ellipsis")
    for row in rows[:MOST_ROWS]:
        # What no terminal is wide enough for need not be measured.
        table.add_row(*(plain(cut_line(_show(value), MOST_CHARS)) for value in row))
    make_console().print(table)
    if len(rows) > MOST_ROWS:
        sys.stderr.write(f"{MOST_ROWS} of {len(rows)} rows shown; --json prints all\n")


def _show(value: Any) -> str:
    return "" if value is None else str(value)
