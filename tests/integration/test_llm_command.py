"""`tracer generate --engine llm --base-url`: both roles behind a server, from the command line."""

import asyncio
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from schemas.trajectory import Engine, Trajectory
from tests.support.model_scripts import Customer
from tracer.inference.server import Answer, ScriptedServer, say
from tracer.store.folder import RunFolder
from tracer.store.ledger import count_episodes, count_tasks
from tracer.store.shard import read_shard
from tracer.store.stage import StageFolder

N_TASKS = 4
MAIL = re.compile(r"[\w.+-]+@[\w.-]+\w")


def play_agent(body: dict[str, Any]) -> Answer:
    """Look the customer up once, then say so until they leave."""
    last = body["messages"][-1]
    mail = MAIL.search(last["content"] or "")
    if last["role"] == "user" and mail:
        return say("", ("find_customer_by_email", json.dumps({"email": mail[0]})))
    return say("I have looked it up and it has been done. Is there anything else?")


def play_both(body: dict[str, Any]) -> Answer:
    """Answer as the user where a structured turn is asked for, else as the agent."""
    if "response_format" not in body:
        return play_agent(body)
    n_turns = sum(message["role"] == "assistant" for message in body["messages"])
    if n_turns == 0:
        mail = MAIL.search(body["messages"][0]["content"])
        found = mail[0] if mail else "unknown"
        return Customer([]).write(f"Hello, please help me. My mail address is {found}.")
    return Customer([]).write("That is all, goodbye.", signal="stop")


async def generate(root: Path) -> tuple[int, str, list[dict[str, Any]]]:
    """Return exit code, standard error and the requests a run made."""
    async with ScriptedServer(play_both) as server:
        command = [sys.executable, "-m", "tracer.cli.app", "generate", "--tasks", str(N_TASKS)]
        command += ["--engine", "llm", "--model", "scripted", "--base-url", server.base_url]
        process = await asyncio.create_subprocess_exec(
            *command,
            "--run",
            "llm",
            env={**os.environ, "TRACER_RUNS": str(root)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        _, error = await process.communicate()
        return process.returncode or 0, error.decode(), list(server.requests)


@pytest.mark.timeout(300)
async def test_models_play_both_sides_from_the_command_line(tmp_path: Path) -> None:
    code, error, requests = await generate(tmp_path)
    assert code == 0, error
    run = RunFolder(tmp_path / "llm")
    assert count_tasks(run).is_exact
    episodes = count_episodes(run)
    assert (episodes.is_exact, episodes.started, episodes.open) == (True, N_TASKS, 0)
    trajectories = read_shard(run, StageFolder.TRAJECTORIES, 0, Trajectory)
    assert {item.agent_engine for item in trajectories} == {Engine.LLM}
    assert {item.user_model for item in trajectories} == {"scripted"}
    assert all(item.n_user_turns >= 2 for item in trajectories)
    n_calls = sum(item.n_agent_steps + item.n_user_turns for item in trajectories)
    assert len(requests) == n_calls
    journals = [path.read_text(encoding="utf-8") for path in run.path.glob("journal/*")]
    assert sum(len(text.splitlines()) for text in journals) == n_calls
