"""Svg: a graph as a picture, written by hand; no library draws it."""

from collections.abc import Mapping
from html import escape
from math import log2

from graphs.graph import Edge, LinkKind, ToolGraph
from graphs.layout import MARGIN, NODE_HEIGHT, NODE_WIDTH, Point, lay_out
from graphs.line import Line, draw_lines

Counts = Mapping[tuple[str, str], int]

COLOURS = {LinkKind.DATA: "#1d5fa6", LinkKind.ENTITY: "#b2541a"}
UNUSED = "#b9b9b9"
LEGEND_HEIGHT = 44
ARROW = 8
STYLE = (
    "text{font:13px system-ui,sans-serif;fill:#1b1b1b}"
    ".count{font-size:11px;font-weight:600;paint-order:stroke;stroke:#fff;stroke-width:4px}"
    "path{fill:none}.node{fill:#fff;stroke:#555;stroke-width:1.2}"
    ".root{fill:#e7f3ea;stroke:#2f7d47;stroke-width:2.4}"
)


def write_svg(graph: ToolGraph, counts: Counts | None = None) -> str:
    """Return the picture as SVG text.

    Roots are green, data edges blue and whole, entity edges brown and dashed. With the `counts` of
    a run each edge carries its number and is the thicker the more it is used; one that is not used
    is grey.
    """
    layout = lay_out(graph)
    lines = draw_lines(layout)
    shapes = {name: "root" if name in graph.roots else "node" for name in graph.nodes}
    ends = {edge: lines[edge.first, edge.second] for edge in graph.edges}
    height = layout.height + LEGEND_HEIGHT
    size = f'width="{layout.width:.0f}" height="{height:.0f}"'
    box = f"0 0 {layout.width:.0f} {height:.0f}"
    title = f"{graph.domain}: {len(graph.nodes)} tools, {len(graph.edges)} edges"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" {size} role="img">',
        f"<title>{escape(title)}</title>",
        f"<style>{STYLE}</style>",
        draw_markers(),
        f'<rect {size} fill="#fff"/>',
        *(draw_edge(edge, line, counts) for edge, line in ends.items()),
        *(draw_node(name, layout.centres[name], shapes[name]) for name in graph.nodes),
        *(draw_count(edge, line, counts) for edge, line in ends.items() if counts is not None),
        draw_legend(layout.height),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def draw_markers() -> str:
    """Return the arrow heads, one for each colour."""
    heads = (
        f'<marker id="{name}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="{ARROW}" '
        f'markerHeight="{ARROW}" markerUnits="userSpaceOnUse" orient="auto">'
        f'<path d="M0 0L8 4L0 8z" style="fill:{colour}"/></marker>'
        for name, colour in (*((kind.value, COLOURS[kind]) for kind in LinkKind), ("none", UNUSED))
    )
    return f"<defs>{''.join(heads)}</defs>"


def draw_node(name: str, centre: Point, shape: str) -> str:
    """Return the box of a tool; `shape` is node or root."""
    x, y = centre
    return (
        f'<rect class="{shape}" x="{x - NODE_WIDTH / 2:.1f}" y="{y - NODE_HEIGHT / 2:.1f}" '
        f'width="{NODE_WIDTH}" height="{NODE_HEIGHT}" rx="7"/>'
        f'<text x="{x:.1f}" y="{y + 4.5:.1f}" text-anchor="middle">{escape(name)}</text>'
    )


def draw_edge(edge: Edge, line: Line, counts: Counts | None) -> str:
    """Return the line of an edge; its reason shows where the pointer rests on it."""
    count = None if counts is None else counts.get((edge.first, edge.second), 0)
    is_unused = count == 0
    colour = UNUSED if is_unused else COLOURS[edge.link.kind]
    width = 1.4 if count is None else 1 + 0.4 * log2(1 + count)
    dashes = "" if edge.link.kind is LinkKind.DATA else ' stroke-dasharray="6 4"'
    head = "none" if is_unused else edge.link.kind.value
    label = f"{edge.first} > {edge.second}: {edge.reason}"
    return (
        f'<path d="{line.path}" stroke="{colour}" stroke-width="{width:.2f}"{dashes} '
        f'marker-end="url(#{head})"><title>{escape(label)}</title></path>'
    )


def draw_count(edge: Edge, line: Line, counts: Counts) -> str:
    """Return the number on an edge."""
    x, y = line.label
    count = counts.get((edge.first, edge.second), 0)
    return f'<text class="count" x="{x:.1f}" y="{y + 4:.1f}" text-anchor="middle">{count}</text>'


def draw_legend(top: float) -> str:
    """Return what the marks mean, below the picture."""
    y = top + LEGEND_HEIGHT / 2
    parts = [
        f'<rect class="root" x="{MARGIN}" y="{y - 8:.1f}" width="26" height="16" rx="4"/>',
        f'<text x="{MARGIN + 34}" y="{y + 4.5:.1f}">a walk may start here</text>',
    ]
    texts = {
        LinkKind.DATA: "the first call returns what the second one needs",
        LinkKind.ENTITY: "both calls touch the same thing",
    }
    x = MARGIN + 200
    for kind, text in texts.items():
        dashes = "" if kind is LinkKind.DATA else ' stroke-dasharray="6 4"'
        parts.append(
            f'<path d="M{x} {y:.1f}h34" stroke="{COLOURS[kind]}" stroke-width="1.6"{dashes} '
            f'marker-end="url(#{kind.value})"/><text x="{x + 44}" y="{y + 4.5:.1f}">{text}</text>'
        )
        x += 390
    return "".join(parts)
