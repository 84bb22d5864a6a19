from graphs.coverage import measure_coverage
from tests.unit.graphs.small_graph import make_entry, make_graph

LOOP = make_entry(**{"from": "move_box"})
GRAPH = make_graph(edge=[make_entry(), LOOP, make_entry(**{"from": "move_box", "to": "read_box"})])
READ, MOVE = "read_box", "move_box"


def test_edges_are_counted_over_all_walks_of_all_tasks() -> None:
    found = measure_coverage(GRAPH, [[[READ, MOVE, MOVE, MOVE], [READ]], [[READ, MOVE]]])
    assert found.n_tasks == 2
    assert found.n_walks == {1: 1, 2: 1, 4: 1}
    assert [found.count(pair) for pair in found.pairs] == [2, 2, 0]
    assert found.uses[4][MOVE, MOVE] == 2
    assert found.unused == [(MOVE, READ)]
    assert found.unknown == []


def test_pair_that_is_no_edge_is_told() -> None:
    assert measure_coverage(GRAPH, [[[READ, READ]]]).unknown == [(READ, READ)]


def test_without_tasks_every_edge_is_unused() -> None:
    found = measure_coverage(GRAPH, [])
    assert (found.n_tasks, found.unused) == (0, found.pairs)
