"""Health: whether a server is there, and the wait for one that has gone.

A request that found nobody, or was left without an answer, has the server examined: one probe at a
time, about one a second, until it answers again. Meanwhile nothing else is sent.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from datetime import datetime

from schemas.errors import ModelError

log = logging.getLogger(__name__)

BEAT_S = 1.0
GRACE_S = 10.0
"""Longest wait for a server that never answered: a wrong address should be told soon."""


class DownError(Exception):
    """The server has gone; `was_sent` says whether the request may have reached it."""

    def __init__(self, *, was_sent: bool = False) -> None:
        super().__init__("the server has gone")
        self.was_sent = was_sent


class Health:
    """Watches over one server; belongs to one event loop.

    Args:
        name: The server, for messages.
        probe: Returns what is wrong with the server, or nothing.
        on_down: Called when the server is found gone.
        beat_s: Wait between two probes, seconds.
        grace_s: Longest wait for a server that never answered, seconds.
    """

    def __init__(
        self,
        name: str,
        probe: Callable[[], Awaitable[str]],
        on_down: Callable[[], None],
        beat_s: float = BEAT_S,
        grace_s: float = GRACE_S,
    ) -> None:
        self.is_down = False
        self._name = name
        self._probe = probe
        self._on_down = on_down
        self._beat_s = beat_s
        self._grace_s = grace_s
        self._has_answered = False
        self._cause = ""
        self._gone_at = 0.0
        self._gone_clock = ""
        self._back = asyncio.Event()
        self._watch: asyncio.Task[None] | None = None
        self._verdict: asyncio.Future[None] | None = None

    def note_answer(self) -> None:
        """Remember that the server has answered.

        A server that has gone is not taken for back by this: while it shuts down it still
        finishes what it had begun.
        """
        self._has_answered = True

    async def examine(self, cause: str, *, was_lost: bool) -> bool:
        """Return whether the server has gone, by a probe; where it was lost, others wait for it."""
        if was_lost and not self.is_down:
            self._mark_down(cause)
        self._start_watch()
        if self._verdict is not None:
            await asyncio.shield(self._verdict)
        return self.is_down

    async def wait(self, outage_s: float) -> None:
        """Return when the server is there.

        Raises:
            ModelError: it has been gone for `outage_s` seconds, or a few where it never answered.
        """
        while self.is_down:
            self._start_watch()
            patience_s = outage_s if self._has_answered else min(outage_s, self._grace_s)
            left_s = self._gone_at + patience_s - time.monotonic()
            if left_s <= 0:
                raise ModelError(self._describe())
            try:
                async with asyncio.timeout(left_s):
                    await self._back.wait()
            except TimeoutError:
                continue

    async def close(self) -> None:
        """Stop watching."""
        if self._watch is not None:
            self._watch.cancel()
            await asyncio.gather(self._watch, return_exceptions=True)

    def _start_watch(self) -> None:
        if self._watch is None or self._watch.done():
            self._verdict = asyncio.get_running_loop().create_future()
            self._watch = asyncio.create_task(self._keep_watch(self._verdict))

    async def _keep_watch(self, verdict: asyncio.Future[None]) -> None:
        try:
            while fault := await self._probe():
                self._mark_down(fault)
                if not verdict.done():
                    log.warning("server %s: %s; requests to it wait", self._name, fault)
                settle(verdict)
                await asyncio.sleep(self._beat_s)
            self._mark_up()
        finally:
            settle(verdict)

    def _mark_down(self, cause: str) -> None:
        self._cause = cause
        if not self.is_down:
            self.is_down = True
            self._gone_at = time.monotonic()
            self._gone_clock = datetime.now().astimezone().strftime("%H:%M:%S")
            self._back.clear()
            self._on_down()

    def _mark_up(self) -> None:
        self._has_answered = True
        if self.is_down:
            gone_s = time.monotonic() - self._gone_at
            if gone_s >= self._beat_s:
                log.warning("server %s answers again after %.0f s", self._name, gone_s)
            self.is_down = False
            self._back.set()

    def _describe(self) -> str:
        gone_s = time.monotonic() - self._gone_at
        since = f"no answer since {self._gone_clock}, {gone_s:.0f} s"
        if not self._has_answered:
            since = f"nobody ever answered there, tried for {gone_s:.0f} s"
        return f"server {self._name}: {since}: {self._cause}"


def settle(verdict: asyncio.Future[None]) -> None:
    """Let those go on who wait for the first probe."""
    if not verdict.done():
        verdict.set_result(None)
