"""Mermaid: a graph as text that Markdown viewers draw."""

from collections.abc import Mapping

from graphs.graph import Edge, LinkKind, ToolGraph


def write_mermaid(graph: ToolGraph, counts: Mapping[tuple[str, str], int] | None = None) -> str:
    """Return the graph as a Mermaid flowchart, ended by a new line.

    Roots are rounded, data edges solid, entity edges dotted; `counts` labels the edges.
    """
    numbers = {name: f"n{place}" for place, name in enumerate(graph.nodes)}
    lines = ["flowchart LR"]
    for name, key in numbers.items():
        left, right = ("([", "])") if name in graph.roots else ("[", "]")
        lines.append(f'  {key}{left}"{escape_text(name)}"{right}')
    for edge in graph.edges:
        label = "" if counts is None else f"|{counts.get((edge.first, edge.second), 0)}|"
        lines.append(f"  {numbers[edge.first]} {draw_arrow(edge)}{label} {numbers[edge.second]}")
    return "\n".join(lines) + "\n"


def draw_arrow(edge: Edge) -> str:
    """Return the arrow of an edge's kind."""
    return "-->" if edge.link.kind is LinkKind.DATA else "-.->"


def escape_text(text: str) -> str:
    """Return text that Mermaid takes as a label: what it would obey as number codes.

    >>> escape_text('a"b<c>')
    'a#34;b#60;c#62;'
    """
    return "".join(f"#{ord(char)};" if char in '#"<>&;`' else char for char in text)
