from pathlib import Path

import pytest

from schemas.errors import ConfigError, DataError
from schemas.record import Record
from schemas.verdict import Reject
from tests.support.builders import (
    make_draft,
    make_example,
    make_feeling,
    make_grounded,
    make_judgement,
    make_reject,
    make_task,
    make_timing,
    make_trajectory,
    make_workflow,
)
from tracer.store.folder import RunFolder, create_run
from tracer.store.shard import ShardOutput, locate_manifest, locate_part, write_shard, write_timings
from tracer.store.stage import StageFolder
from tracer.store.views import connect, describe_views, fetch_rows, run_query

VIEWS = [
    "workflows",
    "grounded",
    "drafts",
    "feelings",
    "candidates",
    "tasks",
    "trajectories",
    "verdicts",
    "examples",
    "rejects",
    "timings",
]
RECORDS: dict[StageFolder, Record] = {
    StageFolder.WORKFLOWS: make_workflow(),
    StageFolder.GROUNDED: make_grounded(),
    StageFolder.DRAFTS: make_draft(),
    StageFolder.FEELINGS: make_feeling(),
    StageFolder.CANDIDATES: make_task(),
    StageFolder.TASKS: make_task(),
    StageFolder.TRAJECTORIES: make_trajectory(),
    StageFolder.VERDICTS: make_judgement(),
    StageFolder.EXAMPLES: make_example(),
}


@pytest.fixture
def run(run_root: Path) -> RunFolder:
    return create_run(run_root, "a")


def write(
    run: RunFolder, stage: StageFolder, records: list[Record], rejects: list[Reject] | None = None
) -> None:
    output = ShardOutput(records, rejects or [], n_in=len(records), wall_s=0.5)
    write_shard(run, stage, 0, output)


def count(run: RunFolder, view: str) -> int:
    return len(run_query(run, f"FROM {view}")[1])


def test_run_without_a_shard_has_every_view_empty(run: RunFolder) -> None:
    assert [count(run, view) for view in VIEWS] == [0] * len(VIEWS)


def test_empty_and_filled_views_have_the_same_columns(run: RunFolder) -> None:
    empty = describe_views(run)
    for stage, record in RECORDS.items():
        write(run, stage, [record], [make_reject()])
    write_timings(run, StageFolder.TRAJECTORIES, 0, [make_timing()])
    assert describe_views(run) == empty
    assert [count(run, view) for view in VIEWS] == [1] * 9 + [9, 1]


def test_columns_are_described_with_sql_types(run: RunFolder) -> None:
    columns = {(found.view, found.column): found for found in describe_views(run)}
    assert list(dict.fromkeys(view for view, _ in columns)) == VIEWS
    assert all(found.description for found in columns.values())
    tools = columns["examples", "tools"]
    assert tools.type == "JSON"
    assert (
        tools.description
        == "Schemas of the tools the agent had, a JSON list in OpenAI function form."
    )
    assert columns["tasks", "index"].type == "BIGINT"


def test_query_gives_columns_and_rows(run: RunFolder) -> None:
    write(run, StageFolder.FEELINGS, [make_feeling(condition=n) for n in (3, None)])
    columns, rows = run_query(run, "SELECT condition, text AS t FROM feelings ORDER BY condition;")
    assert columns == ["condition", "t"]
    assert rows == [
        (3, "Zoë sighs whenever she looks at the clock."),
        (None, "Zoë sighs whenever she looks at the clock."),
    ]


def test_json_inside_messages_can_be_asked(run: RunFolder) -> None:
    write(run, StageFolder.TRAJECTORIES, [make_trajectory()])
    sql = """
        SELECT call.function.arguments->>'$.order_id'
        FROM (SELECT unnest(messages) AS m FROM trajectories), unnest(m.tool_calls) AS u(call)
    """
    assert run_query(run, sql)[1] == [("W7",)]


@pytest.mark.parametrize(
    "sql",
    [
        "FROM workflows",
        "WITH w AS (FROM workflows) SELECT * FROM w",
        "DESCRIBE workflows",
        "SHOW TABLES",
        "SUMMARIZE workflows",
        "VALUES (1)",
        "SELECT 1; -- the end",
    ],
)
def test_statements_that_only_read_are_answered(run: RunFolder, sql: str) -> None:
    assert run_query(run, sql)[0]


@pytest.mark.parametrize(
    "sql",
    [
        "COPY workflows TO '{run}/x.csv'",
        "CREATE TABLE t (a INT)",
        "INSERT INTO workflows VALUES (1)",
        "ATTACH '{run}/x.db'",
        "EXPORT DATABASE '{run}/x'",
        "PRAGMA threads=1",
        "SET threads = 1",
        "RESET threads",
        "DROP VIEW workflows",
        "INSTALL httpfs",
        "LOAD json",
        "USE memory",
        "BEGIN",
        "UPDATE workflows SET id = 1",
        "DELETE FROM workflows",
        "CALL pragma_version()",
        "VACUUM",
        "EXPLAIN ANALYZE COPY workflows TO '{run}/x.csv'",
        "PREPARE p AS SELECT 1",
    ],
)
def test_statements_that_could_change_something_are_refused(run: RunFolder, sql: str) -> None:
    with pytest.raises(ConfigError, match=r"^query: [A-Z_]+ refused: a run is only read"):
        run_query(run, sql.format(run=run.path))


