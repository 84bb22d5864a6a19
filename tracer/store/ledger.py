"""Count what became of every workflow and every episode of a run, by joining ids."""

from collections import Counter
from typing import NamedTuple

from schemas.ledger import Ledger, LedgerLine, LedgerName
from schemas.verdict import Reason, Stage
from tracer.store.folder import RunFolder
from tracer.store.views import connect, fetch_rows

MOST_FAULTS = 20


class Books(NamedTuple):
    """Where one ledger reads its ids; each query gives one id per row."""

    started: str
    kept: str
    rejected: str
    """Gives id, stage and reason."""


BOOKS = {
    LedgerName.TASKS: Books(
        started="SELECT id FROM workflows",
        kept="SELECT workflow_id FROM tasks",
        rejected="SELECT workflow_id, stage, reason FROM rejects WHERE stage <> 'filter'",
    ),
    LedgerName.EPISODES: Books(
        started="SELECT id FROM trajectories",
        kept="SELECT trajectory_id FROM examples",
        rejected="SELECT record_id, stage, reason FROM rejects WHERE stage = 'filter'",
    ),
}


def count_tasks(run: RunFolder) -> Ledger:
    """Count workflows: those drawn are tasks, rejected before the rollout, or still open.

    Raises:
        ConfigError: the run cannot be read.
        DataError: a stored file is missing or damaged.
    """
    return _count(run, LedgerName.TASKS)


def count_episodes(run: RunFolder) -> Ledger:
    """Count episodes: those that ended are examples, rejected by the filter, or still open.

    Raises:
        ConfigError: the run cannot be read.
        DataError: a stored file is missing or damaged.
    """
    return _count(run, LedgerName.EPISODES)


def _count(run: RunFolder, ledger: LedgerName) -> Ledger:
    books = BOOKS[ledger]
    with connect(run) as connection:
        started = Counter(row[0] for row in fetch_rows(run, connection, books.started)[1])
        kept = Counter(row[0] for row in fetch_rows(run, connection, books.kept)[1])
        rows = fetch_rows(run, connection, books.rejected)[1]
    rejected = Counter(row[0] for row in rows)
    return Ledger(
        ledger=ledger,
        started=started.total(),
        kept=kept.total(),
        open=len(started.keys() - kept.keys() - rejected.keys()),
        lines=_list_lines(ledger, Counter((row[1], row[2]) for row in rows)),
        faults=_find_faults(started, kept, rejected),
    )


def _list_lines(ledger: LedgerName, counts: Counter[tuple[str, str]]) -> list[LedgerLine]:
    stages = list(Stage)
    lines = [
        LedgerLine(ledger=ledger, stage=Stage(stage), reason=Reason(reason), count=count)
        for (stage, reason), count in counts.items()
    ]
    return sorted(lines, key=lambda line: (stages.index(line.stage), -line.count, line.reason))


def _find_faults(started: Counter[str], kept: Counter[str], rejected: Counter[str]) -> list[str]:
    faults = []
    for record_id in sorted(started.keys() | kept.keys() | rejected.keys()):
        n_started, n_kept, n_rejected = started[record_id], kept[record_id], rejected[record_id]
        if n_started != 1 or n_kept + n_rejected > 1:
            faults.append(
                f"{record_id}: started {n_started}, kept {n_kept}, rejected {n_rejected} times; "
                "expected started once, then kept or rejected at most once"
            )
    if len(faults) > MOST_FAULTS:
        faults[MOST_FAULTS:] = [f"and {len(faults) - MOST_FAULTS} more"]
    return faults
