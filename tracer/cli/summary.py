"""Summary: what a run says of itself when it ends, on disk and on the screen."""

import os
import shutil
import sys
from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any

from rich.console import Console

from flows.plan import describe_moves
from flows.provenance import DISTRIBUTION, collect_provenance
from flows.rules import describe_rules
from schemas.config import RunConfig
from schemas.errors import BudgetError
from schemas.identity import hash_content
from tracer.store.folder import RunFolder
from tracer.store.ledger import count_episodes, count_tasks
from tracer.store.stage import StageFolder
from tracer.store.views import run_query

UNSCORED = """
    SELECT termination, error, count(*) AS n FROM trajectories WHERE reward IS NULL
    GROUP BY ALL ORDER BY n DESC, error
"""


def describe_run(
    run: RunFolder, config: RunConfig, shortfall: Mapping[tuple[str, str], int]
) -> dict[str, Any]:
    """Return the run's manifest: versions, digests, ledgers, quotas moved, cells left short."""
    return {
        "tracer": version(DISTRIBUTION),
        "config": hash_content(config.model_dump(mode="json")),
        "provenance": {
            name: row.model_dump(mode="json") for name, row in collect_provenance(config).items()
        },
        "judged": describe_rules(config.domains),
        "ledgers": [
            ledger.model_dump(mode="json") for ledger in (count_tasks(run), count_episodes(run))
        ],
        "moved": describe_moves(config),
        "shortfall": {f"{domain} {cell}": count for (domain, cell), count in shortfall.items()},
    }


def print_end(
    run: RunFolder,
    shortfall: Mapping[tuple[str, str], int],
    seconds: tuple[float, float],
    console: Console,
) -> None:
    """Say where the dataset lies and how to look at it; `seconds` are those of boot and of work."""
    boot_s, work_s = seconds
    for (domain, cell), count in shortfall.items():
        console.print(f"short: {count} tasks of {domain} {cell} could not be made", highlight=False)
    console.print(f"{work_s:.1f} s, server start {boot_s:.1f} s before that", highlight=False)
    console.print(
        f"dataset: {run.path / StageFolder.EXAMPLES}/*.parquet", highlight=False, soft_wrap=True
    )
    query = "SELECT emotion, count(*) FROM examples GROUP BY ALL"
    console.print(
        f'look: {name_program()} sql {run.name} "{query}"', highlight=False, soft_wrap=True
    )


def complain_if_unscored(run: RunFolder) -> None:
    """Raise when no episode of the run could be scored, so that a dead server is no success.

    Raises:
        BudgetError: every episode ended for a reason outside the agent; the commonest is named.
    """
    rows = run_query(run, UNSCORED)[1]
    n_unscored = sum(count for _, _, count in rows)
    if rows and n_unscored == count_episodes(run).started:
        termination, error, _ = rows[0]
        cause = f": {error}" if error else ""
        msg = f"none of {n_unscored} episodes could be scored; most ended {termination}{cause}"
        raise BudgetError(msg)


def name_program() -> str:
    """Return how this program was called, so that what is printed can be typed as it stands."""
    called = Path(sys.argv[0])
    if called.name != "tracer":
        return "tracer"
    return os.path.relpath(called) if shutil.which("tracer") != str(called) else "tracer"
