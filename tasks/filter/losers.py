"""Losers: kept trajectories that leave after all, once the whole run was looked at."""

from collections.abc import Sequence

from schemas.verdict import Reason
from tasks.filter.duplicates import JudgedRow, find_duplicates

Losers = dict[str, tuple[Reason, str]]
"""Trajectory id -> reason and detail."""


def find_losers(judgements: Sequence[JudgedRow], until_kept: int | None) -> Losers:
    """Return the kept trajectories that leave after all: equal ones and those past `until_kept`."""
    twins = find_duplicates(judgements)
    losers: Losers = {
        key: (Reason.DUPLICATE, f"the same conversation as {other}") for key, other in twins.items()
    }
    kept = [
        item.trajectory_id for item in judgements if item.kept and item.trajectory_id not in twins
    ]
    if until_kept is not None:
        detail = f"{until_kept} examples were asked for"
        losers.update(dict.fromkeys(kept[until_kept:], (Reason.SURPLUS, detail)))
    return losers
