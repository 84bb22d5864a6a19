"""Client: what asking a model costs, against a server in another process that costs nothing."""

import asyncio
import time
from dataclasses import dataclass, replace
from typing import Any

from schemas.config import RoleConfig
from schemas.trajectory import Engine
from tests.support.slow_server import start_slow_server
from tracer.domains.domain import load_domain
from tracer.inference.chat import ChatModel, ChatRequest
from tracer.inference.pool import share_pool

N_TURNS = 20


@dataclass(frozen=True, slots=True)
class ClientFigures:
    """What many calls took."""

    n_calls: int
    rate: float
    """Calls per second, as a share of what the server's latency allows."""
    cpu_ms: float
    """CPU milliseconds of the whole process per call."""


def make_request() -> ChatRequest:
    """Return an agent's request in the middle of an episode: policy, tools, 20 messages."""
    domain = load_domain("retail")
    messages = [{"role": "system", "content": domain.policy.text}, *make_history(N_TURNS)]
    return ChatRequest(model="slow", messages=messages, tools=domain.schemas, seed=1)


def make_history(n_messages: int) -> list[dict[str, Any]]:
    """Return user, call and result in turn."""
    call = {"name": "get_order", "arguments": '{"order_id": "K1234"}'}
    result = '{"order_id": "K1234", "status": "delivered", "items": ["lamp", "desk", "chair"]}'
    kinds: list[dict[str, Any]] = [
        {"role": "user", "content": "I would like to send the lamp back, it flickers. " * 4},
        {"role": "assistant", "content": "", "tool_calls": [{"id": "c1", "function": call}]},
        {"role": "tool", "tool_call_id": "c1", "content": result * 4},
    ]
    return [kinds[number % len(kinds)] for number in range(n_messages)]


async def ask(chat: ChatModel, request: ChatRequest, n_side: int, n_rounds: int) -> None:
    """Ask `n_rounds` times one after another, `n_side` side by side."""

    async def play(number: int) -> None:
        mine = replace(request, episode=str(number))
        for _ in range(n_rounds):
            await chat.complete(mine)

    await asyncio.gather(*(play(number) for number in range(n_side)))


def measure_client(latency_s: float, n_side: int, n_rounds: int) -> ClientFigures:
    """Return the rate and the cost of `n_side * n_rounds` calls through the pool.

    The rounds before, which open the connections, are not counted.
    """
    with start_slow_server(latency_s) as port, share_pool() as pool:
        base_url = f"http://127.0.0.1:{port}/v1"
        role = RoleConfig(engine=Engine.LLM, model="slow", base_url=base_url, in_flight=n_side)
        chat, request = pool.open_chat(role), make_request()
        pool.run(ask(chat, request, n_side, 1))
        start, cpu = time.perf_counter(), time.process_time()
        pool.run(ask(chat, request, n_side, n_rounds))
        wall_s, cpu_s = time.perf_counter() - start, time.process_time() - cpu
    n_calls = n_side * n_rounds
    return ClientFigures(n_calls, n_rounds * latency_s / wall_s, 1e3 * cpu_s / n_calls)
