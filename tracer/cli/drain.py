"""Drain: Ctrl-C once finishes what is under way and begins nothing new; twice stops."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from rich.console import Console

from tasks.shard import DRAIN_FILE
from tracer.store.folder import RunFolder


@contextmanager
def allow_drain(run: RunFolder, console: Console) -> Iterator[None]:
    """Let Ctrl-C drain the run while the body runs.

    Raises:
        KeyboardInterrupt: on the second Ctrl-C.
    """
    mark = run.path / DRAIN_FILE
    asked: list[int] = []

    def handle(number: int, _frame: FrameType | None) -> None:
        if asked:
            raise KeyboardInterrupt
        asked.append(number)
        mark.touch()
        console.print("finishing what is under way; Ctrl-C again stops at once")

    before = signal.signal(signal.SIGINT, handle)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        mark.unlink(missing_ok=True)
