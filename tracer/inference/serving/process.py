"""Process: one start of the server, with everything it starts itself, in a group of its own."""

import signal
import subprocess
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from schemas.errors import ConfigError
from tracer.inference.serving.command import ServerCommand
from tracer.inference.serving.group import has_living, send_to_group

POLL_S = 0.05
STOP_TIMEOUT_S = 20.0
"""How long the group may take to end by itself, seconds."""


@dataclass(frozen=True, slots=True)
class ServerProcess:
    """A server that was started; its group has the number of its process."""

    popen: subprocess.Popen[bytes]

    @property
    def pid(self) -> int:
        """Number of the process, and of its group."""
        return self.popen.pid

    def is_running(self) -> bool:
        """Return whether the server itself runs, whatever became of its children."""
        return self.popen.poll() is None

    def describe_end(self) -> str:
        """Return how it ended, in a few words."""
        code = self.popen.returncode
        if code is None:
            return "is running"
        return (
            f"was ended by {signal.Signals(-code).name}" if code < 0 else f"ended with code {code}"
        )

    def stop(self) -> None:
        """End the group: politely, then by force; nothing of it is left."""
        for number in (signal.SIGTERM, signal.SIGKILL):
            send_to_group(self.pid, number)
            deadline = time.monotonic() + STOP_TIMEOUT_S
            while has_living(self.pid):
                if time.monotonic() > deadline:
                    break
                time.sleep(POLL_S)
            else:
                break
        self.popen.wait()


@contextmanager
def start_server(command: ServerCommand, log: Path, mark: int) -> Iterator[ServerProcess]:
    """Start the server; when the body ends, nothing of it is left.

    Args:
        command: What is started.
        log: File that its output is added to.
        mark: Open file that the server keeps open as long as it lives.

    Raises:
        ConfigError: the interpreter cannot be started.
    """
    with log.open("ab") as output:
        try:
            # Its own session: a Ctrl-C reaches the supervisor alone, which ends the group.
            popen = subprocess.Popen(
                command.words,
                env=command.variables,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,
                pass_fds=(mark,),
            )
        except OSError as error:
            raise ConfigError(f"cannot start {command.words[0]}: {error.strerror}") from error
    server = ServerProcess(popen)
    try:
        yield server
    finally:
        server.stop()


def read_tail(log: Path, n_lines: int) -> list[str]:
    """Return the last lines of a log, empty ones left out."""
    with log.open(encoding="utf-8", errors="replace") as lines:
        return list(deque((line.rstrip() for line in lines if line.strip()), maxlen=n_lines))
