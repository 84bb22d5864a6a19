"""`tracer generate --engine llm --base-url`: both roles behind servers, from the command line."""

import json
from collections import Counter
from collections.abc import Callable
from contextlib import AsyncExitStack
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from schemas.timing import Timing
from schemas.trajectory import Engine, Trajectory
from tests.support.llm_command import generate, list_cells, list_flags, play_both
from tracer.inference.server import Answer, HttpRequest, ScriptedServer, refuse
from tracer.store.folder import RunFolder
from tracer.store.ledger import count_episodes, count_tasks
from tracer.store.shard import read_shard, read_timings
from tracer.store.stage import StageFolder

STAGE = StageFolder.TRAJECTORIES
FAILED_CALL = 5
"""Number of the request that is refused."""


def count_tokens(body: dict[str, Any], answer: dict[str, Any]) -> dict[str, Any]:
    """Return the usage of an answer, other for every request."""
    n_prompt, n_out = len(json.dumps(body)) // 4, len(json.dumps(answer)) // 4
    details = {"cached_tokens": n_prompt // 2}
    return {
        "prompt_tokens": n_prompt,
        "completion_tokens": n_out,
        "prompt_tokens_details": details,
    }


class CountingServer(ScriptedServer):
    """Adds up what it told of tokens, by role, and tells of its prefix cache."""

    def __init__(self, refused: Callable[[], bool]) -> None:
        super().__init__(self.answer)
        self.told: dict[str, Counter[str]] = {"agent": Counter(), "user": Counter()}
        self.refused = refused

    def answer(self, body: dict[str, Any]) -> Answer:
        if self.refused():
            return refuse(400, "an odd refusal")
        made = play_both(body)
        usage = count_tokens(body, made)
        told = self.told["user" if "response_format" in body else "agent"]
        told["n_calls"] += 1
        told["n_input_tokens"] += usage["prompt_tokens"]
        told["n_cached_tokens"] += usage["prompt_tokens_details"]["cached_tokens"]
        told["n_output_tokens"] += usage["completion_tokens"]
        return {**made, "usage": usage}

    async def _route(self, request: HttpRequest) -> Answer:
        if request.path != "/metrics":
            return await super()._route(request)
        n_asked = len(self.requests)
        lines = [
            f'vllm:prefix_cache_queries_total{{model_name="m"}} {1000 + 10 * n_asked}',
            f'vllm:prefix_cache_hits_total{{model_name="m"}} {500 + 4 * n_asked}',
        ]
        return 200, {"Content-Type": "text/plain"}, "\n".join(lines) + "\n"


def sum_timings(timings: list[Timing], names: list[str]) -> Counter[str]:
    return Counter({name: sum(getattr(item, name) for item in timings) for name in names})


def read_journal(run: RunFolder) -> list[str]:
    texts = [path.read_text(encoding="utf-8") for path in run.path.glob("journal/*")]
    return [line for text in texts for line in text.splitlines()]


@pytest.mark.timeout(300)
async def test_models_play_both_sides_from_the_command_line(tmp_path: Path) -> None:
    numbers = count(1)
    async with AsyncExitStack() as stack:
        servers = [
            await stack.enter_async_context(CountingServer(lambda: next(numbers) == FAILED_CALL))
            for _ in range(2)
        ]
        urls = [server.base_url for server in servers]
        ended = await generate(tmp_path, "--tasks", "12", "--run", "llm", *list_flags(*urls))
    assert ended.code == 0, ended.error
    run = RunFolder(tmp_path / "llm")
    expect_whole_run(run, 12)
    told = {role: servers[0].told[role] + servers[1].told[role] for role in ("agent", "user")}
    expect_counts(run, told)
    expect_replicas(run, dict(zip(urls, servers, strict=True)))
    cells = list_cells(ended.out)
    for role, counts in told.items():
        row = next(row for row in cells if row[1:2] == [f"rollout {role}"])
        cached, n_input = counts["n_cached_tokens"], counts["n_input_tokens"]
        assert row[3] == str(counts["n_calls"])
        assert row[4].startswith(f"{cached}/{n_input} (")
        assert row[5:7] == [str(counts["n_output_tokens"]), "0"]
    assert "played a second time after a failure outside: 1/12 (8.3 %) episodes" in ended.out
    for server, url in zip(servers, urls, strict=True):
        n_asked = len(server.requests)
        assert f"prefix cache of {url}: {4 * n_asked}/{10 * n_asked} (40.0 %) tokens" in ended.out


def expect_whole_run(run: RunFolder, n_tasks: int) -> None:
    assert count_tasks(run).is_exact
    episodes = count_episodes(run)
    assert (episodes.is_exact, episodes.started, episodes.open) == (True, n_tasks, 0)
    trajectories = read_shard(run, STAGE, 0, Trajectory)
    assert {item.agent_engine for item in trajectories} == {Engine.LLM}
    assert {item.user_model for item in trajectories} == {"scripted"}
    assert all(item.n_user_turns >= 2 for item in trajectories)


def expect_counts(run: RunFolder, told: dict[str, Counter[str]]) -> None:
    """Hold timings, rows and journal against what the servers counted themselves."""
    timings = read_timings(run, STAGE, 0)
    for role, counts in told.items():
        rows = [item for item in timings if item.role == role]
        assert sum_timings(rows, list(counts)) == counts
    trajectories = read_shard(run, STAGE, 0, Trajectory)
    n_input = sum(item.n_input_tokens for item in trajectories)
    assert n_input == sum(counts["n_input_tokens"] for counts in told.values())
    n_calls = sum(counts["n_calls"] for counts in told.values())
    assert sum(item.n_agent_steps + item.n_user_turns for item in trajectories) == n_calls
    assert len(read_journal(run)) == n_calls


def expect_replicas(run: RunFolder, servers: dict[str, CountingServer]) -> None:
    """Every episode keeps to one server, so the calls of its last one are all of its calls."""
    timings = [item for item in read_timings(run, STAGE, 0) if item.role != "episode"]
    homes: dict[str, set[str]] = {}
    for item in timings:
        homes.setdefault(item.record_id, set()).add(item.endpoint)
    assert all(len(found) == 1 for found in homes.values())
    for url, server in servers.items():
        n_told = sum(counts["n_calls"] for counts in server.told.values())
        mine = [item for item in timings if item.endpoint == url]
        assert sum(item.n_calls for item in mine) == n_told > 0


@pytest.mark.timeout(300)
async def test_estimate_makes_a_pilot_and_no_run(tmp_path: Path) -> None:
    async with ScriptedServer(play_both) as server:
        flags = ["--tasks", "50", "--trials", "2", "--run", "big", "--estimate", "--pilot", "3"]
        ended = await generate(tmp_path, *flags, *list_flags(server.base_url))
        n_asked = len(server.requests)
    assert ended.code == 0, ended.error
    assert not (tmp_path / "big").exists()
    pilot = RunFolder(tmp_path / "big-pilot")
    assert count_episodes(pilot).started == 6
    found = json.loads((pilot.path / "estimate.json").read_text(encoding="utf-8"))
    calls = [found["roles"][role]["calls"] for role in ("agent", "user")]
    # Three tasks were asked for, fifty are meant: the scripted server answers each alike.
    assert sum(item["predicted"] for item in calls) == pytest.approx(n_asked / 3 * 50)
    assert all(item["low"] <= item["predicted"] <= item["high"] for item in calls)
    cells = [row[1:3] for row in list_cells(ended.out)]
    assert ["agent", "calls"] in cells
    assert ["user", "output tokens"] in cells
    assert "6 episodes side by side" in ended.out
    assert "pilot big-pilot: 3 tasks, 6 episodes, 0/6 (0.0 %) not scored" in ended.out
