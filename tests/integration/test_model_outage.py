"""A model server that is killed and comes back, and one that never comes: real processes."""

import asyncio
import os
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest

from schemas.config import RoleConfig
from schemas.errors import ModelError
from schemas.trajectory import Engine
from tests.repository.source_tree import ROOT
from tests.support.raw_server import find_free_port
from tests.support.slow_server import start_slow_server
from tracer.inference.chat import ChatModel, ChatReply, ChatRequest
from tracer.inference.pool import ModelPool, share_pool

N_REQUESTS = 20
N_SLOTS = 16
LATENCY_S = 0.4

STUCK = """
import asyncio, signal, sys
from tracer.inference.pool import share_pool

def interrupt(number, frame):
    raise KeyboardInterrupt

async def work():
    print("begun", flush=True)
    while True:
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            pass

signal.signal(signal.SIGINT, interrupt)
with share_pool() as pool:
    pool.run(work())
"""


@pytest.fixture
def pool() -> Iterator[ModelPool]:
    with share_pool() as shared:
        yield shared


def make_role(port: int, **changes: Any) -> RoleConfig:
    fields = {"engine": Engine.LLM, "model": "m", "base_url": f"http://127.0.0.1:{port}/v1"}
    return RoleConfig.model_validate({**fields, "in_flight": N_SLOTS, **changes})


async def ask_all(chat: ChatModel) -> list[ChatReply]:
    requests = [
        ChatRequest(
            model="m", messages=[{"role": "user", "content": f"{number}"}], episode=f"{number}"
        )
        for number in range(N_REQUESTS)
    ]
    return await asyncio.gather(*(chat.complete(request) for request in requests))


class Asking(threading.Thread):
    """Waits for the answers while the test goes on."""

    def __init__(self, pool: ModelPool, work: Coroutine[Any, Any, list[ChatReply]]) -> None:
        super().__init__()
        self.pool, self.work = pool, work
        self.replies: list[ChatReply] = []
        self.error: ModelError | None = None
        self.start()

    def run(self) -> None:
        try:
            self.replies = self.pool.run(self.work)
        except ModelError as error:
            self.error = error


def wait_for_lines(log: Path, n_lines: int) -> None:
    while not log.exists() or len(log.read_text(encoding="utf-8").splitlines()) < n_lines:
        time.sleep(0.01)


def test_killed_server_that_comes_back_answers_everyone(pool: ModelPool, tmp_path: Path) -> None:
    log = tmp_path / "asked.txt"
    with start_slow_server(LATENCY_S, log=log) as port:
        asking = Asking(pool, ask_all(pool.open_chat(make_role(port))))
        wait_for_lines(log, N_SLOTS)
    time.sleep(1.5)
    assert asking.is_alive()
    with start_slow_server(LATENCY_S, port=port, log=log):
        asking.join(10)
    asked = Counter(log.read_text(encoding="utf-8").splitlines())
    assert [reply.calls[0].function.name for reply in asking.replies] == ["get_order"] * N_REQUESTS
    # Those under way were sent once more, those in the queue just once.
    assert Counter(asked.values()) == {2: N_SLOTS, 1: N_REQUESTS - N_SLOTS}


def test_server_that_stays_away_is_a_model_error_that_says_why(pool: ModelPool) -> None:
    with start_slow_server(30.0) as port:
        chat = pool.open_chat(make_role(port), outage_s=1.0)
        asking = Asking(pool, ask_all(chat))
        time.sleep(0.3)
    start = time.perf_counter()
    asking.join(10)
    assert 0.8 <= time.perf_counter() - start <= 4
    assert f"http://127.0.0.1:{port}/v1: " in str(asking.error)
    assert str(asking.error).endswith(": connection refused")


def test_dead_replica_passes_its_episodes_on_and_gets_them_back(pool: ModelPool) -> None:
    with start_slow_server(0.05) as living:
        with start_slow_server(30.0) as dying:
            urls = [f"http://127.0.0.1:{port}/v1" for port in (living, dying)]
            chat = pool.open_chat(make_role(living, replicas=urls[1:]))
            asking = Asking(pool, ask_all(chat))
            time.sleep(0.5)
            assert asking.is_alive()
        asking.join(10)
        assert {reply.endpoint for reply in asking.replies} == {urls[0]}
        with start_slow_server(0.05, port=dying):
            time.sleep(1.5)
            endpoints = Counter(reply.endpoint for reply in pool.run(ask_all(chat)))
    assert len(endpoints) == 2


def test_address_of_nobody_is_told_soon(pool: ModelPool, monkeypatch: pytest.MonkeyPatch) -> None:
    port = asyncio.run(find_free_port())
    chat = pool.open_chat(make_role(port))
    monkeypatch.setattr(chat_health(chat), "_grace_s", 0.5)
    with pytest.raises(ModelError, match=r"nobody ever answered there.*connection refused"):
        pool.run(ask_all(chat))


def chat_health(chat: Any) -> Any:
    return chat._endpoints[0].health


def test_process_leaves_at_once_when_interrupted_twice() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", STUCK],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "begun\n"
        process.send_signal(signal.SIGINT)
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        start = time.perf_counter()
        process.wait(20)
        assert time.perf_counter() - start < 4
