"""SwapPlan: which files of a run are replaced together, told so that it can be finished later."""

from schemas.record import Record


class SwapPlan(Record):
    """Paths are relative to the run's folder, with `/` between their parts."""

    moves: dict[str, str]
    """File to be replaced by the one staged under the same path -> sha256 of that one."""
    removed: list[str]
    """Files that are to be there no more."""
