"""ToolGraph: which tool may follow which in a domain, each edge with its link, clauses and reason.

arXiv:2610.19560 (tool-dependency graphs): an edge A -> B stands when data flows from A to B or both
touch the same entity, and a state exists in which A then B both succeed with no policy clause
broken.
"""

import tomllib
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, cached_property
from importlib.resources import files
from typing import Any

import networkx as nx

from schemas.errors import DataError
from schemas.identity import hash_content


class LinkKind(StrEnum):
    """What ties two tools together."""

    DATA = "data"
    ENTITY = "entity"


@dataclass(frozen=True, slots=True)
class Link:
    """The declared tie of an edge.

    `data`: the argument `argument` of the second tool is found at `source` in the result of the
    first, a dotted path in which `*` stands for every list item or value and `*~` for every key.
    `argument` may be such a path too, where the value stands deeper in an argument.
    `entity`: both touch the same entity of kind `source`; then `argument` is empty.
    """

    kind: LinkKind
    source: str
    argument: str = ""


@dataclass(frozen=True, slots=True)
class Edge:
    """One edge of a graph."""

    first: str
    second: str
    link: Link
    clauses: tuple[int, ...]
    reason: str


@dataclass(frozen=True)
class ToolGraph:
    """The graph of one domain."""

    domain: str
    roots: tuple[str, ...]
    nodes: tuple[str, ...]
    edges: tuple[Edge, ...]
    digest: str

    @cached_property
    def network(self) -> "nx.DiGraph[str]":
        """The graph as networkx sees it; each edge carries its `edge`."""
        network: nx.DiGraph[str] = nx.DiGraph()
        network.add_nodes_from(self.nodes)
        for edge in self.edges:
            network.add_edge(edge.first, edge.second, edge=edge)
        return network

    def find_edge(self, first: str, second: str) -> Edge:
        """Return the edge between two tools.

        Raises:
            KeyError: there is none.
        """
        edge: Edge = self.network.edges[first, second]["edge"]
        return edge


@cache
def load_graph(domain: str) -> ToolGraph:
    """Return the shipped graph of a domain.

    Raises:
        DataError: the file is missing or names an edge between unknown nodes.
    """
    source = files("graphs") / f"{domain}.toml"
    try:
        data = tomllib.loads(source.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        msg = f"graphs/{domain}.toml: {error}"
        raise DataError(msg) from error
    return parse_graph(domain, data)


def parse_graph(domain: str, data: dict[str, Any]) -> ToolGraph:
    """Return the graph that the parsed TOML describes.

    Raises:
        DataError: an edge or root names no node, an edge stands twice, or one lacks its link.
    """
    nodes = tuple(data["nodes"])
    edges = tuple(parse_edge(domain, entry) for entry in data["edge"])
    pairs = [(edge.first, edge.second) for edge in edges]
    unknown = {name for pair in pairs for name in pair} | set(data["roots"])
    if unknown - set(nodes) or len(set(pairs)) != len(pairs):
        msg = (
            f"graphs/{domain}.toml: unknown nodes {sorted(unknown - set(nodes))} or a doubled edge"
        )
        raise DataError(msg)
    return ToolGraph(domain, tuple(data["roots"]), nodes, edges, hash_content(data))


def parse_edge(domain: str, entry: dict[str, Any]) -> Edge:
    """Return one edge of the file.

    Raises:
        DataError: the edge has no link or no reason.
    """
    where = f"graphs/{domain}.toml: edge {entry.get('from')} -> {entry.get('to')}"
    if "data" in entry and "argument" in entry:
        link = Link(LinkKind.DATA, entry["data"], entry["argument"])
    elif "entity" in entry:
        link = Link(LinkKind.ENTITY, entry["entity"])
    else:
        msg = f"{where}: expected `data` with `argument`, or `entity`"
        raise DataError(msg)
    if not entry.get("reason"):
        msg = f"{where}: expected a reason"
        raise DataError(msg)
    clauses = tuple(entry.get("clauses", ()))
    return Edge(entry["from"], entry["to"], link, clauses, entry["reason"])