@pytest.mark.parametrize(
    "sql",
    [
        "WITH c AS (COPY workflows TO '{run}/x.csv') SELECT * FROM c",
        "SELECT * FROM query('WITH c AS (COPY workflows TO ''{run}/x.csv'') SELECT * FROM c')",
        "WITH c AS (INSERT INTO workflows VALUES (1) RETURNING id) SELECT * FROM c",
        "SELECT * FROM read_text('{run}/config.toml')",
        "SELECT * FROM read_csv('/etc/passwd')",
        "SELECT * FROM '{run}/01_workflows/part-00000.parquet'",
        "SELECT * FROM glob('{run}/*')",
    ],
)
def test_select_in_disguise_reaches_no_file(run: RunFolder, sql: str) -> None:
    write(run, StageFolder.WORKFLOWS, [make_workflow()])
    before = sorted(run.path.rglob("*"))
    with pytest.raises(ConfigError, match=r"^query: ") as caught:
        run_query(run, sql.format(run=run.path))
    assert "\n" not in str(caught.value)
    assert sorted(run.path.rglob("*")) == before


def test_connection_cannot_be_unlocked(run: RunFolder) -> None:
    with connect(run) as connection, pytest.raises(Exception, match="locked"):
        connection.execute("SET enable_external_access = true")


@pytest.mark.parametrize(
    ("sql", "message"),
    [
        ("SELEC 1", "query: Parser Error: "),
        (
            "SELECT nosuch FROM workflows",
            'query: Binder Error: Referenced column "nosuch" not found',
        ),
        ("SELECT * FROM nosuch", "query: Catalog Error: Table with name nosuch does not exist!"),
        ("SELECT 'a'::INT", "query: Conversion Error: "),
        ("", "query: expected one SELECT, got 0 statements"),
        ("SELECT 1; SELECT 2", "query: expected one SELECT, got 2 statements"),
        ("SELECT ?", "query: "),
    ],
)
def test_wrong_sql_is_one_clear_line(run: RunFolder, sql: str, message: str) -> None:
    with pytest.raises(ConfigError) as caught:
        run_query(run, sql)
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)


def test_shard_without_a_manifest_is_left_out(run: RunFolder) -> None:
    write(run, StageFolder.WORKFLOWS, [make_workflow()], [make_reject()])
    locate_manifest(locate_part(run, StageFolder.WORKFLOWS, 0)).unlink()
    assert (count(run, "workflows"), count(run, "rejects")) == (0, 0)


def test_open_connection_keeps_its_moment(run: RunFolder) -> None:
    with connect(run) as connection:
        write(run, StageFolder.WORKFLOWS, [make_workflow()])
        assert fetch_rows(run, connection, "SELECT count(*) FROM workflows")[1] == [(0,)]
    assert count(run, "workflows") == 1


def test_folder_with_odd_characters_is_read(tmp_path: Path) -> None:
    run = create_run(tmp_path / "o'x [d] é* {a}?" / "runs", "a")
    write(run, StageFolder.WORKFLOWS, [make_workflow()])
    assert count(run, "workflows") == 1


@pytest.mark.parametrize("data", [b"PAR1 torn", b""])
def test_damaged_file_is_named(run: RunFolder, data: bytes) -> None:
    write(run, StageFolder.WORKFLOWS, [make_workflow()])
    part = locate_part(run, StageFolder.WORKFLOWS, 0)
    part.write_bytes(data)
    with pytest.raises(DataError, match=r"part-00000.parquet: changed or damaged") as caught:
        run_query(run, "SELECT * FROM workflows")
    assert str(part) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_missing_file_of_a_written_shard_is_named(run: RunFolder) -> None:
    write(run, StageFolder.WORKFLOWS, [make_workflow()])
    part = locate_part(run, StageFolder.WORKFLOWS, 0)
    part.unlink()
    with pytest.raises(DataError, match=r"missing, though its manifest") as caught:
        run_query(run, "SELECT 1")
    assert str(part) in str(caught.value)


@pytest.mark.parametrize("sql", ["SELEC 1", "SELECT nothing FROM workflows", "FROM no_such_view"])
def test_wrong_sql_is_told_before_a_damaged_file(run: RunFolder, sql: str) -> None:
    write(run, StageFolder.WORKFLOWS, [make_workflow()])
    locate_part(run, StageFolder.WORKFLOWS, 0).write_bytes(b"")
    with pytest.raises(ConfigError, match=r"^query: "):
        run_query(run, sql)


def test_fault_of_the_data_asked_for_stays_one_of_the_query(run: RunFolder) -> None:
    write(run, StageFolder.WORKFLOWS, [make_workflow()])
    with pytest.raises(ConfigError, match=r"^query: .*[Cc]o(nversion|uld not)"):
        run_query(run, "SELECT CAST(id AS INTEGER) FROM workflows")
