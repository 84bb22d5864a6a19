"""Whole runs against a server that lies or dies, in processes of their own; figures are printed."""

import asyncio
import json
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
import tomli_w

from schemas.config import RunConfig
from schemas.task import Task
from schemas.trajectory import Termination, Trajectory
from tests.support.lying_server import Line, LyingServer, read_log, run_lying_server
from tests.support.raw_server import find_free_port
from tracer.domains.domain import load_domain
from tracer.harness.replay import replay_messages
from tracer.harness.reward import score_episode, set_goal
from tracer.store.folder import RunFolder
from tracer.store.ledger import count_episodes, count_tasks
from tracer.store.shard import list_shards, read_shard
from tracer.store.stage import StageFolder

N_EPISODES = 1000
FAULT_RATE = 0.2
MEMORY_BOUND = 1.3
HANG_S, PATIENT_S = 2.0, 60.0
"""Time-outs of a request: short where some are never answered."""
IN_FLIGHT = 16
N_BEFORE_DEATH = 50
N_TASKS = 200
LATENCY_S = 0.1
HANDED_OVER = "A colleague will take over"
DEAD_S = 20.0
SAFE_S = 3.0
"""What was answered so long before the death had reached the client."""
SAMPLE_S = 0.25
UNSCORED = (
    Termination.USER_ERROR,
    Termination.ENVIRONMENT_ERROR,
    Termination.MODEL_ERROR,
    Termination.TIME_LIMIT,
)


@dataclass(slots=True)
class Sample:
    """How far a run was when so much memory was in use."""

    n_requests: int
    rss_kib: int


@dataclass(slots=True)
class Generating:
    """`tracer generate` under way."""

    run: RunFolder
    process: subprocess.Popen[str]
    samples: list[Sample] = field(default_factory=list)

    @property
    def is_under_way(self) -> bool:
        return self.process.poll() is None

    def sample(self, log: Path) -> None:
        """Note memory and progress."""
        status = Path(f"/proc/{self.process.pid}/status")
        try:
            fields = dict(line.split(":", 1) for line in status.read_text().splitlines())
            rss_kib = int(fields["VmRSS"].split()[0])
        except (OSError, KeyError):
            return
        self.samples.append(Sample(log.stat().st_size, rss_kib))

    def wait(self, log: Path) -> str:
        """Wait for the end, noting memory meanwhile, and return what was printed."""
        while self.is_under_way:
            self.sample(log)
            time.sleep(SAMPLE_S)
        out, _ = self.process.communicate()
        assert self.process.returncode == 0, out
        return out


