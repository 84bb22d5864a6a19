import fcntl
import json
import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from flows import server as module
from flows.server import (
    STATE_FILE,
    Server,
    find_port,
    is_alive,
    is_running,
    join_server,
    leave_server,
    list_users,
    read_server,
    use_server,
    wait_for_server,
)
from schemas.errors import ConfigError

# Above the highest number the kernel gives, so nobody's.
NOBODY = 2**22 + 1


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "users").mkdir()
    return tmp_path


@pytest.fixture
def alive(home: Path) -> Iterator[None]:
    """Hold the mark that a running server of the home holds."""
    with (home / "alive").open("w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield


@pytest.fixture
def ended(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    found: list[int] = []
    monkeypatch.setattr(module, "stop_process", found.append)
    return found


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    found: list[Path] = []

    def start(home: Path) -> Server:
        found.append(home)
        return Server(NOBODY, 7)

    monkeypatch.setattr(module, "start_server", start)
    return found


def write_state(home: Path, pid: int, port: int = 4200) -> None:
    (home / STATE_FILE).write_text(json.dumps({"pid": pid, "port": port}), encoding="utf-8")


def test_api_is_on_the_loopback() -> None:
    assert Server(1, 4321).api_url == "http://127.0.0.1:4321/api"


def test_state_file_names_the_server(home: Path) -> None:
    write_state(home, 17, 4201)
    assert read_server(home) == Server(17, 4201)


@pytest.mark.parametrize("text", ["", "{", "[1, 2]", "{}", '{"pid": 1}', '{"pid": 1, "x": 2}'])
def test_damaged_state_file_names_no_server(home: Path, text: str) -> None:
    (home / STATE_FILE).write_text(text, encoding="utf-8")
    assert read_server(home) is None


def test_home_without_a_state_file_has_no_server(home: Path) -> None:
    assert read_server(home) is None


@pytest.mark.usefixtures("alive")
def test_server_that_runs_is_joined(home: Path, started: list[Path]) -> None:
    write_state(home, os.getpid())
    assert join_server(home) == Server(os.getpid(), 4200)
    assert started == []


def test_server_that_has_died_is_replaced(home: Path, started: list[Path]) -> None:
    write_state(home, NOBODY)
    assert join_server(home) == Server(NOBODY, 7)
    assert started == [home]


def test_process_that_only_got_its_number_is_not_taken_for_the_server(
    home: Path, started: list[Path]
) -> None:
    write_state(home, os.getpid())
    join_server(home)
    assert started == [home]


def test_process_that_only_got_its_number_is_not_ended(home: Path, ended: list[int]) -> None:
    write_state(home, os.getpid())
    leave_server(home)
    assert ended == []
    assert not (home / STATE_FILE).exists()


@pytest.mark.usefixtures("alive")
def test_last_one_to_leave_ends_the_server(home: Path, ended: list[int]) -> None:
    write_state(home, 17)
    (home / "users" / str(os.getpid())).touch()
    leave_server(home)
    assert ended == [17]
    assert not (home / STATE_FILE).exists()


@pytest.mark.usefixtures("alive")
def test_server_stays_while_another_uses_it(home: Path, ended: list[int]) -> None:
    write_state(home, 17)
    (home / "users" / str(os.getppid())).touch()
    leave_server(home)
    assert ended == []
    assert read_server(home) == Server(17, 4200)


@pytest.mark.usefixtures("alive")
def test_mark_of_a_killed_user_keeps_nothing_alive(home: Path, ended: list[int]) -> None:
    write_state(home, 17)
    (home / "users" / str(NOBODY)).touch()
    leave_server(home)
    assert ended == [17]


def test_only_live_users_count_and_marks_of_others_go(home: Path) -> None:
    for pid in (os.getpid(), NOBODY):
        (home / "users" / str(pid)).touch()
    assert list_users(home) == [os.getpid()]
    assert [mark.name for mark in (home / "users").iterdir()] == [str(os.getpid())]


def test_server_is_left_when_the_body_fails(
    home: Path, started: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "environ", dict(os.environ))

    def fail() -> None:
        with use_server(home):
            assert list_users(home) == [os.getpid()]
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    assert started == [home]
    assert list_users(home) == []


@pytest.mark.usefixtures("started")
def test_user_is_pointed_at_the_server(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "environ", dict(os.environ))
    with use_server(home) as server:
        assert os.environ["PREFECT_API_URL"] == server.api_url
        assert os.environ["PREFECT_HOME"] == str(home.resolve())
        assert os.environ["DO_NOT_TRACK"] == "1"


def test_home_that_cannot_be_made_is_the_users_mistake(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ConfigError, match=r"cannot write .*file/home: Not a directory"):
        join_server(tmp_path / "file" / "home")


def test_waiting_ends_when_the_server_has_died(home: Path) -> None:
    write_state(home, NOBODY)
    with pytest.raises(ConfigError, match=r"did not come up; its log is .*server\.log"):
        wait_for_server(home)


@pytest.mark.usefixtures("alive")
def test_waiting_ends_when_it_never_answers(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "BOOT_TIMEOUT_S", 0.01)
    monkeypatch.setattr(module, "POLL_S", 0.001)
    write_state(home, os.getpid(), find_port())
    with pytest.raises(ConfigError, match="did not come up"):
        wait_for_server(home)


@pytest.mark.usefixtures("alive")
def test_running_server_is_known_by_its_mark(home: Path) -> None:
    assert is_running(home)


def test_mark_that_nobody_holds_is_no_server(home: Path) -> None:
    assert not is_running(home)
    (home / "alive").touch()
    assert not is_running(home)


def test_port_is_free() -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", find_port()))


def test_this_process_is_alive_and_nobody_is_not() -> None:
    assert is_alive(os.getpid())
    assert not is_alive(NOBODY)
