import asyncio
from collections import Counter

import pytest

from schemas.errors import ModelError
from tracer.inference.endpoint import Endpoint
from tracer.inference.replicas import choose_endpoint, rank_endpoints

URLS = [f"http://127.0.0.1:{port}/v1" for port in (8001, 8002, 8003)]
EPISODES = [f"task_{number}/feel/0" for number in range(300)]


def choose(episode: str, urls: list[str]) -> str:
    return rank_endpoints(episode, [Endpoint(url) for url in urls])[0].base_url


def test_choice_is_the_same_in_every_process() -> None:
    chosen = [choose(episode, URLS) for episode in EPISODES[:6]]
    assert [url[-7:-3] for url in chosen] == ["8002", "8001", "8001", "8003", "8003", "8003"]


def test_order_of_the_addresses_does_not_matter() -> None:
    for episode in EPISODES[:50]:
        assert choose(episode, URLS) == choose(episode, URLS[::-1])


def test_episodes_are_spread_evenly() -> None:
    counts = Counter(choose(episode, URLS) for episode in EPISODES)
    assert min(counts.values()) > 75


def test_server_that_is_gone_passes_on_only_its_own_episodes() -> None:
    before = {episode: choose(episode, URLS) for episode in EPISODES}
    after = {episode: choose(episode, URLS[:2]) for episode in EPISODES}
    moved = {episode for episode in EPISODES if before[episode] != after[episode]}
    assert moved == {episode for episode in EPISODES if before[episode] == URLS[2]}
    assert len({after[episode] for episode in moved}) == 2


async def test_episode_gets_its_server_back() -> None:
    ranked = rank_endpoints("ep", [Endpoint(url) for url in URLS])
    ranked[0].health.is_down = True
    assert await choose_endpoint(ranked, 5.0) is ranked[1]
    ranked[0].health.is_down = False
    assert await choose_endpoint(ranked, 5.0) is ranked[0]


async def test_first_server_to_come_back_is_taken() -> None:
    ranked = [Endpoint(url, beat_s=0.01) for url in URLS[:2]]
    faults = {ranked[0].base_url: "gone", ranked[1].base_url: "gone"}
    for endpoint in ranked:
        await lose(endpoint, faults)
    waiting = asyncio.create_task(choose_endpoint(ranked, 5.0))
    await asyncio.sleep(0.02)
    assert not waiting.done()
    faults[ranked[1].base_url] = ""
    assert await asyncio.wait_for(waiting, 2) is ranked[1]
    await ranked[0].close()


async def lose(endpoint: Endpoint, faults: dict[str, str]) -> None:
    async def probe() -> str:
        return faults[endpoint.base_url]

    endpoint.health._probe = probe
    endpoint.health.note_answer()
    assert await endpoint.health.examine("gone", was_lost=True)


async def test_all_gone_for_too_long_names_each() -> None:
    ranked = [Endpoint(url, beat_s=0.01) for url in URLS[:2]]
    for endpoint in ranked:
        await lose(endpoint, dict.fromkeys(URLS, "gone"))
    with pytest.raises(ModelError) as caught:
        await choose_endpoint(ranked, 0.05)
    assert all(endpoint.name in str(caught.value) for endpoint in ranked)
    for endpoint in ranked:
        await endpoint.close()
