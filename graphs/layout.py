"""Layout: where the nodes of a graph stand in a picture and which way its edges go.

K. Sugiyama, S. Tagawa, M. Toda, "Methods for Visual Understanding of Hierarchical System
Structures", 1981: layers, stops on the layers that an edge crosses, order by the mean place of the
neighbours. Columns go from left to right; all lengths are in pixels.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

import networkx as nx

from graphs.graph import ToolGraph

NODE_WIDTH = 184
NODE_HEIGHT = 48
STOP_HEIGHT = 18
COLUMN_GAP = 120
ROW_GAP = 30
MARGIN = 40
SWEEPS = 24

Pair = tuple[str, str]
Stop = str | tuple[str, str, int]
"""A node, or the place where an edge crosses a layer: first, second, layer."""
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Layout:
    """A picture's geometry."""

    centres: dict[str, Point]
    """Node -> centre of its box."""
    routes: dict[Pair, list[Point]]
    """Edge -> centres of what it passes, from its first tool to its second; a loop has one."""
    width: float
    height: float


def lay_out(graph: ToolGraph) -> Layout:
    """Return the places of nodes and edges; the same graph always gives the same picture."""
    layers = find_layers(graph)
    chains = {pair: make_chain(pair, layers) for pair in list_pairs(graph)}
    columns = order_columns(make_columns(layers, chains.values()), list(chains.values()))
    heights = place_rows(columns, list(chains.values()))
    places = {
        stop: (MARGIN + NODE_WIDTH / 2 + number * (NODE_WIDTH + COLUMN_GAP), heights[stop])
        for number, column in enumerate(columns)
        for stop in column
    }
    return Layout(
        centres={name: places[name] for name in graph.nodes},
        routes={pair: [places[stop] for stop in chain] for pair, chain in chains.items()},
        width=2 * MARGIN + len(columns) * (NODE_WIDTH + COLUMN_GAP) - COLUMN_GAP,
        height=max(heights.values()) + NODE_HEIGHT / 2 + MARGIN,
    )


def list_pairs(graph: ToolGraph) -> list[Pair]:
    """Return the edges as pairs, in the order of the file."""
    return [(edge.first, edge.second) for edge in graph.edges]


def find_layers(graph: ToolGraph) -> dict[str, int]:
    """Return node -> layer from 0, no edge within a layer.

    Nodes are ranked by their distance from a root, then by the file's order; an edge against the
    ranks is turned round, so that the rest has no cycle, and each node stands behind all before it.
    """
    distances = nx.multi_source_dijkstra_path_length(graph.network, set(graph.roots), weight=None)
    far = len(graph.nodes)
    ranked = sorted(
        graph.nodes, key=lambda name: (distances.get(name, far), graph.nodes.index(name))
    )
    ranks = {name: place for place, name in enumerate(ranked)}
    layers = dict.fromkeys(ranked, 0)
    turned = [sorted(pair, key=ranks.__getitem__) for pair in list_pairs(graph)]
    for name in ranked:
        before = [layers[first] for first, second in turned if second == name and first != name]
        layers[name] = max(before, default=-1) + 1
    return layers


def make_chain(pair: Pair, layers: dict[str, int]) -> list[Stop]:
    """Return what an edge passes: its first tool, a stop on each layer between, its second."""
    first, second = pair
    if first == second:
        return [first]
    step = 1 if layers[first] < layers[second] else -1
    between = range(layers[first] + step, layers[second], step)
    return [first, *((first, second, layer) for layer in between), second]


def make_columns(layers: dict[str, int], chains: Iterable[list[Stop]]) -> list[list[Stop]]:
    """Return the stops of each layer, nodes first."""
    columns: list[list[Stop]] = [[] for _ in range(max(layers.values()) + 1)]
    for name, layer in layers.items():
        columns[layer].append(name)
    for chain in chains:
        for stop in chain:
            if not isinstance(stop, str):
                columns[stop[2]].append(stop)
    return columns


