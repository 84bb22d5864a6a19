"""Progress: bars of a run under way.

They are read from the manifests on disk, so that they cost the work nothing.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from tracer.store.folder import RunFolder
from tracer.store.shard import list_shards
from tracer.store.stage import StageFolder

POLL_S = 0.25
STAGES = (
    (StageFolder.WORKFLOWS, "sample"),
    (StageFolder.GROUNDED, "ground"),
    (StageFolder.DRAFTS, "refine"),
    (StageFolder.FEELINGS, "feel"),
    (StageFolder.CANDIDATES, "verify"),
    (StageFolder.TASKS, "select"),
    (StageFolder.TRAJECTORIES, "rollout"),
    (StageFolder.VERDICTS, "filter"),
    (StageFolder.EXAMPLES, "keep"),
)


@contextmanager
def show_progress(run: RunFolder, console: Console) -> Iterator[None]:
    """Show how many shards each stage has done while the body runs; silent where nobody looks."""
    stop = threading.Event()
    watcher = threading.Thread(target=watch, args=(run, console, stop), daemon=True)
    if console.is_terminal:
        watcher.start()
    try:
        yield
    finally:
        stop.set()
        if watcher.ident is not None:
            watcher.join()


def watch(run: RunFolder, console: Console, stop: threading.Event) -> None:
    """Draw the bars until told to stop."""
    columns = (
        TextColumn("{task.description:>8}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("shards"),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=console) as progress:
        bars = {stage: progress.add_task(name, total=None) for stage, name in STAGES}
        while True:
            ended = stop.wait(POLL_S)
            total = count_planned(run.path)
            for stage, bar in bars.items():
                progress.update(bar, completed=len(list_shards(run, stage)), total=total)
            if ended:
                return


def count_planned(path: Path) -> int | None:
    """Return how many shards have been begun, or None before the first."""
    return len(list((path / StageFolder.WORKFLOWS).glob("part-*.parquet"))) or None
