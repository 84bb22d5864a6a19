from dataclasses import dataclass, field
from io import BytesIO
from xml.parsers.expat import ParserCreate

from graphs.graph import ToolGraph, load_graph
from graphs.svg import UNUSED, write_svg
from tests.unit.graphs.small_graph import make_entry, make_graph

RETAIL = load_graph("retail")


@dataclass
class Picture:
    """The elements of an SVG in order, each with its name, its attributes and its own text."""

    elements: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)

    def begin(self, name: str, attributes: dict[str, str]) -> None:
        self.elements.append((name, attributes))
        self.texts.append("")

    def read(self, text: str) -> None:
        self.texts[-1] += text

    def list_texts(self, name: str) -> list[str]:
        pairs = zip(self.elements, self.texts, strict=True)
        return [text for (found, _), text in pairs if found == name]

    def list_values(self, name: str, attribute: str) -> list[str | None]:
        return [values.get(attribute) for found, values in self.elements if found == name]


def draw(graph: ToolGraph, counts: dict[tuple[str, str], int] | None = None) -> Picture:
    """Parse a picture; expat refuses what is not well formed."""
    picture, parser = Picture(), ParserCreate()
    parser.StartElementHandler = picture.begin
    parser.CharacterDataHandler = picture.read
    parser.ParseFile(BytesIO(write_svg(graph, counts).encode()))
    return picture


def test_every_tool_and_edge_of_retail_is_drawn() -> None:
    picture = draw(RETAIL)
    assert set(RETAIL.nodes) <= {text.strip() for text in picture.list_texts("text")}
    # One more is the title of the whole picture.
    assert len(picture.list_texts("title")) == len(RETAIL.edges) + 1


def test_roots_are_marked() -> None:
    # One more stands in the legend.
    assert draw(RETAIL).list_values("rect", "class").count("root") == len(RETAIL.roots) + 1


def test_entity_edges_are_dashed() -> None:
    dashes = draw(RETAIL).list_values("path", "stroke-dasharray")
    n_entity = sum(edge.link.kind == "entity" for edge in RETAIL.edges)
    # One more stands in the legend.
    assert len([value for value in dashes if value]) == n_entity + 1


def test_counts_stand_on_the_edges_and_unused_ones_are_grey() -> None:
    graph = make_graph(edge=[make_entry(), make_entry(**{"from": "move_box"})])
    picture = draw(graph, {("read_box", "move_box"): 12})
    assert {"12", "0"} <= {text.strip() for text in picture.list_texts("text")}
    assert picture.list_values("path", "stroke").count(UNUSED) == 1


def test_texts_are_escaped() -> None:
    graph = make_graph(edge=[make_entry(reason="a < b & <script>")])
    titles = [title.strip() for title in draw(graph).list_texts("title")]
    assert "read_box > move_box: a < b & <script>" in titles


def test_same_graph_gives_the_same_picture() -> None:
    assert write_svg(RETAIL) == write_svg(RETAIL)
