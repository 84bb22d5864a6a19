"""Line: the curve of an edge from box to box, and where its number stands."""

from collections import defaultdict
from dataclasses import dataclass
from itertools import pairwise

from graphs.layout import NODE_HEIGHT, NODE_WIDTH, ROW_GAP, Layout, Pair, Point

HALF = NODE_WIDTH / 2
PORTS = 0.8
"""Share of a box's side along which its edges are spread."""
LOOP_WIDTH = 26
LABEL_PLACE = 0.3


@dataclass(frozen=True, slots=True)
class Line:
    """One edge drawn."""

    path: str
    """SVG path."""
    label: Point
    """Middle of its number."""


def draw_lines(layout: Layout) -> dict[Pair, Line]:
    """Return the line of each edge: no two end at the same point of a box."""
    ports = spread_ports(layout)
    lines = {}
    for pair, route in layout.routes.items():
        if len(route) == 1:
            lines[pair] = draw_loop(route[0])
        else:
            lines[pair] = draw_curve(route, ports[pair, 0], ports[pair, 1])
    return lines


def spread_ports(layout: Layout) -> dict[tuple[Pair, int], float]:
    """Return (edge, 0 for its start or 1 for its end) -> y at the side of the box it touches."""
    sides: dict[tuple[str, bool], list[tuple[float, Pair, int]]] = defaultdict(list)
    for pair, route in layout.routes.items():
        if len(route) > 1:
            goes_right = route[0][0] < route[1][0]
            sides[pair[0], goes_right].append((route[1][1], pair, 0))
            sides[pair[1], not goes_right].append((route[-2][1], pair, 1))
    ports = {}
    for (name, _), ends in sides.items():
        step = NODE_HEIGHT * PORTS / len(ends)
        top = layout.centres[name][1] - step * (len(ends) - 1) / 2
        for place, (_, pair, end) in enumerate(sorted(ends)):
            ports[pair, end] = top + place * step
    return ports


def draw_curve(route: list[Point], start: float, end: float) -> Line:
    """Return a curve along a route: level where it passes a column, bent between columns."""
    side = HALF if route[0][0] < route[-1][0] else -HALF
    points = [(route[0][0] + side, start)]
    for x, y in route[1:-1]:
        points += [(x - side, y), (x + side, y)]
    points.append((route[-1][0] - side, end))
    bends = list(pairwise(points))
    parts = [f"M{points[0][0]:.1f} {points[0][1]:.1f}"]
    for place, ((x0, y0), (x1, y1)) in enumerate(bends):
        middle = (x0 + x1) / 2
        is_level = place % 2 == 1
        bend = f"C{middle:.1f} {y0:.1f} {middle:.1f} {y1:.1f} {x1:.1f} {y1:.1f}"
        parts.append(f"L{x1:.1f} {y1:.1f}" if is_level else bend)
    return Line("".join(parts), find_label(bends))


def find_label(bends: list[tuple[Point, Point]]) -> Point:
    """Return the middle of a level piece, or a place on the one bend nearer to its start.

    Two bends between the same boxes, one each way, then have their numbers apart.
    """
    if len(bends) > 1:
        # Bends and level pieces alternate, so the odd piece nearest the middle is a level one.
        place = len(bends) // 2
        (x0, y0), (x1, y1) = bends[place if place % 2 else place - 1]
        return (x0 + x1) / 2, (y0 + y1) / 2
    (x0, y0), (x1, y1) = bends[0]
    t = LABEL_PLACE
    return (
        x0 + (x1 - x0) * (1.5 * t * (1 - t) + t**3),
        y0 + (y1 - y0) * (3 * t**2 - 2 * t**3),
    )


def draw_loop(centre: Point) -> Line:
    """Return the loop above a box."""
    x, y = centre
    top, high = y - NODE_HEIGHT / 2, y - NODE_HEIGHT / 2 - ROW_GAP
    left, right = x - LOOP_WIDTH, x + LOOP_WIDTH
    path = (
        f"M{left:.1f} {top:.1f}C{left:.1f} {high:.1f} {right:.1f} {high:.1f} {right:.1f} {top:.1f}"
    )
    return Line(path, (x, top - ROW_GAP * 0.75))
