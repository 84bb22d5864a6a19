"""Ledger: what became of everything that started, counted so that a loss shows."""

from enum import StrEnum

from schemas.record import Record
from schemas.verdict import Reason, Stage


class LedgerName(StrEnum):
    """The two ledgers of a run."""

    TASKS = "tasks"
    EPISODES = "episodes"


class LedgerLine(Record):
    """How many left at one stage for one reason."""

    ledger: LedgerName
    """Tasks or episodes."""
    stage: Stage
    """The stage that rejected them."""
    reason: Reason
    """Why."""
    count: int
    """Records that left, each counted once."""


class Ledger(Record):
    """One ledger: started = kept + rejected + open, or `faults` says what is wrong."""

    ledger: LedgerName
    """Tasks or episodes."""
    started: int
    """Workflows drawn, or episodes that ended."""
    kept: int
    """Tasks made, or examples."""
    open: int
    """Started, and neither kept nor rejected so far; 0 in a finished run."""
    lines: list[LedgerLine]
    """Those that left, by stage in order, then the most frequent reason first."""
    faults: list[str]
    """One line for each thing counted twice or never started; empty when all is well."""

    @property
    def rejected(self) -> int:
        """How many left."""
        return sum(line.count for line in self.lines)

    @property
    def is_exact(self) -> bool:
        """Whether everything that started is accounted for exactly once."""
        return not self.faults and self.started == self.kept + self.rejected + self.open
