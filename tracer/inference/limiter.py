"""Limiter: how many requests one server is asked at once, found out by asking.

Additive increase, multiplicative decrease, after Chiu and Jain, Computer Networks and ISDN Systems
17 (1989), section 4: the limit falls to its half when the server shows strain and grows by one for
as many successes as it is high.
"""

import asyncio
from collections import deque
from collections.abc import Callable

LEAST = 1


class Limiter:
    """Slots, given out in the order they were asked for; belongs to one event loop."""

    def __init__(self, ceiling: int) -> None:
        self._ceiling = ceiling
        self._limit = ceiling
        self._n_held = 0
        self._n_successes = 0
        self._n_falls = 0
        self._queue: deque[asyncio.Future[None]] = deque()

    @property
    def ceiling(self) -> int:
        """Most slots there will ever be."""
        return self._ceiling

    @property
    def limit(self) -> int:
        """Slots there are now."""
        return self._limit

    @property
    def age(self) -> int:
        """How often the limit has fallen; a request remembers it from when it was sent."""
        return self._n_falls

    def set_ceiling(self, ceiling: int) -> None:
        """Begin anew under another ceiling; slots that are held stay held."""
        self._ceiling = self._limit = ceiling

    async def acquire(self) -> None:
        """Wait for a slot.

        Raises:
            Exception: what `expel` was told meanwhile.
        """
        if self._n_held < self._limit and not self._queue:
            self._n_held += 1
            return
        turn = asyncio.get_running_loop().create_future()
        self._queue.append(turn)
        # The ceiling may have been raised meanwhile, from another thread.
        self._wake()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled() and turn.exception() is None:
                self.release()
            raise

    def release(self) -> None:
        """Give a slot back."""
        self._n_held -= 1
        self._wake()

    def note_success(self) -> None:
        """Take a good answer into account."""
        if self._limit >= self._ceiling:
            return
        self._n_successes += 1
        if self._n_successes >= self._limit:
            self._n_successes = 0
            self._limit += 1
            self._wake()

    def note_strain(self, age: int) -> None:
        """Take into account that a request sent at `age` was turned away, or never answered.

        Whoever was sent before the last fall tells nothing new: a full house that is turned away
        together halves the limit once.
        """
        if age < self._n_falls:
            return
        self._n_falls += 1
        self._n_successes = 0
        self._limit = max(LEAST, self._limit // 2)

    def expel(self, make_error: Callable[[], Exception]) -> None:
        """Send everyone in the queue away with an error each; who holds a slot keeps it."""
        while self._queue:
            turn = self._queue.popleft()
            if not turn.done():
                turn.set_exception(make_error())

    def _wake(self) -> None:
        while self._queue and self._n_held < self._limit:
            turn = self._queue.popleft()
            if not turn.done():
                self._n_held += 1
                turn.set_result(None)
