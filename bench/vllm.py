"""Real vLLM: tokens per second of our client over those of vLLM's own load tool, same mix.

Each round both send the same requests at the same concurrency to the same server, one after the
other, in turn first. The tool streams its answers and we don't.
"""

import asyncio
import json
import os
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from bench.material import make_tasks
from bench.mix import make_mix
from schemas.config import RoleConfig
from schemas.trajectory import Engine
from tests.support.real_vllm import MODEL, PYTHON, Serving
from tracer.domains.domain import load_domain
from tracer.inference.chat import ChatModel, ChatRequest
from tracer.inference.pool import ModelPool, share_pool

DOMAIN = "retail"
SIDES = ("ours", "theirs")
TOOL = Path(__file__).with_name("load_tool.py")


@dataclass(frozen=True, slots=True)
class Load:
    """What sending a mix gave."""

    n_output_tokens: int
    wall_s: float

    @property
    def rate(self) -> float:
        """Completion tokens per second."""
        return self.n_output_tokens / self.wall_s


@dataclass(frozen=True, slots=True)
class Round:
    """One mix, sent by both."""

    ours: Load
    theirs: Load

    @property
    def ratio(self) -> float:
        """Our tokens per second over theirs."""
        return self.ours.rate / self.theirs.rate


def measure_rounds(
    serving: Serving, n_rounds: int, n_tasks: int, n_side_by_side: int
) -> Iterator[Round]:
    """Give what each of `n_rounds` rounds of two requests per task gave.

    One more before them warms the server up and isn't given.
    """
    role = RoleConfig(
        engine=Engine.LLM,
        model=serving.served.model,
        base_url=serving.base_url,
        in_flight=n_side_by_side,
        timeout_s=600.0,
    )
    tasks, domain = make_tasks(n_tasks), load_domain(DOMAIN)
    with share_pool() as pool:
        for number in range(n_rounds + 1):
            mixes = {side: make_mix(tasks, domain, role, f"{side[0]}{number}") for side in SIDES}
            senders: dict[str, Callable[[], Load]] = {
                "ours": partial(send_ours, pool, role, mixes["ours"]),
                "theirs": partial(send_theirs, serving, mixes["theirs"], n_side_by_side),
            }
            order = SIDES if number % 2 else SIDES[::-1]
            loads = {side: senders[side]() for side in order}
            if number:
                yield Round(**loads)


def send_ours(pool: ModelPool, role: RoleConfig, mix: Sequence[ChatRequest]) -> Load:
    """Send a mix through the pool, as a run does."""
    chat = pool.open_chat(role)
    start = time.perf_counter()
    n_tokens = pool.run(ask_all(chat, mix))
    return Load(n_tokens, time.perf_counter() - start)


async def ask_all(chat: ChatModel, mix: Sequence[ChatRequest]) -> int:
    """Return the completion tokens of all answers; the pool bounds how many are under way."""
    replies = await asyncio.gather(*(chat.complete(request) for request in mix))
    return sum(reply.output_tokens for reply in replies)


def send_theirs(serving: Serving, mix: Sequence[ChatRequest], n_side_by_side: int) -> Load:
    """Send a mix with vLLM's load tool; its start-up is not in its figures.

    Raises:
        RuntimeError: it failed, or some request did.
    """
    asked, told = serving.folder / "mix.json", serving.folder / "load.json"
    asked.write_text(json.dumps([request.encode() for request in mix]), encoding="utf-8")
    told.unlink(missing_ok=True)
    done = subprocess.run(
        [str(PYTHON), "-P", str(TOOL), str(asked), *list_flags(serving, told, n_side_by_side)],
        env={**os.environ, "HF_HUB_OFFLINE": "1", "VLLM_NO_USAGE_STATS": "1"},
        check=False,
        capture_output=True,
        text=True,
    )
    if done.returncode or not told.exists():
        raise RuntimeError(f"vLLM's load tool failed: {done.stderr[-2000:]}")
    found = json.loads(told.read_text(encoding="utf-8"))
    if found["completed"] != len(mix):
        raise RuntimeError(f"vLLM's load tool: {found['completed']} of {len(mix)} requests done")
    return Load(found["total_output_tokens"], found["duration"])


def list_flags(serving: Serving, told: Path, n_side_by_side: int) -> list[str]:
    """Return the tool's flags; the data set is named because it must be, and never read."""
    return [
        *("--backend", "openai-chat", "--endpoint", "/chat/completions"),
        *("--base-url", serving.base_url, "--model", str(MODEL)),
        *("--served-model-name", serving.served.model, "--dataset-name", "custom"),
        *("--max-concurrency", str(n_side_by_side), "--temperature", "0"),
        *("--ready-check-timeout-sec", "0", "--disable-tqdm", "--save-result"),
        *("--result-dir", str(told.parent), "--result-filename", told.name),
    ]
