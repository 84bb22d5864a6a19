import random
from collections import Counter

import pytest

from graphs.graph import ToolGraph, parse_graph
from graphs.walk import draw_walk, enumerate_walks, list_next, list_walks


def make_graph(*pairs: str, roots: str = "a") -> ToolGraph:
    edges = [
        {"from": pair[0], "to": pair[1], "entity": "customer", "reason": "so"} for pair in pairs
    ]
    return parse_graph("x", {"nodes": list("abc"), "roots": list(roots), "edge": edges})


def test_walks_of_one_tool_are_the_roots() -> None:
    assert enumerate_walks(make_graph("ab", roots="ca"), 1) == (("a",), ("c",))


def test_walks_follow_edges_and_are_sorted() -> None:
    graph = make_graph("ac", "ab", "bc")
    assert enumerate_walks(graph, 2) == (("a", "b"), ("a", "c"))
    assert enumerate_walks(graph, 3) == (("a", "b", "c"),)


def test_tool_comes_again_by_its_self_loop_alone() -> None:
    graph = make_graph("ab", "ba", "bb")
    assert enumerate_walks(graph, 3) == (("a", "b", "b"),)
    assert list_next(graph, ("a", "b")) == ["b"]


def test_graph_without_long_walks_has_none() -> None:
    assert enumerate_walks(make_graph("ab"), 3) == ()


def test_ends_are_drawn_evenly_however_many_walks_lead_there() -> None:
    rng = random.Random(3)
    ends = Counter(draw_walk("retail", 3, rng)[-1] for _ in range(2400))
    names = {walk[-1] for walk in list_walks("retail", 3)}
    assert set(ends) == names
    expected = 2400 / len(names)
    assert all(0.75 * expected < count < 1.25 * expected for count in ends.values())


def test_length_no_walk_has_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    graph = make_graph("ab")
    monkeypatch.setattr(
        "graphs.walk.list_walks", lambda _domain, length: enumerate_walks(graph, length)
    )
    assert draw_walk("x", 2, random.Random(1)) == ("a", "b")
    with pytest.raises(LookupError, match=r"graphs/x\.toml has no walk of 3 tools"):
        draw_walk("x", 3, random.Random(1))
