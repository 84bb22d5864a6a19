"""The rehearsal behind a liar, as a process of its own that writes down what it was asked.

    python -m tests.support.lying_server PORT RATE SEED LATENCY_S LOG

A line of LOG is a JSON object: `at` (seconds since the epoch), `request` (a digest of its body),
`lie` (the fault it was given, empty for none), `event` (`asked` or `answered`).
"""

import asyncio
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any
from urllib.error import URLError
from urllib.request import urlopen

from tests.support.lying import Liar, be_strict, digest_body
from tracer.inference.rehearsal.serve import make_server
from tracer.inference.server import Answer, Handler

START_S = 20.0
STEP_S = 0.1


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a server's log."""

    at: float
    request: str
    lie: str
    event: str


def read_log(path: Path) -> list[Line]:
    """Return the lines of a log; one cut short by a killed server is left out."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return [Line(**json.loads(line)) for line in lines if line.endswith("}")]


def wrap(honest: Handler, rate: float, seed: int, log: IO[str]) -> Handler:
    """Return a liar that writes down what it does."""
    liar = Liar(be_strict(honest), rate, seed)

    def note(request: str, event: str, lie: str = "") -> None:
        line = {"at": time.time(), "request": request, "lie": lie, "event": event}
        log.write(f"{json.dumps(line)}\n")
        log.flush()

    async def answer(body: dict[str, Any]) -> Answer:
        request = digest_body(body)
        note(request, "asked", liar.choose(body, request))
        given = await liar(body)
        liar.told.clear()
        note(request, "answered")
        return given

    return answer


async def serve(port: int, rate: float, seed: int, latency_s: float, path: Path) -> None:
    """Serve until the process is ended."""
    with path.open("a", encoding="utf-8") as log:
        async with make_server(latency_s, port, lambda honest: wrap(honest, rate, seed, log)):
            await asyncio.Event().wait()


@dataclass(slots=True)
class LyingServer:
    """Starts and kills the server at one port; all that it was ever asked stands in one log."""

    port: int
    log: Path
    rate: float = 0.0
    seed: int = 1
    latency_s: float = 0.0
    process: subprocess.Popen[bytes] | None = field(default=None, init=False)

    @property
    def base_url(self) -> str:
        """Address for a client."""
        return f"http://127.0.0.1:{self.port}/v1"

    def start(self) -> None:
        """Start it and wait until it answers."""
        flags = [self.port, self.rate, self.seed, self.latency_s, self.log]
        command = [sys.executable, "-m", "tests.support.lying_server", *map(str, flags)]
        self.process = subprocess.Popen(command)
        end = time.monotonic() + START_S
        while not self.answers():
            if time.monotonic() > end:
                raise TimeoutError(f"lying server at port {self.port} does not start")
            time.sleep(STEP_S)

    def answers(self) -> bool:
        """Return whether the server is there."""
        try:
            with urlopen(f"http://127.0.0.1:{self.port}/health", timeout=1):
                return True
        except (URLError, ConnectionError, TimeoutError):
            return False

    def kill(self) -> None:
        """End it without a word."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None


@contextmanager
def run_lying_server(server: LyingServer) -> Iterator[LyingServer]:
    """Have the server up as long as the block lasts."""
    try:
        server.start()
        yield server
    finally:
        server.kill()


if __name__ == "__main__":
    port, rate, seed, latency_s, log_path = sys.argv[1:]
    asyncio.run(serve(int(port), float(rate), int(seed), float(latency_s), Path(log_path)))
