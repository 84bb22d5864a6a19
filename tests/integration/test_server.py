"""The workflow server itself: shared by processes, ended by the last, replaced when it has died."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from flows.server import STATE_FILE, Server, is_running, read_server, use_server, wait_for_server

ROOT = Path(__file__).parents[2]
LIMIT_S = 120
USE = """
import sys
from pathlib import Path
from flows.server import use_server, wait_for_server
home = Path(sys.argv[1])
with use_server(home):
    wait_for_server(home)
    print("up", flush=True)
    sys.stdin.readline()
"""
User = subprocess.Popen[str]


@pytest.fixture
def start_user() -> Iterator[Callable[[Path], User]]:
    """Start processes that use a home's server until they get a line; none outlives its test."""
    started: list[User] = []

    def start(home: Path) -> User:
        user = subprocess.Popen(
            [sys.executable, "-c", USE, str(home)],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        started.append(user)
        return user

    yield start
    for user in started:
        user.communicate()


def expect_up(user: User) -> None:
    assert user.stdout is not None
    assert user.stdout.readline() == "up\n"


def leave(user: User) -> None:
    user.communicate("\n", timeout=LIMIT_S)
    assert user.returncode == 0


def get_server(home: Path) -> Server:
    server = read_server(home)
    assert server is not None
    return server


def wait_until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + LIMIT_S
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.05)
    assert condition()


def test_processes_share_a_server_and_the_last_one_alive_ends_it(
    tmp_path: Path, start_user: Callable[[Path], User]
) -> None:
    users = [start_user(tmp_path) for _ in range(3)]
    for user in users:
        expect_up(user)
    server = get_server(tmp_path)
    leave(users[0])
    assert get_server(tmp_path) == server
    assert server.is_healthy()
    users[1].send_signal(signal.SIGKILL)
    users[1].wait(LIMIT_S)
    assert is_running(tmp_path)
    leave(users[2])
    assert not server.is_healthy()
    assert not is_running(tmp_path)
    assert not (tmp_path / STATE_FILE).exists()


def test_server_that_died_is_replaced_and_its_number_given_to_another_is_spared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "environ", dict(os.environ))
    bystander = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    state = f'{{"pid": {bystander.pid}, "port": 9}}'
    (tmp_path / STATE_FILE).write_text(state, encoding="utf-8")
    with use_server(tmp_path) as server:
        assert server.pid != bystander.pid
        assert wait_for_server(tmp_path) == server
        assert server.is_healthy()
    assert bystander.poll() is None
    bystander.communicate(b"\n")
    wait_until(lambda: not is_running(tmp_path))