@contextmanager
def generate(root: Path, config: RunConfig) -> Iterator[Generating]:
    """Start a run of a config."""
    path = root / "run.toml"
    path.write_text(tomli_w.dumps(config.model_dump(mode="json", exclude_none=True)))
    process = subprocess.Popen(
        [sys.executable, "-m", "tracer.cli.app", "generate", "--config", str(path), "--run", "run"],
        env={**os.environ, "TRACER_RUNS": str(root)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        yield Generating(RunFolder(root / "run"), process)
    finally:
        if process.poll() is None:
            process.kill()
            process.communicate()


def make_config(server: LyingServer, tasks: int, trials: int, timeout_s: float) -> RunConfig:
    """Return a run of short tasks; losses are counted, not acted on."""
    role = {
        "engine": "llm",
        "model": "rehearsal",
        "base_url": server.base_url,
        "timeout_s": timeout_s,
        "in_flight": IN_FLIGHT,
    }
    budget = {"infrastructure_rate": 1.0, "agent_rate": 1.0, "user_rate": 1.0}
    return RunConfig.model_validate(
        {
            "tasks": tasks,
            "trials": trials,
            "shard_records": 50,
            "mix": {"intents": {1: 1.0}, "walk_lengths": {2: 1.0}},
            "agent": role,
            "user": role,
            "rollout": {"episode_timeout_s": 120.0, "max_steps": 40},
            "budget": budget,
        }
    )


def read_tasks(run: RunFolder) -> dict[str, Task]:
    shards = list_shards(run, StageFolder.TASKS)
    rows = (row for shard in shards for row in read_shard(run, StageFolder.TASKS, shard, Task))
    return {row.id: row for row in rows}


def read_trajectories(run: RunFolder) -> Iterator[Trajectory]:
    for shard in list_shards(run, StageFolder.TRAJECTORIES):
        yield from read_shard(run, StageFolder.TRAJECTORIES, shard, Trajectory)


def find_wrong_reward(row: Trajectory, task: Task) -> str:
    """Return what is wrong with the reward of a row, by a replay of its calls."""
    domain = load_domain(row.domain)
    replayed = replay_messages(domain.tools, domain.base, row.messages)
    if replayed.difference or replayed.final_digest != row.final_digest:
        return f"{row.id}: the replay differs: {replayed.difference}"
    goal = set_goal(task, domain.tools)
    reward = score_episode(row.termination, replayed.final_digest, goal, row.messages).reward
    if reward != row.reward:
        return f"{row.id}: reward {row.reward}, the replay gives {reward}"
    is_earned = row.final_digest == task.final_digest and not row.missing_information
    return f"{row.id}: reward 1 not earned" if row.reward == 1 and not is_earned else ""


def compare_memory(samples: Sequence[Sample]) -> tuple[float, float]:
    """Return the highest memory up to half of the requests and of all, MiB."""
    half = samples[-1].n_requests / 2
    first = [item.rss_kib for item in samples if item.n_requests <= half]
    return max(first) / 1024, max(item.rss_kib for item in samples) / 1024


def report(**figures: object) -> None:
    """Print the figures of a run: `pytest -s` shows them."""
    for name, figure in figures.items():
        sys.stdout.write(f"{name}: {figure}\n")


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_thousand_episodes_at_a_fifth_of_faults(tmp_path: Path) -> None:
    log = tmp_path / "server.jsonl"
    server = LyingServer(asyncio.run(find_free_port()), log, rate=FAULT_RATE)
    start = time.monotonic()
    with (
        run_lying_server(server),
        generate(tmp_path, make_config(server, N_EPISODES // 4, 4, HANG_S)) as generating,
    ):
        out = generating.wait(log)
    run, lines = generating.run, read_log(log)
    asked = [line for line in lines if line.event == "asked"]
    lies = Counter(line.lie for line in asked if line.lie)
    rows = list(read_trajectories(run))
    half_mib, peak_mib = compare_memory(generating.samples)
    report(
        wall_s=round(time.monotonic() - start),
        requests=len(asked),
        faults=f"{lies.total()}/{len(asked)} of {len(lies)} kinds",
        endings=Counter(row.termination.value for row in rows).most_common(),
        rewards=Counter(row.reward for row in rows).most_common(),
        memory_mib=f"{half_mib:.0f} at half, {peak_mib:.0f} at the end",
    )
    tasks, episodes = count_tasks(run), count_episodes(run)
    assert (tasks.is_exact, episodes.is_exact, episodes.open) == (True, True, 0), out
    assert episodes.started == len(rows) == N_EPISODES
    by_id = read_tasks(run)
    assert [w for row in rows if (w := find_wrong_reward(row, by_id[row.task_id]))] == []
    assert all((row.reward is None) == (row.termination in UNSCORED) for row in rows)
    assert "messages[" not in " ".join(row.error for row in rows)
    assert Termination.ENVIRONMENT_ERROR not in {row.termination for row in rows}
    assert sum(row.reward == 1 for row in rows) > N_EPISODES / 10
    assert peak_mib < MEMORY_BOUND * half_mib


def count_ended(run: RunFolder) -> int:
    """Return how many episodes have ended, by the journal's last calls of each."""
    texts = (path.read_text(encoding="utf-8") for path in run.path.glob("journal/*.jsonl"))
    return sum(text.count('\\"signal\\": \\"stop\\"') + text.count(HANDED_OVER) for text in texts)


def list_asked_again(lines: Sequence[Line]) -> dict[str, int]:
    """Return the requests asked more than once, with how often."""
    asked = Counter(line.request for line in lines if line.event == "asked")
    return {request: count for request, count in asked.items() if count > 1}


def kill_and_start_again(server: LyingServer, generating: Generating) -> tuple[float, int]:
    """Return when the server died, seconds since the epoch, and how many episodes had ended."""
    while count_ended(generating.run) < N_BEFORE_DEATH:
        assert generating.is_under_way, generating.wait(server.log)
        time.sleep(SAMPLE_S)
    server.kill()
    died, n_ended = time.time(), count_ended(generating.run)
    time.sleep(DEAD_S)
    assert generating.is_under_way
    server.start()
    return died, n_ended


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_server_killed_at_episode_50_of_200_costs_only_what_was_in_flight(
    tmp_path: Path,
) -> None:
    log = tmp_path / "server.jsonl"
    server = LyingServer(asyncio.run(find_free_port()), log, latency_s=LATENCY_S)
    start = time.monotonic()
    with (
        run_lying_server(server),
        generate(tmp_path, make_config(server, N_TASKS, 1, PATIENT_S)) as generating,
    ):
        died, n_ended = kill_and_start_again(server, generating)
        out = generating.wait(log)
    run, lines = generating.run, read_log(log)
    rows = list(read_trajectories(run))
    again = list_asked_again(lines)
    requests = {line.request for line in lines}
    safe = {line.request for line in lines if line.event == "answered" and line.at < died - SAFE_S}
    keys = [json.loads(text)["key"] for text in list_journal(run)]
    report(
        wall_s=round(time.monotonic() - start),
        ended_before_death=f"{n_ended}/{N_TASKS}",
        calls=len(requests),
        asked_again=f"{len(again)} of at most {IN_FLIGHT} in flight",
        endings=Counter(row.termination.value for row in rows).most_common(),
    )
    tasks, episodes = count_tasks(run), count_episodes(run)
    assert (tasks.is_exact, episodes.is_exact, episodes.open) == (True, True, 0), out
    assert n_ended < episodes.started == len(rows) == N_TASKS
    assert not {row.termination for row in rows} & set(UNSCORED)
    assert 0 < len(again) <= IN_FLIGHT
    assert set(again.values()) == {2}
    assert not safe & set(again)
    assert len(keys) == len(set(keys)) == len(requests)


def list_journal(run: RunFolder) -> list[str]:
    return [
        line
        for path in sorted(run.path.glob("journal/*.jsonl"))
        for line in path.read_text(encoding="utf-8").splitlines()
    ]
