"""Pool: one event loop in a thread of its own, shared by every shard and role of the process."""

import asyncio
import concurrent.futures
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar

from schemas.config import RoleConfig
from schemas.errors import DrainError
from tracer.inference.chat import ChatModel
from tracer.inference.client import OUTAGE_S, OpenAIChat, read_api_key
from tracer.inference.endpoint import Endpoint
from tracer.inference.errand import CANCEL_S, STOPPED, Errand
from tracer.inference.serving.record import find_served

T = TypeVar("T")
CLOSE_S = 5.0


def find_known_limit(base_url: str) -> int | None:
    """Return how many requests a server takes at once, where `tracer model serve` keeps it up."""
    served = find_served(base_url)
    return served.max_in_flight if served else None


class ModelPool:
    """One loop, and one Endpoint per server address and key, for all shards and roles.

    The thread is a daemon: a process that is told to leave does not wait for a slow model.

    Args:
        find_limit: Returns how many requests a server takes at once, None where that is not known.
    """

    def __init__(self, find_limit: Callable[[str], int | None] = find_known_limit) -> None:
        self._find_limit = find_limit
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="models", daemon=True)
        self._endpoints: dict[tuple[str, str], Endpoint] = {}
        self._errands: set[Errand[Any]] = set()
        self._lock = threading.Lock()
        self._is_stopped = False
        self._thread.start()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine on the pool's loop and wait for what it returns.

        An exception in the waiting thread, such as a KeyboardInterrupt, cancels it.

        Raises:
            DrainError: `cancel_all` was called.
            RuntimeError: called on the pool's own loop, which would wait for itself.
        """
        if threading.current_thread() is self._thread:
            work.close()
            raise RuntimeError("pool asked from its own loop: await the coroutine there instead")
        errand = Errand(self._loop, work)
        with self._lock:
            if self._is_stopped:
                work.close()
                raise DrainError(STOPPED)
            self._errands.add(errand)
        try:
            return errand.run()
        finally:
            with self._lock:
                self._errands.discard(errand)

    def open_chat(self, role: RoleConfig, outage_s: float = OUTAGE_S) -> ChatModel:
        """Return a model that asks the role's servers; use it in coroutines given to `run`.

        Args:
            role: A role played by a model.
            outage_s: Longest wait for a server that has gone, seconds.

        Raises:
            ConfigError: the environment variable that should hold the API key is not set.
        """
        return OpenAIChat(role, outage_s=outage_s, endpoints=self._find_endpoints(role))

    def count_in_flight(self, role: RoleConfig) -> int:
        """Return how many requests the role's servers take at once, all of them together.

        Raises:
            ConfigError: the environment variable that should hold the API key is not set.
        """
        return sum(endpoint.limiter.ceiling for endpoint in self._find_endpoints(role))

    def cancel_all(self) -> None:
        """Cancel all that is under way and refuse what comes later."""
        with self._lock:
            self._is_stopped = True
            for errand in self._errands:
                errand.cancel()

    def close(self) -> None:
        """End what is under way, let go of the connections, stop the loop."""
        self.cancel_all()
        shut = asyncio.run_coroutine_threadsafe(self._shut(), self._loop)
        try:
            shut.result(CLOSE_S)
        except concurrent.futures.TimeoutError:
            shut.cancel()
        finally:
            self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(CLOSE_S)
        if not self._thread.is_alive():
            self._loop.close()

    def _find_endpoints(self, role: RoleConfig) -> list[Endpoint]:
        key = read_api_key(role.api_key_env)
        with self._lock:
            found = [self._find_endpoint(url, key) for url in role.endpoints]
        for endpoint in found:
            endpoint.bound(role.in_flight)
        return found

    def _find_endpoint(self, base_url: str, key: str) -> Endpoint:
        place = (base_url, key)
        if place not in self._endpoints:
            self._endpoints[place] = Endpoint(base_url, key, self._find_limit(base_url))
        return self._endpoints[place]

    async def _shut(self) -> None:
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        if others:
            await asyncio.wait(others, timeout=CANCEL_S)
        for endpoint in self._endpoints.values():
            await endpoint.close()


@dataclass(slots=True)
class Sharing:
    """The process's pool, and how many have it."""

    pool: ModelPool | None = None
    n_users: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def take(self) -> ModelPool:
        """Return the pool, made when there is none."""
        with self.lock:
            self.pool = self.pool or ModelPool()
            self.n_users += 1
            return self.pool

    def give_back(self) -> ModelPool | None:
        """Return the pool when nobody has it any more, to be closed; else None."""
        with self.lock:
            self.n_users -= 1
            if self.n_users:
                return None
            unused, self.pool = self.pool, None
            return unused


SHARING = Sharing()


@contextmanager
def share_pool() -> Iterator[ModelPool]:
    """Give the process's pool: made when the first one enters, closed when the last one leaves."""
    pool = SHARING.take()
    try:
        yield pool
    finally:
        unused = SHARING.give_back()
        if unused is not None:
            unused.close()
