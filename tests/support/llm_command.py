"""Starts `tracer generate` against scripted servers that play both sides."""

import asyncio
import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.support.model_scripts import Customer
from tracer.inference.server import say

MAIL = re.compile(r"[\w.+-]+@[\w.-]+\w")


def play_agent(body: dict[str, Any]) -> dict[str, Any]:
    """Look the customer up once, then say so until they leave."""
    last = body["messages"][-1]
    mail = MAIL.search(last["content"] or "")
    if last["role"] == "user" and mail:
        return say("", ("find_customer_by_email", json.dumps({"email": mail[0]})))
    return say("I have looked it up and it has been done. Is there anything else?")


def play_both(body: dict[str, Any]) -> dict[str, Any]:
    """Answer as the user where a structured turn is asked for, else as the agent."""
    if "response_format" not in body:
        return play_agent(body)
    n_turns = sum(message["role"] == "assistant" for message in body["messages"])
    if n_turns == 0:
        mail = MAIL.search(body["messages"][0]["content"])
        found = mail[0] if mail else "unknown"
        return write_turn(f"Hello, please help me. My mail address is {found}.")
    return write_turn("That is all, goodbye.", signal="stop")


def write_turn(utterance: str, **changes: Any) -> dict[str, Any]:
    made = Customer([]).write(utterance, **changes)
    assert isinstance(made, dict)
    return made


@dataclass(frozen=True, slots=True)
class Ended:
    """What a command gave."""

    code: int
    out: str
    error: str


def list_flags(*base_urls: str) -> list[str]:
    flags = ["--engine", "llm", "--model", "scripted"]
    return [*flags, *(part for url in base_urls for part in ("--base-url", url))]


async def start(root: Path, *flags: str) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tracer.cli.app", "generate", *flags),
        env={**os.environ, "TRACER_RUNS": str(root), "COLUMNS": "160"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


async def generate(root: Path, *flags: str) -> Ended:
    process = await start(root, *flags)
    out, error = await process.communicate()
    return Ended(process.returncode or 0, out.decode(), error.decode())


def list_cells(text: str) -> list[list[str]]:
    return [[cell.strip() for cell in line.split("│")] for line in text.splitlines()]