def find_neighbours(chains: Iterable[list[Stop]]) -> dict[Stop, list[Stop]]:
    """Return stop -> the stops before and behind it on the chains through it."""
    neighbours: dict[Stop, list[Stop]] = {}
    for chain in chains:
        for left, right in pairwise(chain):
            neighbours.setdefault(left, []).append(right)
            neighbours.setdefault(right, []).append(left)
    return neighbours


def order_columns(columns: list[list[Stop]], chains: list[list[Stop]]) -> list[list[Stop]]:
    """Return the columns, each ordered so that few edges cross: of all sweeps the best one."""
    neighbours = find_neighbours(chains)
    best, fewest = columns, count_crossings(columns, neighbours)
    current = [list(column) for column in columns]
    for sweep in range(SWEEPS):
        order = range(len(current)) if sweep % 2 == 0 else range(len(current) - 1, -1, -1)
        for number in order:
            places = {s: row / len(c) for c in current for row, s in enumerate(c)}
            current[number] = sort_by_mean(current[number], neighbours, places)
        found = count_crossings(current, neighbours)
        if found < fewest:
            best, fewest = [list(column) for column in current], found
    return best


def sort_by_mean(
    column: list[Stop], neighbours: dict[Stop, list[Stop]], places: dict[Stop, float]
) -> list[Stop]:
    """Return a column sorted by the mean place of each stop's neighbours."""
    means = {
        stop: sum(places[other] for other in neighbours[stop]) / len(neighbours[stop])
        if neighbours.get(stop)
        else places[stop]
        for stop in column
    }
    return sorted(column, key=means.__getitem__)


def count_crossings(columns: list[list[Stop]], neighbours: dict[Stop, list[Stop]]) -> int:
    """Return how many pairs of edges cross between neighbouring columns."""
    total = 0
    for left, right in pairwise(columns):
        rows = {stop: row for row, stop in enumerate(right)}
        ends = [
            (row, rows[other])
            for row, stop in enumerate(left)
            for other in neighbours.get(stop, ())
            if other in rows
        ]
        total += sum(a[0] < b[0] and a[1] > b[1] for a in ends for b in ends)
    return total


def place_rows(columns: list[list[Stop]], chains: list[list[Stop]]) -> dict[Stop, float]:
    """Return stop -> y of its centre: near its neighbours, order and distances kept."""
    neighbours = find_neighbours(chains)
    heights: dict[Stop, float] = {}
    for column in columns:
        heights.update(stack(column, dict.fromkeys(column, 0.0)))
    for _ in range(SWEEPS):
        for column in columns:
            wanted = {
                stop: sum(heights[other] for other in neighbours[stop]) / len(neighbours[stop])
                if neighbours.get(stop)
                else heights[stop]
                for stop in column
            }
            heights.update(stack(column, wanted))
    top = min(heights.values()) - NODE_HEIGHT / 2 - MARGIN - ROW_GAP
    return {stop: height - top for stop, height in heights.items()}


def stack(column: list[Stop], wanted: dict[Stop, float]) -> dict[Stop, float]:
    """Return heights as near to those wanted as order and distances allow.

    The mean of a column pushed down from the top and one pushed up from the bottom.
    """
    down: list[float] = []
    for row, stop in enumerate(column):
        least = down[-1] + measure_gap(column[row - 1], stop) if row else wanted[stop]
        down.append(max(least, wanted[stop]))
    up: list[float] = []
    for row, stop in enumerate(reversed(column)):
        below = column[len(column) - row] if row else stop
        most = up[-1] - measure_gap(stop, below) if row else wanted[stop]
        up.append(min(most, wanted[stop]))
    means = zip(down, reversed(up), strict=True)
    return {stop: (a + b) / 2 for stop, (a, b) in zip(column, means, strict=True)}


def measure_gap(upper: Stop, lower: Stop) -> float:
    """Return how far apart the centres of two stops must be."""
    halves = sum(NODE_HEIGHT if isinstance(stop, str) else STOP_HEIGHT for stop in (upper, lower))
    is_node = isinstance(upper, str) or isinstance(lower, str)
    return halves / 2 + (ROW_GAP if is_node else 0)
