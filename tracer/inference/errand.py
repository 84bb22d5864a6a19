"""Errand: one coroutine run on a loop for a thread that waits for it."""

import asyncio
import threading
from collections.abc import Coroutine
from typing import Any, Generic, TypeVar

from schemas.errors import DrainError

T = TypeVar("T")
LOOK_S = 0.2
"""How often a waiting thread looks up: an exception meant for it arrives only then."""
CANCEL_S = 1.0
STOPPED = "the run was stopped while models were being asked"


class Errand(Generic[T]):
    """Belongs to `loop`, which runs in another thread than the one that waits."""

    def __init__(self, loop: asyncio.AbstractEventLoop, work: Coroutine[Any, Any, T]) -> None:
        self._loop = loop
        self._work = work
        self._task: asyncio.Task[T] | None = None
        self._is_cancelled = False
        self._ended = threading.Event()

    def run(self) -> T:
        """Begin, wait, and return what the coroutine returns.

        An exception in the waiting thread cancels it first: that thread may go on to close what the
        coroutine still uses. A second one does not wait for that.

        Raises:
            DrainError: it was cancelled.
        """
        self._loop.call_soon_threadsafe(self._begin)
        try:
            while not self._ended.wait(LOOK_S):
                pass
        except BaseException:
            self.cancel()
            self._ended.wait(CANCEL_S)
            raise
        if self._task is None or self._task.cancelled():
            raise DrainError(STOPPED)
        return self._task.result()

    def cancel(self) -> None:
        """Ask the coroutine to end; from any thread."""
        self._loop.call_soon_threadsafe(self._cancel)

    def _begin(self) -> None:
        self._task = self._loop.create_task(self._work)
        self._task.add_done_callback(lambda _: self._ended.set())
        if self._is_cancelled:
            self._task.cancel()

    def _cancel(self) -> None:
        self._is_cancelled = True
        if self._task is not None:
            self._task.cancel()
