"""Selection: the one pass over all verified candidates.

Duplicates go, each cell keeps its lowest indexes. Independent of the order in which candidates
come.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from schemas.verdict import Reason

Cell = tuple[str, str]
"""Domain and cell."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What the selection needs to know of a candidate."""

    workflow_id: str
    domain: str
    cell: str
    index: int
    duplicate_key: str


@dataclass(frozen=True, slots=True)
class Selection:
    """Who stays, why the others go, and what is still short."""

    losers: dict[str, tuple[Reason, str]]
    """Workflow id -> reason and detail."""
    shortfall: dict[Cell, int]
    """Cells with fewer candidates than asked for, and how many are missing."""
    seen: dict[str, str]
    """Duplicate key -> workflow id of every task that stands now."""


def select_candidates(
    entries: Iterable[Entry], quotas: Mapping[Cell, int], taken_keys: Mapping[str, str]
) -> Selection:
    """Return the selection for these quotas; a cell without a quota keeps nothing.

    Args:
        entries: Verified candidates. Equal ones have equal walks, so they stand in one cell.
        quotas: Tasks wanted per cell.
        taken_keys: Duplicate key -> workflow id of tasks that stand already.
    """
    seen = dict(taken_keys)
    losers: dict[str, tuple[Reason, str]] = {}
    kept: Counter[Cell] = Counter()
    for entry in sorted(entries, key=lambda item: (item.domain, item.cell, item.index)):
        place = (entry.domain, entry.cell)
        if entry.duplicate_key in seen:
            losers[entry.workflow_id] = (Reason.DUPLICATE, f"as {seen[entry.duplicate_key]}")
        elif kept[place] >= quotas.get(place, 0):
            losers[entry.workflow_id] = (Reason.SURPLUS, f"cell {entry.cell} is full")
        else:
            kept[place] += 1
            seen[entry.duplicate_key] = entry.workflow_id
    shortfall = {
        place: quota - kept[place] for place, quota in quotas.items() if kept[place] < quota
    }
    return Selection(losers, shortfall, seen)
