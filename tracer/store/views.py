"""Views: a run's shards as SQL tables, to read and never to write."""

from pathlib import Path
from typing import Any, NamedTuple

import duckdb
import pyarrow as pa
import pyarrow.dataset as ds

from schemas.arrow import arrow_schema, to_table
from schemas.errors import ConfigError, DataError
from schemas.record import Record
from schemas.timing import Timing
from schemas.verdict import Reject
from tracer.store.folder import RunFolder
from tracer.store.shard import check_parts, list_shards, locate_part, locate_rejects
from tracer.store.stage import REJECTS, STAGE_TABLES, TIMINGS, StageFolder

SETTINGS: dict[str, str | bool | int | float | list[str]] = {
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
    # An empty name: large sorts must not leave a folder where the command was started.
    "temp_directory": "",
}
LOCKS = (
    "SET enable_external_access = false",
    "SET lock_configuration = true",
)


OF_THE_QUERY = (duckdb.ParserException, duckdb.BinderException, duckdb.CatalogException)
"""What is wrong with the SQL itself, whatever the files hold."""


class ViewColumn(NamedTuple):
    """One column of one view."""

    view: str
    column: str
    type: str
    """Type in SQL."""
    description: str


def connect(run: RunFolder) -> duckdb.DuckDBPyConnection:
    """Return a connection in memory with one view per stage, and `rejects` and `timings`.

    Shards without a manifest are left out, so a run can be read while it is made; what is written
    later shows on a new connection. Files are read by Arrow and DuckDB itself may open none:
    a COPY inside a WITH clause passes for a SELECT, and would write wherever it may read.

    Raises:
        ConfigError: the run's folder cannot be read.
        DataError: a part that has a manifest is missing.
    """
    connection = duckdb.connect(":memory:", config=SETTINGS)
    for view, model, paths in _list_views(run):
        connection.register(view, _open_rows(model, paths))
    for lock in LOCKS:
        connection.execute(lock)
    return connection


def _list_views(run: RunFolder) -> list[tuple[str, type[Record], list[Path]]]:
    views: list[tuple[str, type[Record], list[Path]]] = []
    rejects: list[Path] = []
    # Last stage first: in a run under way, whatever is seen has its forerunners in view as well.
    for stage in reversed(StageFolder):
        shards = list_shards(run, stage)
        table = STAGE_TABLES[stage]
        parts = [locate_part(run, stage, shard) for shard in shards]
        views.insert(0, (table.view, table.model, parts))
        rejects += [locate_rejects(run, stage, shard) for shard in shards]
    timings = (run.path / TIMINGS).glob("*.parquet")
    return [
        *views,
        (REJECTS, Reject, sorted(path for path in rejects if path.exists())),
        (TIMINGS, Timing, sorted(timings)),
    ]


def _open_rows(model: type[Record], paths: list[Path]) -> pa.Table | ds.Dataset:
    if not paths:
        return to_table(model, [])
    for path in paths:
        if not path.exists():
            raise DataError(f"{path}: missing, though its manifest says it is written")
    names = [str(path.resolve()) for path in paths]
    return ds.dataset(names, schema=arrow_schema(model), format="parquet")


def run_query(run: RunFolder, sql: str) -> tuple[list[str], list[tuple[Any, ...]]]:
    """Return the column names and rows of one SELECT (or FROM, WITH, DESCRIBE, SHOW, SUMMARIZE).

    Raises:
        ConfigError: the SQL is wrong, is more than one statement, or would change something.
        DataError: a stored file is missing or damaged.
    """
    with connect(run) as connection:
        return fetch_rows(run, connection, sql)


def fetch_rows(
    run: RunFolder, connection: duckdb.DuckDBPyConnection, sql: str
) -> tuple[list[str], list[tuple[Any, ...]]]:
    """Do as `run_query` on an open connection, whose views stay those of one moment."""
    try:
        connection.execute(_parse_select(connection, sql))
        columns = [str(column[0]) for column in connection.description or ()]
        return columns, connection.fetchall()
    except OF_THE_QUERY as error:
        raise ConfigError(f"query: {_shorten(str(error))}") from error
    except (duckdb.Error, pa.ArrowException, OSError) as error:
        # DuckDB does not say which file it could not read.
        check_parts(run)
        raise ConfigError(f"query: {_shorten(str(error))}") from error


def _parse_select(connection: duckdb.DuckDBPyConnection, sql: str) -> duckdb.Statement:
    statements = connection.extract_statements(sql)
    if len(statements) != 1:
        raise ConfigError(f"query: expected one SELECT, got {len(statements)} statements")
    kind = statements[0].type
    if kind is not duckdb.StatementType.SELECT:
        raise ConfigError(f"query: {kind.name} refused: a run is only read; use one SELECT")
    return statements[0]


def _shorten(message: str) -> str:
    """Return a message of DuckDB in one line, without its picture of the SQL."""
    return " ".join(message.partition("\n\nLINE ")[0].split())


def describe_views(run: RunFolder) -> list[ViewColumn]:
    """Return every column of every view, with its SQL type and what it means.

    Raises:
        ConfigError: the run's folder cannot be read.
    """
    with connect(run) as connection:
        return [
            ViewColumn(view, name, str(kind), model.model_fields[name].description or "")
            for view, model, _ in _list_views(run)
            for name, kind in _list_types(connection, view)
        ]


def _list_types(connection: duckdb.DuckDBPyConnection, view: str) -> list[tuple[str, Any]]:
    relation = connection.table(view)
    return list(zip(relation.columns, relation.types, strict=True))
