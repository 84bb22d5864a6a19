import random
from itertools import pairwise
from string import ascii_lowercase

from hypothesis import given
from hypothesis import strategies as st

from graphs.graph import ToolGraph, parse_graph
from graphs.layout import NODE_HEIGHT, NODE_WIDTH, lay_out
from graphs.walk import enumerate_walks, weigh_walks
from schemas.workflow import name_cell, read_lengths
from tasks.sample.fit import Drawable, fit_cells


@st.composite
def graphs(draw: st.DrawFn) -> ToolGraph:
    """Draw a graph of up to seven tools whose nodes are all reached from the first."""
    nodes = list(ascii_lowercase[: draw(st.integers(1, 7))])
    tree = {(nodes[draw(st.integers(0, at - 1))], nodes[at]) for at in range(1, len(nodes))}
    names = st.sampled_from(nodes)
    more = draw(st.sets(st.tuples(names, names), max_size=14))
    edges = [
        {"from": first, "to": second, "entity": "e", "reason": "so"}
        for first, second in sorted(tree | more)
    ]
    return parse_graph("x", {"nodes": nodes, "roots": nodes[:1], "edge": edges})


@given(graphs(), st.integers(1, 4))
def test_every_walk_can_be_drawn_and_goes_along_edges(graph: ToolGraph, length: int) -> None:
    walks = enumerate_walks(graph, length)
    edges = {(edge.first, edge.second) for edge in graph.edges}
    weights = weigh_walks(walks)
    assert len(weights) == len(walks)
    assert all(0 < weight <= 1 for weight in weights)
    assert all(set(pairwise(walk)) <= edges for walk in walks)


@given(graphs(), st.integers(2, 4))
def test_beginning_of_a_walk_is_a_walk(graph: ToolGraph, length: int) -> None:
    shorter = set(enumerate_walks(graph, length - 1))
    assert {walk[:-1] for walk in enumerate_walks(graph, length)} <= shorter


@given(graphs())
def test_boxes_of_a_picture_never_overlap(graph: ToolGraph) -> None:
    centres = list(lay_out(graph).centres.values())
    for place, (x, y) in enumerate(centres):
        for a, b in centres[place + 1 :]:
            assert abs(x - a) >= NODE_WIDTH or abs(y - b) >= NODE_HEIGHT


lengths = st.lists(st.integers(1, 10), min_size=1, max_size=3)
cells = st.dictionaries(lengths.map(name_cell), st.integers(1, 50), max_size=8)


@given(cells, st.integers(1, 10), st.sets(st.integers(1, 10)))
def test_moving_quotas_keeps_their_sum_and_asks_for_nothing_undrawable(
    asked: dict[str, int], longest: int, refusals: set[int]
) -> None:
    fitted, moves = fit_cells(asked, Drawable(longest, refusals))
    assert sum(fitted.values()) == sum(asked.values())
    assert all(max(read_lengths(cell)) <= longest for cell in fitted)
    assert {move.cell for move in moves} == {
        cell for cell in asked if max(read_lengths(cell)) > longest
    }


@given(st.integers(1, 10), st.sets(st.integers(1, 10), min_size=1))
def test_refusal_cell_goes_to_one_that_has_walks(length: int, refusals: set[int]) -> None:
    rng = random.Random(length)
    target = Drawable(rng.randint(1, 10), refusals).place(f"{length}!")
    (found,) = read_lengths(target)
    assert found in refusals
    assert abs(found - length) == min(abs(other - length) for other in refusals)
