import asyncio

import pytest

from tracer.inference.limiter import Limiter


async def settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def test_slots_are_given_in_the_order_they_were_asked_for() -> None:
    limiter, served = Limiter(1), list[int]()

    async def work(number: int) -> None:
        await limiter.acquire()
        served.append(number)
        limiter.release()

    await limiter.acquire()
    tasks = [asyncio.create_task(work(number)) for number in range(5)]
    await settle()
    limiter.release()
    await asyncio.gather(*tasks)
    assert served == [0, 1, 2, 3, 4]


async def test_newcomer_does_not_overtake_the_queue_when_there_is_room_at_last() -> None:
    limiter = Limiter(1)
    await limiter.acquire()
    first = asyncio.create_task(limiter.acquire())
    await settle()
    limiter.set_ceiling(2)
    second = asyncio.create_task(limiter.acquire())
    await settle()
    assert (first.done(), second.done()) == (True, False)
    limiter.release()
    await asyncio.wait_for(second, 1)


def test_limit_falls_to_its_half_and_never_below_one() -> None:
    limiter, limits = Limiter(5), list[int]()
    for _ in range(4):
        limiter.note_strain(limiter.age)
        limits.append(limiter.limit)
    assert limits == [2, 1, 1, 1]


def test_house_turned_away_together_halves_the_limit_once() -> None:
    limiter = Limiter(64)
    age = limiter.age
    for _ in range(64):
        limiter.note_strain(age)
    assert limiter.limit == 32


def test_limit_grows_by_one_for_as_many_successes_as_it_is_high() -> None:
    limiter = Limiter(8)
    limiter.note_strain(limiter.age)
    limits = []
    for _ in range(4 + 5 + 6 + 7 + 50):
        limiter.note_success()
        limits.append(limiter.limit)
    assert [limits[n] for n in (2, 3, 7, 8, 14, 21, -1)] == [4, 5, 5, 6, 7, 8, 8]


async def test_fewer_are_let_in_after_a_fall() -> None:
    limiter = Limiter(4)
    for _ in range(4):
        await limiter.acquire()
    limiter.note_strain(limiter.age)
    waiting = asyncio.create_task(limiter.acquire())
    for _ in range(2):
        limiter.release()
        await settle()
        assert not waiting.done()
    limiter.release()
    await waiting


async def test_who_gave_up_waiting_takes_no_slot() -> None:
    limiter = Limiter(1)
    await limiter.acquire()
    impatient = asyncio.create_task(limiter.acquire())
    patient = asyncio.create_task(limiter.acquire())
    await settle()
    impatient.cancel()
    limiter.release()
    await asyncio.wait_for(patient, 1)
    assert impatient.cancelled()


async def test_who_gave_up_in_the_moment_of_being_called_passes_the_slot_on() -> None:
    limiter = Limiter(1)
    await limiter.acquire()
    called = asyncio.create_task(limiter.acquire())
    behind = asyncio.create_task(limiter.acquire())
    await settle()
    limiter.release()
    called.cancel()
    await asyncio.wait_for(behind, 1)
    assert called.cancelled()


async def test_queue_sent_away_leaves_slots_as_they_were() -> None:
    limiter = Limiter(1)
    await limiter.acquire()
    waiting = [asyncio.create_task(limiter.acquire()) for _ in range(3)]
    await settle()
    limiter.expel(LookupError)
    for task in waiting:
        with pytest.raises(LookupError):
            await task
    limiter.release()
    await asyncio.wait_for(limiter.acquire(), 1)
