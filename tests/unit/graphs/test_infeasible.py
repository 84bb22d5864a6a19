import pytest

from graphs.infeasible import (
    Infeasible,
    load_infeasible,
    make_infeasible,
    parse_infeasible,
    write_infeasible,
)
from schemas.errors import DataError
from tests.support.making import load_retail


def make_list(*walks: list[str]) -> Infeasible:
    return Infeasible(longest=3, graph="g", tools="t", data="d", walks=list(walks))


@pytest.mark.parametrize(
    ("walk", "holds"),
    [
        (("a", "b"), True),
        (("a", "b", "c"), True),
        (("a",), False),
        (("a", "c", "b"), False),
        (("c", "a", "b"), False),
    ],
)
def test_walk_is_infeasible_when_it_begins_so(walk: tuple[str, ...], *, holds: bool) -> None:
    assert make_list(["c", "c"], ["a", "b"]).holds(walk) is holds


def test_list_is_read_as_it_was_written() -> None:
    found = make_list(["a", "b"], ["c"])
    assert parse_infeasible("x", write_infeasible("x", found)) == found


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[", r"graphs/x\.infeasible\.toml: "),
        ("longest = 2", r"graphs/x\.infeasible\.toml: graph: Field required"),
        ("day = 2026-01-01", r"graphs/x\.infeasible\.toml: "),
    ],
)
def test_what_is_no_list_is_refused_by_name(text: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        parse_infeasible("x", text)


def test_domain_without_a_list_has_none() -> None:
    assert load_infeasible("moon") is None


def test_list_is_of_graph_tools_and_data_as_they_are() -> None:
    domain = load_retail()
    found = make_infeasible(domain, 2, [("b", "c"), ("a",)])
    assert found.walks == [["a"], ["b", "c"]]
    assert found.list_changes(domain) == []
    changed = found.model_copy(update={"data": "other", "tools": "other"})
    assert changed.list_changes(domain) == ["tool schemas", "data"]
