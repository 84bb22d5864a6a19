"""Usage: how long a run played, and what its servers' prefix caches gave it meanwhile."""

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from schemas.config import RunConfig
from schemas.usage import PrefixUse, RunUsage
from tracer.inference.pool import ModelPool
from tracer.inference.prefix import PrefixCounts, read_prefix_counts
from tracer.store.folder import RunFolder
from tracer.store.usage import save_usage


@dataclass(slots=True)
class Stopwatch:
    """Adds up the seconds in which it ran."""

    total_s: float = 0.0

    @contextmanager
    def run(self) -> Iterator[None]:
        """Let it run while the body does."""
        start = time.perf_counter()
        try:
            yield
        finally:
            self.total_s += time.perf_counter() - start


@contextmanager
def record_usage(run: RunFolder, config: RunConfig, pool: ModelPool) -> Iterator[Stopwatch]:
    """Give a stopwatch for the playing; what the run took is written, an error or not.

    An interrupt is not kept waiting by a server that may have gone: nothing is written then.
    """
    models = config.model_roles.values()
    endpoints = list(dict.fromkeys(name for role in models for name in role.endpoints))
    side_by_side = max((pool.count_in_flight(role) for role in models), default=1)
    watch, before = Stopwatch(), read_counts(endpoints)

    def write() -> None:
        prefixes = subtract(before, read_counts(endpoints))
        play_s = round(watch.total_s, 3)
        usage = RunUsage(play_s=play_s, n_side_by_side=side_by_side, prefixes=prefixes)
        save_usage(run, usage)

    try:
        yield watch
    except Exception:
        write()
        raise
    write()


def read_counts(endpoints: list[str]) -> dict[str, PrefixCounts]:
    """Return the counts of the servers that tell them."""
    counts = {name: read_prefix_counts(name) for name in endpoints}
    return {name: found for name, found in counts.items() if found is not None}


def subtract(
    before: Mapping[str, PrefixCounts], after: Mapping[str, PrefixCounts]
) -> list[PrefixUse]:
    """Return what was counted in between; a server that began anew counts from 0."""
    return [
        PrefixUse(endpoint=name, n_queries=found.queries - queries, n_hits=found.hits - hits)
        for name, found in after.items()
        for queries, hits in [find_start(before.get(name), found)]
    ]


def find_start(before: PrefixCounts | None, after: PrefixCounts) -> tuple[int, int]:
    """Return queries and hits to count from."""
    if before is None or before.queries > after.queries:
        return 0, 0
    return before.queries, before.hits
