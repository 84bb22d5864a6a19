"""Retry: which failures of a server are worth another try, and how long to wait for it."""

import random
from dataclasses import dataclass, field

from tenacity import AsyncRetrying, RetryCallState, retry_if_exception, stop_after_attempt

from tracer.inference.completion import GarbledBodyError
from tracer.inference.refusal import RefusedError
from tracer.inference.transport import LostError

JITTER = 0.25


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """How often to try, and how long to wait between tries, seconds.

    Waits double from `first_wait_s`; a server's Retry-After takes their place. Neither exceeds
    `longest_wait_s` by more than the jitter of a quarter.
    """

    tries: int = 5
    first_wait_s: float = 0.5
    longest_wait_s: float = 60.0
    # Jitter moves no data, so it needs no seed; with one, parallel processes would wait in step.
    rng: random.Random = field(default_factory=random.Random, repr=False)

    def start(self) -> AsyncRetrying:
        """Return the tries of one call, to be looped over; the last failure is raised as it is."""
        return AsyncRetrying(
            stop=stop_after_attempt(self.tries),
            wait=self.find_wait_s,
            retry=retry_if_exception(is_passing),
            reraise=True,
        )

    def find_wait_s(self, state: RetryCallState) -> float:
        """Return how long to wait before the next try, seconds."""
        error = state.outcome.exception() if state.outcome else None
        wait_s = error.retry_after_s if isinstance(error, RefusedError) else None
        if wait_s is None:
            wait_s = self.first_wait_s * 2 ** (state.attempt_number - 1)
        wait_s = min(wait_s, self.longest_wait_s)
        return wait_s + self.rng.uniform(0, JITTER * wait_s)


def is_passing(error: BaseException) -> bool:
    """Return whether a failure may be gone at the next try."""
    if isinstance(error, RefusedError):
        return error.is_passing
    return isinstance(error, LostError | GarbledBodyError | TimeoutError)
