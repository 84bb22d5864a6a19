"""Runs of models that end before their end: a server that goes bad, an impatient reader."""

import asyncio
import re
import signal
import time
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from tests.support.llm_command import generate, list_flags, play_both, start
from tracer.inference.server import Answer, ScriptedServer, refuse
from tracer.store.folder import RunFolder
from tracer.store.ledger import count_episodes
from tracer.store.shard import list_shards
from tracer.store.stage import StageFolder

BUDGET = """
tasks = 30
shard_records = 12
in_flight_shards = 1
[budget]
least_episodes = 4
"""


@pytest.mark.timeout(300)
async def test_server_that_goes_bad_ends_the_run_and_what_was_judged_stays(tmp_path: Path) -> None:
    config = tmp_path / "run.toml"
    config.write_text(BUDGET, encoding="utf-8")
    async with ScriptedServer(go_bad) as server:
        flags = list_flags(server.base_url)
        ended = await generate(tmp_path, "--config", str(config), "--run", "bad", *flags)
    assert ended.code == 5
    line = ended.error.splitlines()[-1]
    assert re.fullmatch(
        r"tracer: \d+/\d+ episodes \(\d+%\) ended model_error or environment_error or time_limit, "
        r"\d+ of them model_error: .*out of order.*; mend the cause, or raise "
        r"budget\.infrastructure_rate \(now 0\.2\)",
        line,
    )
    assert "Traceback" not in ended.error
    run = RunFolder(tmp_path / "bad")
    played = list_shards(run, StageFolder.TRAJECTORIES)
    assert 0 < len(played) < len(list_shards(run, StageFolder.TASKS))
    assert (
        list_shards(run, StageFolder.EXAMPLES) == list_shards(run, StageFolder.VERDICTS) == played
    )
    assert count_episodes(run).is_exact
    # A journal is opened where a shard begins: those played, and the one that spent the budget.
    assert len(list(run.path.glob("journal/*"))) == len(played) + 1
    assert not (run.path / "drain").exists()


N_GOOD = 60
SERVED = count(1)


def go_bad(body: dict[str, Any]) -> Answer:
    return play_both(body) if next(SERVED) <= N_GOOD else refuse(400, "out of order")


@pytest.mark.timeout(300)
async def test_second_interrupt_leaves_a_slow_model_at_once(tmp_path: Path) -> None:
    asked = asyncio.Event()

    async def hang(_body: dict[str, Any]) -> Answer:
        asked.set()
        await asyncio.Event().wait()
        return None

    async with ScriptedServer(hang) as server:
        flags = ["--tasks", "4", "--run", "slow", *list_flags(server.base_url)]
        process = await start(tmp_path, *flags)
        await asked.wait()
        process.send_signal(signal.SIGINT)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(process.wait(), 1.0)
        process.send_signal(signal.SIGINT)
        begun = time.monotonic()
        _, error = await process.communicate()
    assert time.monotonic() - begun < 20
    assert process.returncode == 130
    assert error.decode().splitlines()[-1] == "tracer: interrupted"
