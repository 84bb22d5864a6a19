"""A supervised server, its program played by a stand-in: up, dead, up again, gone."""

import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from schemas.errors import ConfigError
from tests.support.serving import (
    Listener,
    ask,
    find_port,
    make_environment,
    make_model,
    wait_until,
)
from tracer.inference.serving import process, supervisor
from tracer.inference.serving.command import make_command
from tracer.inference.serving.environment import find_environment
from tracer.inference.serving.group import has_living
from tracer.inference.serving.model import find_model
from tracer.inference.serving.record import ServedPlace, find_served
from tracer.inference.serving.supervisor import Supervisor

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.timeout(120)


class Served:
    """A supervisor at work in a thread."""

    def __init__(self, folder: Path, *flags: str, waits_s: tuple[float, ...] = (0.0,) * 5) -> None:
        self.port = find_port()
        self.base_url = f"http://127.0.0.1:{self.port}/v1"
        self.place = ServedPlace(folder / "state", self.port)
        self.stop = threading.Event()
        self.heard = Listener()
        environment = find_environment(make_environment(folder))
        model = find_model(str(make_model(folder)))
        command = make_command(model, environment, self.port, self.place.folder, flags)
        self.supervisor = Supervisor(command, self.place, self.heard, self.stop, waits_s)
        self.thread = threading.Thread(target=self.run)

    def run(self) -> None:
        try:
            self.supervisor.run()
        except ConfigError as error:
            self.heard.error = error

    def start(self) -> int:
        """Return the server's process once it is up."""
        self.thread.start()
        wait_until(lambda: bool(self.heard.announced) or self.heard.error is not None)
        return self.heard.announced[0].pid

    def end(self) -> None:
        self.stop.set()
        self.thread.join(30)
        assert not self.thread.is_alive()

    def fail(self) -> str:
        """Return the line it gave up with."""
        self.thread.start()
        self.thread.join(30)
        assert self.heard.error is not None
        return str(self.heard.error)


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., Served]]:
    started: list[Served] = []

    def make(*flags: str, waits_s: tuple[float, ...] = (0.0,) * 5) -> Served:
        started.append(Served(tmp_path, *flags, waits_s=waits_s))
        return started[-1]

    yield make
    for served in started:
        if served.thread.ident is not None:
            served.end()


Serve = Callable[..., Served]


def test_server_is_announced_once_healthy_and_known_to_others_until_it_is_stopped(
    serve: Serve,
) -> None:
    served = serve("--fake-delay", "0.6")
    pid = served.start()
    assert served.heard.n_waits > 0
    known = find_served(served.base_url, served.place.folder)
    assert known == served.heard.announced[0]
    assert known is not None
    assert (known.model, known.max_in_flight, known.max_model_len) == ("smollm2-135m", 32, 4096)
    served.end()
    assert served.heard.error is None
    assert find_served(served.base_url, served.place.folder) is None
    assert not served.place.record.exists()
    assert not has_living(pid)


def test_flags_reach_the_server_after_those_of_tracer(serve: Serve) -> None:
    served = serve("--max-num-seqs", "7", "--seed=3")
    served.start()
    words = ask(served.port, "/argv")["argv"]
    assert words[-3:] == ["--max-num-seqs", "7", "--seed=3"]
    assert words.index("--max-num-seqs") < len(words) - 3
    assert served.heard.announced[0].max_in_flight == 7


def test_server_that_dies_is_started_again_and_stays_known_meanwhile(serve: Serve) -> None:
    served = serve(waits_s=(0.5,))
    first = served.start()
    os.kill(first, signal.SIGKILL)
    wait_until(lambda: any("was ended by SIGKILL" in line for line in served.heard.lines))
    assert find_served(served.base_url, served.place.folder) is not None
    assert not has_living(first)
    wait_until(lambda: "the server is up again" in served.heard.lines)
    known = find_served(served.base_url, served.place.folder)
    assert known is not None
    assert known.pid != first
    assert ask(served.port, "/v1/models")["data"][0]["id"] == "fake"
    assert len(served.heard.announced) == 1
    assert "restart 1 of 1 in 0.5 s" in served.heard.lines[0]


