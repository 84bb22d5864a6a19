import random
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from graphs.graph import load_graph, parse_graph
from graphs.walk import enumerate_walks
from schemas.workflow import name_cell
from tasks.sample.draw import draw_workflow

GRAPH = load_graph("retail")
PAIRS = {(edge.first, edge.second) for edge in GRAPH.edges}
CELLS = st.lists(st.integers(1, 5), min_size=1, max_size=3).map(name_cell)
PLACES = st.tuples(CELLS, st.integers(0, 10_000))
NAMES = "abcd"


@given(seed=st.integers(0, 2**63 - 1), place=PLACES)
@settings(max_examples=200)
def test_sampled_walk_starts_at_a_root_and_uses_edges_alone(
    seed: int, place: tuple[str, int]
) -> None:
    for walk in draw_workflow(seed, "retail", *place).walks:
        assert walk[0] in GRAPH.roots
        steps = list(pairwise(walk))
        assert set(steps) <= PAIRS
        # A tool comes again only at once, by its self-loop.
        for name in walk:
            first = walk.index(name)
            assert walk[first : first + walk.count(name)] == [name] * walk.count(name)


@given(seed=st.integers(0, 99), places=st.lists(PLACES, min_size=2, max_size=8), order=st.randoms())
@settings(max_examples=50)
def test_draw_is_the_same_whatever_is_drawn_before_it(
    seed: int, places: list[tuple[str, int]], order: random.Random
) -> None:
    alone = {place: draw_workflow(seed, "retail", *place) for place in places}
    shuffled = order.sample(places, len(places))
    assert {place: draw_workflow(seed, "retail", *place) for place in shuffled} == alone


@given(
    pairs=st.sets(st.tuples(st.sampled_from(NAMES), st.sampled_from(NAMES)), max_size=10),
    roots=st.sets(st.sampled_from(NAMES), min_size=1),
    length=st.integers(1, 4),
)
def test_enumeration_finds_every_walk_that_obeys_the_rule(
    pairs: set[tuple[str, str]], roots: set[str], length: int
) -> None:
    edges = [{"from": a, "to": b, "entity": "e", "reason": "so"} for a, b in sorted(pairs)]
    graph = parse_graph("x", {"nodes": list(NAMES), "roots": sorted(roots), "edge": edges})
    expected = {walk for walk in make_words(length) if obeys(walk, pairs, roots)}
    found = enumerate_walks(graph, length)
    assert set(found) == expected
    assert list(found) == sorted(expected)


def make_words(length: int) -> list[tuple[str, ...]]:
    words: list[tuple[str, ...]] = [()]
    for _ in range(length):
        words = [(*word, name) for word in words for name in NAMES]
    return words


def obeys(walk: tuple[str, ...], pairs: set[tuple[str, str]], roots: set[str]) -> bool:
    runs = [name for place, name in enumerate(walk) if place == 0 or walk[place - 1] != name]
    return (
        walk[0] in roots
        and all(step in pairs for step in pairwise(walk))
        and len(set(runs)) == len(runs)
    )
