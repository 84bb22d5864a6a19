"""The rehearsal as users meet it: behind the command line, as a server, as a process."""

import json
import os
import re
import subprocess
import sys
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from schemas.config import REHEARSAL
from schemas.trajectory import Engine, Trajectory
from tests.support.library import TOOLS
from tracer.cli.app import main
from tracer.inference.prefix import read_prefix_counts
from tracer.inference.rehearsal.serve import MAX_MODEL_LEN, serve_rehearsal
from tracer.store.folder import RunFolder
from tracer.store.ledger import count_episodes, count_tasks
from tracer.store.shard import read_shard
from tracer.store.stage import StageFolder

N_TASKS = 6
HELLO = {"role": "user", "content": "Hello."}


def fetch(url: str, body: bytes | None = None) -> tuple[int, bytes]:
    """Return status and body of a page, or of what is answered to a body sent to it."""
    parts = urlsplit(url)
    connection = HTTPConnection(parts.netloc, timeout=5)
    try:
        connection.request("GET" if body is None else "POST", parts.path, body)
        answer = connection.getresponse()
        return answer.status, answer.read()
    finally:
        connection.close()


def ask(base_url: str) -> dict[str, Any]:
    body = {"model": "any", "messages": [HELLO], "tools": TOOLS}
    status, answer = fetch(f"{base_url}/chat/completions", json.dumps(body).encode())
    assert status == 200
    completion: dict[str, Any] = json.loads(answer)
    return completion


def generate(root: Path, run: str, *flags: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tracer.cli.app", "generate", "--run", run, *flags],
        env={**os.environ, "TRACER_RUNS": str(root)},
        capture_output=True,
        text=True,
        check=False,
    )


def check_run(root: Path, name: str) -> list[Trajectory]:
    """Check the ledgers of a run in which the rehearsal played both sides; return its rows."""
    run = RunFolder(root / name)
    tasks, episodes = count_tasks(run), count_episodes(run)
    assert (tasks.is_exact, episodes.is_exact, episodes.open) == (True, True, 0)
    rows = read_shard(run, StageFolder.TRAJECTORIES, 0, Trajectory)
    assert {(row.agent_engine, row.user_engine) for row in rows} == {(Engine.LLM, Engine.LLM)}
    assert {row.agent_model for row in rows} == {REHEARSAL}
    return rows


@pytest.mark.timeout(300)
def test_run_needs_no_server_and_its_saved_config_makes_it_again(tmp_path: Path) -> None:
    flags = ("--tasks", str(N_TASKS), "--engine", "llm", "--model", REHEARSAL)
    made = generate(tmp_path, "first", *flags)
    assert made.returncode == 0, made.stderr
    assert f"agent: {REHEARSAL} · user: {REHEARSAL}" in made.stderr
    rows = check_run(tmp_path, "first")
    assert sum(row.reward == 1 for row in rows) >= N_TASKS // 2
    saved = RunFolder(tmp_path / "first")
    assert saved.load_config().agent.base_url == ""
    again = generate(tmp_path, "second", "--config", str(saved.path / "config.toml"))
    assert again.returncode == 0, again.stderr
    texts = [[message.content for message in row.messages] for row in rows]
    assert texts == [
        [message.content for message in row.messages] for row in check_run(tmp_path, "second")
    ]


@pytest.mark.timeout(300)
def test_react_agent_rehearses_as_well(tmp_path: Path) -> None:
    config = tmp_path / "react.toml"
    role = f'engine = "llm"\nmodel = "{REHEARSAL}"\n'
    config.write_text(f'tasks = 4\n[agent]\n{role}tool_format = "react"\n[user]\n{role}')
    made = generate(tmp_path, "react", "--config", str(config))
    assert made.returncode == 0, made.stderr
    rows = check_run(tmp_path, "react")
    assert sum(row.n_calls for row in rows) > len(rows)
    assert any(row.reward == 1 for row in rows)


def test_server_shows_its_health_its_model_and_its_prefix_cache() -> None:
    with serve_rehearsal() as base_url:
        assert fetch(f"{base_url.removesuffix('/v1')}/health") == (200, b"")
        (model,) = json.loads(fetch(f"{base_url}/models")[1])["data"]
        assert (model["id"], model["max_model_len"]) == (REHEARSAL, MAX_MODEL_LEN)
        ask(base_url)
        usage = ask(base_url)["usage"]
        counts = read_prefix_counts(base_url)
    assert counts is not None
    assert counts.hits == usage["prompt_tokens_details"]["cached_tokens"] > 0
    assert counts.queries == 2 * usage["prompt_tokens"]


def test_server_refuses_what_is_no_request_and_goes_on() -> None:
    with serve_rehearsal() as base_url:
        status, _answer = fetch(f"{base_url}/chat/completions", b"{")
        assert status == 400
        assert ask(base_url)["choices"]


def test_server_is_gone_after_the_block() -> None:
    with serve_rehearsal() as base_url:
        pass
    with pytest.raises(OSError, match="refused"):
        fetch(f"{base_url}/models")


def test_rehearsal_runs_as_a_process_with_a_latency() -> None:
    command = [sys.executable, "-m", "tracer.inference.rehearsal", "--latency", "0.2"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        base_url = process.stdout.readline().strip()
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/v1", base_url)
        assert ask(base_url)["choices"]
        process.terminate()


def test_rehearsal_passes_the_check_of_a_model(capsys: pytest.CaptureFixture[str]) -> None:
    with serve_rehearsal() as base_url:
        assert main(["model", "check", base_url]) == 0
    told = capsys.readouterr().out.splitlines()[-1]
    assert told == "rehearsal can be used as agent (native calls) and as user"