def test_server_whose_engine_died_is_started_again(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(supervisor, "HEALTH_EVERY_S", 0.0)
    served = serve("--fake-sick")
    first = served.start()
    wait_until(lambda: "the server is up again" in served.heard.lines)
    assert not has_living(first)


def test_server_that_keeps_dying_is_given_up(serve: Serve) -> None:
    served = serve("--fake-die-after", "0.3", waits_s=(0.0, 0.0))
    line = served.fail()
    assert line.startswith("the server ended with code 3 once more after 2 restarts; its log is ")
    assert [said.partition(";")[0] for said in served.heard.lines if "restart" in said] == [
        "the server ended with code 3"
    ] * 2
    assert not served.place.record.exists()


def test_death_before_the_first_health_is_an_error_with_the_end_of_the_log(serve: Serve) -> None:
    served = serve("--fake-no-start")
    line = served.fail()
    assert line.startswith("the server ended with code 1 before it was ready; its log is ")
    assert served.heard.lines == ["  the model does not fit"]


def test_children_that_do_not_listen_are_ended_by_force(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "STOP_TIMEOUT_S", 0.3)
    served = serve("--fake-stubborn")
    pid = served.start()
    served.end()
    assert not has_living(pid)


def test_stop_while_the_model_loads_leaves_nothing(serve: Serve) -> None:
    served = serve("--fake-delay", "60")
    served.thread.start()
    wait_until(lambda: served.heard.n_waits > 1)
    served.end()
    assert served.heard.error is None
    assert served.heard.announced == []
    assert not served.place.is_held()


def test_taken_port_is_refused_in_one_line(serve: Serve) -> None:
    served = serve()
    with socket.create_server(("127.0.0.1", served.port)):
        line = served.fail()
    assert line == f"port {served.port}: in use by another program; --port takes another"


def test_second_supervisor_of_a_port_is_told_of_the_first(serve: Serve) -> None:
    served = serve()
    served.start()
    again = Supervisor(served.supervisor.command, served.place, Listener(), threading.Event())
    with pytest.raises(ConfigError, match=rf"\(running, smollm2-135m\); `kill {os.getpid()}`"):
        again.run()
    assert find_served(served.base_url, served.place.folder) is not None


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_command_serves_until_a_signal_and_leaves_nothing(
    number: signal.Signals, tmp_path: Path
) -> None:
    port = find_port()
    make_model(tmp_path)
    variables = {**os.environ, "TRACER_VLLM_PYTHON": str(make_environment(tmp_path))}
    command = subprocess.Popen(
        [sys.executable, "-P", "-m", "tracer.cli.app", "model", "serve", "--port", str(port)],
        cwd=tmp_path,
        env={**variables, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert command.stdout is not None
    lines: list[str] = []
    while "stop it" not in "".join(lines):
        lines.append(command.stdout.readline())
    known = find_served(f"http://localhost:{port}/v1", tmp_path / ".cache/vllm")
    assert known is not None
    command.send_signal(number)
    _, err = command.communicate(timeout=30)
    assert command.returncode == 0
    assert lines[0] == f"base_url  http://127.0.0.1:{port}/v1\n"
    use = "tracer generate --engine llm --model smollm2-135m --base-url"
    assert f"use it    {use} http://127.0.0.1:{port}/v1 --tasks 8\n" in lines
    assert err.splitlines()[-1] == "stopped"
    assert not has_living(known.pid)
    assert find_served(f"http://localhost:{port}/v1", tmp_path / ".cache/vllm") is None


def test_server_outlives_a_killed_supervisor_and_is_named_to_the_next(tmp_path: Path) -> None:
    port = find_port()
    make_model(tmp_path)
    variables = {**os.environ, "TRACER_VLLM_PYTHON": str(make_environment(tmp_path))}
    words = [sys.executable, "-P", "-m", "tracer.cli.app", "model", "serve", "--port", str(port)]
    variables["PYTHONPATH"] = str(ROOT)
    with subprocess.Popen(
        words, cwd=tmp_path, env=variables, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as command:
        assert command.stdout is not None
        command.stdout.readline()
        command.kill()
    known = find_served(f"http://127.0.0.1:{port}/v1", tmp_path / ".cache/vllm")
    assert known is not None
    try:
        again = subprocess.run(
            words, check=False, cwd=tmp_path, env=variables, capture_output=True, text=True
        )
    finally:
        os.killpg(known.pid, signal.SIGKILL)
    assert again.returncode == 2
    assert again.stderr.splitlines()[-1] == (
        f"tracer: port {port}: `tracer model serve` is dead, its server is left "
        f"(process {known.pid}, running, smollm2-135m); `kill -- -{known.pid}` ends it"
    )
    wait_until(lambda: find_served(known.base_url, tmp_path / ".cache/vllm") is None)
