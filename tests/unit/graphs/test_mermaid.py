from graphs.mermaid import write_mermaid
from tests.unit.graphs.small_graph import make_entry, make_graph

DATA = make_entry(data="id", argument="box_id", **{"from": "move_box"})
DATA.pop("entity")


def test_roots_data_edges_and_entity_edges_look_different() -> None:
    assert write_mermaid(make_graph(edge=[make_entry(), DATA])) == (
        'flowchart LR\n  n0(["read_box"])\n  n1["move_box"]\n  n0 -.-> n1\n  n1 --> n1\n'
    )


def test_edges_carry_the_counts_of_a_run() -> None:
    text = write_mermaid(make_graph(edge=[make_entry(), DATA]), {("read_box", "move_box"): 7})
    assert "n0 -.->|7| n1" in text
    assert "n1 -->|0| n1" in text


def test_label_cannot_break_out() -> None:
    graph = make_graph(nodes=["read_box", "move_box", 'a"]; click'])
    assert 'n2["a#34;]#59; click"]' in write_mermaid(graph)
