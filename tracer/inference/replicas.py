"""Replicas: which of several servers of one model an episode asks.

Rendezvous hashing, Thaler and Ravishankar, IEEE/ACM Transactions on Networking 6 (1998): every
episode has its own order of the servers, so that one that has gone passes its episodes on evenly,
gets exactly those back, and the others keep theirs, with what their prefix caches hold.
"""

import asyncio
from collections.abc import Sequence

from schemas.errors import ModelError
from schemas.identity import hash_content
from tracer.inference.endpoint import Endpoint


def rank_endpoints(episode: str, endpoints: Sequence[Endpoint]) -> list[Endpoint]:
    """Return the servers in the order in which an episode would ask them."""
    if len(endpoints) == 1:
        return list(endpoints)
    return sorted(endpoints, key=lambda item: hash_content([episode, item.name]), reverse=True)


async def choose_endpoint(ranked: Sequence[Endpoint], outage_s: float) -> Endpoint:
    """Return the first server that is there; wait where none is.

    Raises:
        ModelError: all of them have been gone for `outage_s` seconds.
    """
    here = find_first(ranked)
    if here is None:
        await wait_for_any(ranked, outage_s)
        here = find_first(ranked)
    return here or ranked[0]


def find_first(ranked: Sequence[Endpoint]) -> Endpoint | None:
    """Return the first server that is not known to have gone."""
    return next((item for item in ranked if not item.health.is_down), None)


async def wait_for_any(ranked: Sequence[Endpoint], outage_s: float) -> None:
    """Return when one of the servers is there.

    Raises:
        ModelError: none was within the time each is waited for.
    """
    waits = {asyncio.create_task(item.health.wait(outage_s)) for item in ranked}
    pending, faults = waits, [""]
    try:
        while pending:
            done, pending = await asyncio.wait(pending, return_when=asyncio.FIRST_COMPLETED)
            errors = [error for item in done if (error := item.exception())]
            if len(errors) < len(done):
                return
            faults = [*faults, *map(str, errors)]
    finally:
        for item in waits:
            item.cancel()
        await asyncio.gather(*waits, return_exceptions=True)
    raise ModelError("; ".join(sorted(filter(None, faults))))
