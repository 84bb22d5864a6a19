"""Server: Tracer's own workflow server on loopback, started or reused.

The last run that uses it ends it. The temporary server Prefect starts by itself times out on a cold
start and runs no scheduler; a real one, in a home of Tracer's own, does neither.
"""

import fcntl
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException
from pathlib import Path

from schemas.errors import ConfigError

BOOT_TIMEOUT_S = 180.0
POLL_S = 0.1
HEALTH_TIMEOUT_S = 2.0
STOP_TIMEOUT_S = 10.0
STATE_FILE = "server.json"
ALIVE_FILE = "alive"

# Reports to nobody; batches task states, so that SQLite is not asked for every one of them.
SERVER_ENVIRONMENT: Mapping[str, str] = {
    "DO_NOT_TRACK": "1",
    "PREFECT_SERVER_ANALYTICS_ENABLED": "false",
    "PREFECT_SERVER_UI_ENABLED": "false",
    "PREFECT_SERVER_SERVICES_TASK_RUN_RECORDER_BATCH_SIZE": "500",
    "PREFECT_SERVER_SERVICES_TASK_RUN_RECORDER_READ_BATCH_SIZE": "100",
    "PREFECT_SERVER_SERVICES_TASK_RUN_RECORDER_FLUSH_INTERVAL": "1",
    "PREFECT_SERVER_SERVICES_EVENT_PERSISTER_BATCH_SIZE": "500",
    "PREFECT_SERVER_SERVICES_EVENT_PERSISTER_READ_BATCH_SIZE": "100",
    "PREFECT_SERVER_SERVICES_EVENT_PERSISTER_FLUSH_INTERVAL": "1",
    "PREFECT__SERVER_FINAL": "1",
}
CLIENT_ENVIRONMENT: Mapping[str, str] = {
    "DO_NOT_TRACK": "1",
    "PREFECT_LOGGING_LEVEL": "CRITICAL",
    "PREFECT_LOGGING_TO_API_ENABLED": "false",
}


@dataclass(frozen=True, slots=True)
class Server:
    """A server process known by its state file."""

    pid: int
    port: int

    @property
    def api_url(self) -> str:
        """Address of its API."""
        return f"http://127.0.0.1:{self.port}/api"

    def is_healthy(self) -> bool:
        """Return whether it answers."""
        try:
            with closing(HTTPConnection("127.0.0.1", self.port, timeout=HEALTH_TIMEOUT_S)) as line:
                line.request("GET", "/api/health")
                return line.getresponse().status == HTTPStatus.OK
        except (OSError, HTTPException):
            return False


@contextmanager
def use_server(home: Path) -> Iterator[Server]:
    """Give a server that is up or coming up; the last user of one that Tracer started ends it.

    Sets PREFECT_API_URL and Prefect's client settings, so it must be entered before prefect is
    imported; what is imported meanwhile costs nothing, since the server boots beside it.
    `wait_for_server` says when it answers.

    Raises:
        ConfigError: the home cannot be written.
    """
    server = join_server(home)
    environment = {"PREFECT_HOME": str(home.resolve()), "PREFECT_API_URL": server.api_url}
    os.environ.update({**CLIENT_ENVIRONMENT, **environment})
    try:
        yield server
    finally:
        leave_server(home)


@contextmanager
def lock_home(home: Path) -> Iterator[None]:
    """Hold the home's lock, so that two runs never start two servers or end one in use."""
    try:
        home.mkdir(parents=True, exist_ok=True)
        handle = (home / "lock").open("w")
    except OSError as error:
        msg = f"cannot write {home}: {error.strerror}"
        raise ConfigError(msg) from error
    with handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def join_server(home: Path) -> Server:
    """Count this process as a user of the home's server, and start one when there is none."""
    with lock_home(home):
        users = home / "users"
        users.mkdir(exist_ok=True)
        (users / str(os.getpid())).touch()
        server = read_server(home)
        if server is None or not is_running(home):
            server = start_server(home)
        return server


def leave_server(home: Path) -> None:
    """Stop counting this process, and end the server when nobody is left."""
    with lock_home(home):
        (home / "users" / str(os.getpid())).unlink(missing_ok=True)
        server = read_server(home)
        if server is not None and not list_users(home):
            if is_running(home):
                stop_process(server.pid)
            (home / STATE_FILE).unlink(missing_ok=True)


def list_users(home: Path) -> list[int]:
    """Return the live processes that use the server; marks of dead ones are removed."""
    users = []
    for mark in (home / "users").iterdir():
        if is_alive(int(mark.name)):
            users.append(int(mark.name))
        else:
            mark.unlink(missing_ok=True)
    return users


def read_server(home: Path) -> Server | None:
    """Return the server the state file names, or None."""
    try:
        return Server(**json.loads((home / STATE_FILE).read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None


def start_server(home: Path) -> Server:
    """Start a server on a free loopback port and write its state file; it is not up yet."""
    port = find_port()
    environment = {**os.environ, **SERVER_ENVIRONMENT, "PREFECT_HOME": str(home.resolve())}
    environment.pop("PREFECT_API_URL", None)
    # -P and the home as folder: what lies where the user stands is never imported or obeyed.
    command = [sys.executable, "-P", "-m", "uvicorn", "--factory"]
    command += ["prefect.server.api.server:create_app"]
    command += ["--host", "127.0.0.1", "--port", str(port), "--log-level", "error"]
    (home / ALIVE_FILE).unlink(missing_ok=True)
    with (home / "server.log").open("ab") as log, (home / ALIVE_FILE).open("w") as alive:
        # Inherited, so the server holds it as long as it lives; a process id may be given again.
        fcntl.flock(alive, fcntl.LOCK_EX)
        # Its own session: a Ctrl-C for the run must not reach the server.
        process = subprocess.Popen(
            command,
            env=environment,
            cwd=home,
            stdout=log,
            stderr=log,
            start_new_session=True,
            pass_fds=(alive.fileno(),),
        )
    server = Server(process.pid, port)
    state = json.dumps({"pid": server.pid, "port": server.port})
    (home / STATE_FILE).write_text(state, encoding="utf-8")
    return server


def is_running(home: Path) -> bool:
    """Return whether the server that was last started in the home still runs."""
    try:
        with (home / ALIVE_FILE).open("r") as probe:
            fcntl.flock(probe, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False


def find_port() -> int:
    """Return a loopback port that is free now."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def wait_for_server(home: Path) -> Server:
    """Return the home's server once it answers.

    Raises:
        ConfigError: it ended, or did not answer in time.
    """
    deadline = time.monotonic() + BOOT_TIMEOUT_S
    while time.monotonic() < deadline:
        server = read_server(home)
        if server is None or not is_running(home):
            break
        if server.is_healthy():
            return server
        time.sleep(POLL_S)
    msg = f"the workflow server did not come up; its log is {home / 'server.log'}"
    raise ConfigError(msg)


def is_alive(pid: int) -> bool:
    """Return whether a process runs; a finished child that nobody waited for does not."""
    try:
        finished, _ = os.waitpid(pid, os.WNOHANG)
    except ChildProcessError:
        finished = 0
    if finished:
        return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def stop_process(pid: int) -> None:
    """End a process: politely, then by force."""
    for signal_number in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.kill(pid, signal_number)
        except ProcessLookupError:
            return
        deadline = time.monotonic() + STOP_TIMEOUT_S
        while time.monotonic() < deadline:
            if not is_alive(pid):
                return
            time.sleep(POLL_S)
