from graphs.graph import ToolGraph, load_graph
from graphs.layout import NODE_HEIGHT, NODE_WIDTH, find_layers, lay_out, list_pairs
from graphs.line import draw_lines
from tests.unit.graphs.small_graph import make_entry, make_graph

RETAIL = load_graph("retail")
LOOP = make_entry(**{"from": "move_box"})
BACK = make_entry(**{"from": "move_box", "to": "read_box"})


def test_no_edge_stays_within_a_layer() -> None:
    layers = find_layers(RETAIL)
    assert [pair for pair in list_pairs(RETAIL) if layers[pair[0]] == layers[pair[1]]] == [
        (edge.first, edge.second) for edge in RETAIL.edges if edge.first == edge.second
    ]


def test_boxes_do_not_overlap_and_lie_within_the_picture() -> None:
    layout = lay_out(RETAIL)
    centres = list(layout.centres.values())
    for place, (x, y) in enumerate(centres):
        assert NODE_WIDTH / 2 <= x <= layout.width - NODE_WIDTH / 2
        assert NODE_HEIGHT / 2 <= y <= layout.height - NODE_HEIGHT / 2
        assert not any(
            abs(x - a) < NODE_WIDTH and abs(y - b) < NODE_HEIGHT for a, b in centres[place + 1 :]
        )


def test_no_edge_runs_through_the_box_of_another_tool() -> None:
    layout = lay_out(RETAIL)
    for pair, route in layout.routes.items():
        for x, y in route[1:-1]:
            assert not any(
                x == a and abs(y - b) < NODE_HEIGHT / 2
                for name, (a, b) in layout.centres.items()
                if name not in pair
            )


def list_ends(graph: ToolGraph) -> list[str]:
    lines = draw_lines(lay_out(graph)).values()
    return [line.path.rsplit(" ", 2)[-2] + " " + line.path.rsplit(" ", 1)[-1] for line in lines]


def test_no_two_edges_end_at_one_point() -> None:
    ends = list_ends(RETAIL)
    assert len(set(ends)) == len(ends)


def test_edge_and_its_way_back_are_two_lines_and_a_loop_stands_above_its_box() -> None:
    layout = lay_out(make_graph(edge=[make_entry(), BACK, LOOP]))
    lines = draw_lines(layout)
    there, back = lines["read_box", "move_box"], lines["move_box", "read_box"]
    assert there.path != back.path
    assert there.label != back.label
    loop = lines["move_box", "move_box"]
    assert loop.label[1] < layout.centres["move_box"][1] - NODE_HEIGHT / 2
