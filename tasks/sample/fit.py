"""Fit: moves the quota of cells that no task can be made for, before the run begins.

The rule. In a cell that asks for walks longer than any customer can be given, each such walk
becomes as long as the longest that can; the quota goes to the cell of that name. It is the nearest:
a walk goes on from a shorter one, so every shorter length can be drawn. A refusal cell goes to the
refusal cell of the nearest length that has a walk, the shorter of two equally near; to the plain
cell of its own length where a domain has none at all.
"""

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from graphs.walk import find_longest
from schemas.errors import DataError
from schemas.workflow import REFUSAL_MARK, is_refusal_cell, name_cell, read_lengths
from tasks.sample.draw import list_refusal_walks


@dataclass(frozen=True, slots=True)
class Move:
    """A cell none of whose tasks can be made, and the cell that gets its quota."""

    cell: str
    target: str
    n_tasks: int


@dataclass(frozen=True, slots=True)
class Drawable:
    """Which lengths of walks a domain has, tools."""

    longest: int
    """Longest walk that can be grounded; every shorter length can be as well."""
    refusals: Collection[int]
    """Lengths of walks whose last call the policy may forbid."""

    def place(self, cell: str) -> str:
        """Return the cell itself, or the one its quota goes to."""
        lengths = [min(length, self.longest) for length in read_lengths(cell)]
        if not is_refusal_cell(cell) or not self.refusals:
            return name_cell(lengths)
        wanted = read_lengths(cell)[0]
        nearest = min(self.refusals, key=lambda length: (abs(length - wanted), length))
        return f"{nearest}{REFUSAL_MARK}"


def fit_cells(cells: Mapping[str, int], drawable: Drawable) -> tuple[dict[str, int], list[Move]]:
    """Return the cells that can be filled with their quotas, and what was moved by the rule."""
    fitted: Counter[str] = Counter()
    moves = []
    for cell, count in cells.items():
        target = drawable.place(cell)
        fitted[target] += count
        if target != cell:
            moves.append(Move(cell, target, count))
    return dict(sorted(fitted.items())), moves


def find_drawable(domain: str, most: int) -> Drawable:
    """Return the lengths of up to `most` tools that a domain's graph has walks of.

    Raises:
        DataError: no walk at all can be drawn.
    """
    longest = find_longest(domain, most)
    if longest == 0:
        raise DataError(
            f"graphs/{domain}.toml: no customer can be given any walk: tracer graph check {domain}"
        )
    lengths = range(1, most + 1)
    return Drawable(longest, [length for length in lengths if list_refusal_walks(domain, length)])


def fit_quotas(domain: str, cells: Mapping[str, int]) -> tuple[dict[str, int], list[Move]]:
    """Return the cells of a domain that can be filled, and what was moved by the rule.

    Raises:
        DataError: no walk at all can be drawn.
    """
    most = max((length for cell in cells for length in read_lengths(cell)), default=1)
    return fit_cells(cells, find_drawable(domain, most))
