"""Drain: a first signal finishes what is under way and begins nothing new; a second one stops."""

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType

from rich.console import Console

from tasks.shard import DRAIN_FILE
from tracer.store.folder import RunFolder

ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""Ctrl-C; what a scheduler or a container sends; a closed terminal."""
ECHO_S = 1.0
"""A closed terminal may send SIGHUP twice, itself and by its shell, in less than this."""


@contextmanager
def allow_drain(run: RunFolder, console: Console) -> Iterator[None]:
    """Let Ctrl-C, SIGTERM and SIGHUP drain the run while the body runs.

    A run started under `nohup` goes on ignoring SIGHUP.

    Raises:
        KeyboardInterrupt: on the second signal.
    """
    mark = run.path / DRAIN_FILE
    asked: list[float] = []

    def handle(number: int, _frame: FrameType | None) -> None:
        if asked:
            if number == signal.SIGHUP and time.monotonic() - asked[0] < ECHO_S:
                return
            raise KeyboardInterrupt
        asked.append(time.monotonic())
        mark.touch()
        # The terminal may be what has gone.
        with suppress(OSError):
            console.print(tell(number), soft_wrap=True)

    before = {number: signal.getsignal(number) for number in ENDING}
    for number, handler in before.items():
        if number == signal.SIGINT or handler is not signal.SIG_IGN:
            signal.signal(number, handle)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        mark.unlink(missing_ok=True)


def tell(number: int) -> str:
    """Return what a first signal leads to."""
    if number == signal.SIGINT:
        return "finishing what is under way; Ctrl-C again stops at once"
    return f"{signal.Signals(number).name}: finishing what is under way; a second one stops at once"
