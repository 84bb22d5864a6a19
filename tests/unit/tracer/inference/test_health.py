import asyncio
import logging

import pytest

from schemas.errors import ModelError
from tracer.inference.health import Health

BEAT_S = 0.02


class Server:
    """Gives its faults one after another, the last one for ever."""

    def __init__(self, *faults: str) -> None:
        self.faults = list(faults)
        self.n_probes = 0
        self.n_downs = 0
        self.most_at_once = 0
        self._n_now = 0

    async def probe(self) -> str:
        self.n_probes += 1
        self._n_now += 1
        self.most_at_once = max(self.most_at_once, self._n_now)
        await asyncio.sleep(0.001)
        self._n_now -= 1
        return self.faults.pop(0) if len(self.faults) > 1 else self.faults[0]

    def note_down(self) -> None:
        self.n_downs += 1


def watch(server: Server, grace_s: float = 10.0) -> Health:
    return Health("http://there/v1", server.probe, server.note_down, BEAT_S, grace_s)


async def test_lost_connection_to_a_server_that_is_there_is_no_outage() -> None:
    server = Server("")
    health = watch(server)
    assert not await health.examine("connection reset", was_lost=True)
    assert (health.is_down, server.n_probes) == (False, 1)


async def test_nobody_is_sent_to_a_lost_server_before_it_was_asked() -> None:
    health = watch(Server(""))
    examined = asyncio.create_task(health.examine("connection reset", was_lost=True))
    await asyncio.sleep(0)
    assert health.is_down
    await examined


async def test_time_out_alone_holds_nobody_up() -> None:
    health = watch(Server(""))
    examined = asyncio.create_task(health.examine("no answer in time", was_lost=False))
    await asyncio.sleep(0)
    assert not health.is_down
    assert not await examined


async def test_wait_ends_when_the_server_answers_again() -> None:
    server = Server("connection refused", "connection refused", "")
    health = watch(server)
    assert await health.examine("connection reset", was_lost=True)
    await health.wait(5.0)
    assert (health.is_down, server.n_probes, server.n_downs) == (False, 3, 1)


async def test_one_probe_at_a_time_however_many_wait() -> None:
    server = Server(*["connection refused"] * 5, "")
    health = watch(server)
    await asyncio.gather(*(health.examine("connection reset", was_lost=True) for _ in range(20)))
    await asyncio.gather(*(health.wait(5.0) for _ in range(20)))
    assert (server.most_at_once, server.n_probes) == (1, 6)


async def test_outage_beyond_its_bound_names_server_time_and_cause() -> None:
    health = watch(Server("connection refused"))
    health.note_answer()
    await health.examine("connection reset", was_lost=True)
    with pytest.raises(ModelError, match=r"http://there/v1: no answer since \d\d:\d\d:\d\d, 0 s"):
        await health.wait(0.05)
    with pytest.raises(ModelError, match="connection refused"):
        await health.wait(0.05)
    await health.close()


async def test_server_that_never_answered_is_given_up_early() -> None:
    health = watch(Server("connection refused"), grace_s=0.05)
    await health.examine("connection refused", was_lost=True)
    with pytest.raises(ModelError, match="nobody ever answered"):
        await asyncio.wait_for(health.wait(300.0), 2)
    await health.close()


async def test_server_that_answered_once_is_waited_for_longer() -> None:
    health = watch(Server(*["connection refused"] * 6, ""), grace_s=0.01)
    health.note_answer()
    await health.examine("connection reset", was_lost=True)
    await health.wait(5.0)
    assert not health.is_down


async def test_answer_begun_before_the_server_went_does_not_bring_it_back() -> None:
    health = watch(Server("connection refused"))
    await health.examine("connection refused", was_lost=True)
    health.note_answer()
    assert health.is_down
    await health.close()


async def test_outage_is_told_once_at_each_end(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING)
    health = watch(Server(*["connection refused"] * 4, ""))
    await health.examine("connection reset", was_lost=True)
    await health.wait(5.0)
    told = [record.getMessage() for record in caplog.records]
    assert told == [
        "server http://there/v1: connection refused; requests to it wait",
        "server http://there/v1 answers again after 0 s",
    ]
