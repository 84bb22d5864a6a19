"""Serve: the rehearsal behind a real server, in a thread of this process or as the process."""

import asyncio
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from schemas.config import REHEARSAL
from tracer.inference.rehearsal.model import RehearsalModel
from tracer.inference.rehearsal.usage import PrefixCache
from tracer.inference.server import Answer, Handler, RawAnswer, ScriptedServer

MAX_MODEL_LEN = 65_536
"""Longest context, tokens."""
CLOSE_S = 5.0
PLAIN = {"Content-Type": "text/plain; version=0.0.4"}


@contextmanager
def serve_rehearsal(latency_s: float = 0.0, port: int = 0) -> Iterator[str]:
    """Run the rehearsal in a daemon thread with a loop of its own; give its base address.

    Args:
        latency_s: How long each answer takes, seconds.
        port: Port on the loopback; 0 takes a free one.

    Raises:
        OSError: the port is taken.
    """
    server = make_server(latency_s, port)
    with serve_in_thread(server):
        yield server.base_url


def make_server(
    latency_s: float = 0.0, port: int = 0, wrap: Callable[[Handler], Handler] | None = None
) -> ScriptedServer:
    """Return the server, not started; `wrap` may stand between it and the model."""
    model = RehearsalModel()
    handler = delay(model, latency_s)
    return ScriptedServer(
        wrap(handler) if wrap is not None else handler,
        models=(REHEARSAL,),
        pages={"/health": show_health, "/metrics": lambda: show_metrics(model.cache)},
        max_model_len=MAX_MODEL_LEN,
        port=port,
        is_keeping=False,
    )


def delay(model: RehearsalModel, latency_s: float) -> Handler:
    """Return a handler that answers after a while."""

    async def answer(body: Mapping[str, Any]) -> Answer:
        await asyncio.sleep(latency_s)
        return model(body)

    return answer


def show_health() -> RawAnswer:
    """Return that the server is well: an empty page."""
    return 200, PLAIN, ""


def show_metrics(cache: PrefixCache) -> RawAnswer:
    """Return the counters of the prefix cache, named as vLLM names them."""
    lines = [
        f'vllm:prefix_cache_{name}_total{{model_name="{REHEARSAL}"}} {float(count)}'
        for name, count in (("queries", cache.n_queries), ("hits", cache.n_hits))
    ]
    return 200, PLAIN, "\n".join([*lines, ""])


@contextmanager
def serve_in_thread(server: ScriptedServer) -> Iterator[ScriptedServer]:
    """Run a server in a daemon thread until the block ends.

    Raises:
        OSError: its port is taken.
    """
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, name="rehearsal", daemon=True)
    thread.start()
    try:
        asyncio.run_coroutine_threadsafe(server.__aenter__(), loop).result()
        try:
            yield server
        finally:
            leave = server.__aexit__(None, None, None)
            asyncio.run_coroutine_threadsafe(leave, loop).result(CLOSE_S)
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join(CLOSE_S)
        if not thread.is_alive():
            loop.close()
