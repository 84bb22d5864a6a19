import asyncio
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from schemas.config import RoleConfig
from schemas.errors import ConfigError, DrainError
from schemas.trajectory import Engine
from tracer.inference.chat import ChatRequest
from tracer.inference.pool import ModelPool, share_pool
from tracer.inference.server import Answer, ScriptedServer, say

REQUEST = ChatRequest(model="m", messages=[{"role": "user", "content": "Hi"}])
URL = "http://127.0.0.1:1/v1"


def make_role(base_url: str = URL, **changes: object) -> RoleConfig:
    fields = {"engine": Engine.LLM, "model": "m", "base_url": base_url, **changes}
    return RoleConfig.model_validate(fields)


@pytest.fixture
def pool() -> Iterator[ModelPool]:
    with share_pool() as shared:
        yield shared


def list_threads() -> list[str]:
    return [thread.name for thread in threading.enumerate() if thread.name == "models"]


async def name_loop() -> int:
    return id(asyncio.get_running_loop())


async def fail() -> None:
    raise KeyError("bug")


def test_all_threads_share_one_loop_of_its_own(pool: ModelPool) -> None:
    loops = list[int]()
    threads = [
        threading.Thread(target=lambda: loops.append(pool.run(name_loop()))) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(loops) == 4
    assert len(set(loops)) == 1


def test_error_of_the_work_is_raised_where_it_was_waited_for(pool: ModelPool) -> None:
    with pytest.raises(KeyError, match="bug"):
        pool.run(fail())


def test_pool_lives_until_the_last_one_leaves() -> None:
    with share_pool() as outer:
        with share_pool() as inner:
            assert inner is outer
        assert outer.run(name_loop()) > 0
        assert list_threads() == ["models"]
    assert list_threads() == []
    with share_pool() as other:
        assert other is not outer


def test_interrupted_wait_cancels_the_work_first(
    pool: ModelPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended = list[str]()

    async def work() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.append("work")

    class Interrupted(threading.Event):
        """Is interrupted the first time it is waited for."""

        n_waits = 0

        def wait(self, timeout: float | None = None) -> bool:
            self.n_waits += 1
            if self.n_waits == 1:
                super().wait(0.05)
                raise KeyboardInterrupt
            return super().wait(timeout)

    monkeypatch.setattr(threading, "Event", Interrupted)
    with pytest.raises(KeyboardInterrupt):
        pool.run(work())
    assert ended == ["work"]


def test_all_work_can_be_cancelled_from_another_thread(pool: ModelPool) -> None:
    timer = threading.Timer(0.05, pool.cancel_all)
    timer.start()
    with pytest.raises(DrainError, match="stopped"):
        pool.run(asyncio.sleep(20))
    timer.join()
    with pytest.raises(DrainError, match="stopped"):
        pool.run(name_loop())


def test_leaving_ends_what_others_still_do() -> None:
    caught = list[BaseException]()

    def work(shared: ModelPool) -> None:
        try:
            shared.run(asyncio.sleep(20))
        except DrainError as error:
            caught.append(error)

    with share_pool() as shared:
        thread = threading.Thread(target=work, args=(shared,))
        thread.start()
        time.sleep(0.05)
    thread.join(2)
    assert len(caught) == 1


def test_pool_asked_from_its_own_loop_says_so(pool: ModelPool) -> None:
    async def nest() -> None:
        pool.run(name_loop())

    with pytest.raises(RuntimeError, match="own loop"):
        pool.run(nest())


def test_limit_of_an_address_is_shared_by_all_roles(pool: ModelPool) -> None:
    assert pool.count_in_flight(make_role()) == 64
    assert pool.count_in_flight(make_role(in_flight=8)) == 8
    assert pool.count_in_flight(make_role(in_flight=20)) == 8
    assert pool.count_in_flight(make_role(replicas=["http://127.0.0.1:2/v1"])) == 8 + 64


def test_limit_of_a_server_that_tells_it_is_taken() -> None:
    pool = ModelPool(find_limit=lambda base_url: 32 if base_url == URL else None)
    assert pool.count_in_flight(make_role(replicas=["http://127.0.0.1:2/v1"])) == 32 + 64
    pool.close()


def test_missing_key_is_told_when_the_chat_is_opened(pool: ModelPool) -> None:
    with pytest.raises(ConfigError, match="UNSET_SECRET"):
        pool.open_chat(make_role(api_key_env="UNSET_SECRET"))


def test_two_roles_in_two_threads_are_bounded_together(pool: ModelPool) -> None:
    now, most = 0, 0

    async def count(_body: dict[str, Any]) -> Answer:
        nonlocal now, most
        now += 1
        most = max(most, now)
        await asyncio.sleep(0.02)
        now -= 1
        return say("Hello.")

    server = ScriptedServer(count)
    pool.run(server.__aenter__())
    base_url = server.base_url
    roles = [make_role(base_url, in_flight=3), make_role(base_url)]

    async def ask(role: RoleConfig) -> list[str]:
        chat = pool.open_chat(role)
        replies = await asyncio.gather(*(chat.complete(REQUEST) for _ in range(9)))
        return [reply.endpoint for reply in replies]

    seen = list[str]()
    threads = [
        threading.Thread(target=lambda role=role: seen.extend(pool.run(ask(role))))
        for role in roles
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    pool.run(server.__aexit__(None, None, None))
    assert (most, seen) == (3, [base_url] * 18)
