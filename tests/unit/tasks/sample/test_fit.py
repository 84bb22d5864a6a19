import pytest

from schemas.errors import DataError
from tasks.sample.fit import Drawable, Move, find_drawable, fit_cells, fit_quotas


@pytest.mark.parametrize(
    ("cell", "target"),
    [
        ("2", "2"),
        ("4", "3"),
        ("10", "3"),
        ("4+2", "3+2"),
        ("4+4+1", "3+3+1"),
        ("2!", "2!"),
        ("3!", "2!"),
        ("4!", "5!"),
        ("1!", "2!"),
    ],
)
def test_quota_goes_to_the_cell_with_the_nearest_lengths(cell: str, target: str) -> None:
    assert Drawable(3, [2, 5]).place(cell) == target


def test_of_two_lengths_equally_near_the_shorter_is_taken() -> None:
    assert Drawable(9, [6, 2]).place("4!") == "2!"


def test_without_any_refusal_walk_the_plain_cell_of_the_length_gets_the_quota() -> None:
    assert Drawable(3, []).place("2!") == "2"


def test_moved_quotas_are_added_to_those_there_are_and_told() -> None:
    cells, moves = fit_cells({"2": 4, "4": 3, "5": 1}, Drawable(3, []))
    assert cells == {"2": 4, "3": 4}
    assert moves == [Move("4", "3", 3), Move("5", "3", 1)]


def test_retail_fills_every_cell_of_the_default_mix() -> None:
    cells = {"2": 1, "4+3+2": 1, "2!": 1, "4!": 1}
    assert fit_quotas("retail", cells) == (dict(sorted(cells.items())), [])


def test_graph_without_any_walk_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tasks.sample.fit.find_longest", lambda _domain, _most: 0)
    with pytest.raises(DataError, match=r"graphs/retail\.toml: no customer"):
        find_drawable("retail", 3)
