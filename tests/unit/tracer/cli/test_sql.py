import json

import pytest

from tests.support.small_run import TASK
from tracer.cli.app import main
from tracer.cli.sql import find_widest

pytestmark = pytest.mark.usefixtures("run")
Capture = pytest.CaptureFixture[str]


def ask(capsys: Capture, *tokens: str) -> str:
    assert main(["sql", "small", *tokens]) == 0
    return capsys.readouterr().out


def test_without_a_query_tables_and_columns_are_listed(capsys: Capture) -> None:
    out = ask(capsys)
    assert "trajectories" in out
    assert "The conversation as the agent saw it" in out


def test_listing_as_json_has_an_object_per_column(capsys: Capture) -> None:
    columns = json.loads(ask(capsys, "--json"))
    assert {
        "view": "tasks",
        "column": "id",
        "type": "VARCHAR",
        "description": "Hash of the record's own content, with the kind of record as prefix.",
    } in columns


def test_rows_stand_in_a_table(capsys: Capture) -> None:
    out = ask(capsys, "SELECT trial, reward FROM trajectories ORDER BY trial")
    assert [line.split() for line in out.splitlines()[3:6]] == [
        ["│", "0", "│", "1.0", "│"],
        ["│", "1", "│", "0.0", "│"],
        ["│", "2", "│", "-1.0", "│"],
    ]


def test_wide_cells_are_cut_and_narrow_ones_are_not(capsys: Capture) -> None:
    out = ask(capsys, "SELECT id, messages, reward FROM trajectories WHERE trial = 2")
    (line,) = (line for line in out.splitlines() if "traj_" in line)
    assert "…" in line
    assert line.split()[-2] == "-1.0"
    assert len(line) <= 120


def test_too_many_columns_become_a_list_of_fields(capsys: Capture) -> None:
    out = ask(capsys, "FROM tasks")
    assert f"id             {TASK.id}" in out


def test_json_cuts_nothing(capsys: Capture) -> None:
    (row,) = json.loads(ask(capsys, "SELECT id, messages FROM examples", "--json"))
    assert row["messages"][0]["content"] == "Be kind."
    assert row["messages"][1]["content"].startswith("Where is \x1b[31mmy")


def test_json_has_a_form_for_every_value(capsys: Capture) -> None:
    sql = "SELECT 'nan'::DOUBLE AS a, DATE '2026-05-14' AS b, 1.50::DECIMAL(4,2) AS c, NULL AS c"
    assert json.loads(ask(capsys, sql, "--json")) == [
        {"a": "nan", "b": "2026-05-14", "c": "1.50", "c_2": None}
    ]


def test_cells_and_names_are_neither_markup_nor_commands(capsys: Capture) -> None:
    out = ask(capsys, """SELECT '[red]x[/red]' || chr(27) || '[2J' AS "[b]n[/b]" """)
    assert "[red]x[/red]" in out
    assert "[b]n[/b]" in out
    assert "\x1b" not in out


def test_many_rows_are_counted_not_printed(capsys: Capture) -> None:
    assert main(["sql", "small", "FROM range(501)"]) == 0
    out, err = capsys.readouterr()
    assert len(out.splitlines()) == 504
    assert err == "500 of 501 rows shown; --json prints all\n"


def test_no_row_is_an_empty_table(capsys: Capture) -> None:
    assert "reward" in ask(capsys, "SELECT reward FROM trajectories WHERE false")
    assert ask(capsys, "SELECT reward FROM trajectories WHERE false", "--json") == "[]\n"


@pytest.mark.parametrize(
    ("widths", "available", "widest"),
    [([4, 5], 20, 5), ([4, 300, 10, 90], 50, 18), ([10, 10], 5, 2), ([3], 0, 0), ([9] * 4, -3, 0)],
)
def test_columns_are_cut_from_the_widest(widths: list[int], available: int, widest: int) -> None:
    assert find_widest(widths, available) == widest
