"""Prefix: how much of its prompts a server took from its prefix cache, as it counts itself."""

import asyncio
import re
from dataclasses import dataclass

from tracer.inference.completion import GarbledBodyError
from tracer.inference.endpoint import find_root
from tracer.inference.transport import LostError, Transport

TIMEOUT_S = 3.0
GOOD = 200
HIGHEST = 1e15
SAMPLE = re.compile(
    r"^(vllm:prefix_cache_\w+?)(?:_total)?(?:\{.*\})? ([0-9.eE+-]+)(?: \d+)?$", re.MULTILINE
)
QUERIES = "vllm:prefix_cache_queries"
HITS = "vllm:prefix_cache_hits"


@dataclass(frozen=True, slots=True)
class PrefixCounts:
    """Tokens since the server started."""

    queries: int
    """Prompt tokens that were looked up."""
    hits: int
    """Those that were found."""


def read_prefix_counts(base_url: str) -> PrefixCounts | None:
    """Return what the `/metrics` of a server count, all its engines together.

    None where it has none, or does not answer soon. Runs a loop of its own: not to be called from
    a coroutine.
    """
    return asyncio.run(fetch_prefix_counts(base_url))


async def fetch_prefix_counts(base_url: str) -> PrefixCounts | None:
    """Return the same as `read_prefix_counts`, within a coroutine."""
    transport = Transport(base_url, {})
    try:
        answer = await transport.get(f"{find_root(base_url)}/metrics", TIMEOUT_S)
    except (LostError, GarbledBodyError, TimeoutError):
        return None
    finally:
        await transport.close()
    return (
        parse_metrics(answer.content.decode("utf-8", "replace")) if answer.status == GOOD else None
    )


def parse_metrics(text: str) -> PrefixCounts | None:
    """Return the counts in a Prometheus exposition; None where one of the two is missing."""
    sums: dict[str, float] = {}
    for name, value in SAMPLE.findall(text):
        sums[name] = sums.get(name, 0.0) + read_number(value)
    if QUERIES not in sums or HITS not in sums:
        return None
    return PrefixCounts(queries=int(sums[QUERIES]), hits=int(sums[HITS]))


def read_number(text: str) -> float:
    """Return a sample's value; 0 where it is no count that can be stored."""
    try:
        value = float(text)
    except ValueError:
        return 0.0
    return value if 0 <= value <= HIGHEST else 0.0
