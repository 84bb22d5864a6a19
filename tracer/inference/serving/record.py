"""Record: what a supervisor leaves for others to know of the server it keeps up."""

import fcntl
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, ValidationError

from schemas.errors import ConfigError
from tracer.inference.serving.health import is_healthy

STATE_FOLDER = Path(".cache/vllm")
"""Under the working folder, git-ignored: logs, records and vLLM's own cache."""
LOOPBACK = re.compile(r"localhost|127\.0\.0\.1|::1")


class ServedModel(BaseModel):
    """A model that `tracer model serve` keeps up on this machine."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", strict=True, use_attribute_docstrings=True
    )

    base_url: str
    """Address for an OpenAI client."""
    model: str
    """Name that requests give."""
    pid: int
    """Number of the server's process, and of its group."""
    max_in_flight: int
    """Requests it works on at once; more wait in its queue."""
    max_model_len: int | None
    """Tokens of prompt and answer together; None when the server didn't say."""


@dataclass(frozen=True, slots=True)
class ServedPlace:
    """The files of one port: log, record, and the mark that its supervisor and server hold."""

    folder: Path
    port: int

    @property
    def log(self) -> Path:
        """What the server writes."""
        return self.folder / f"server-{self.port}.log"

    @property
    def record(self) -> Path:
        """The record, there while a server is up or being restarted."""
        return self.folder / f"served-{self.port}.json"

    @property
    def mark(self) -> Path:
        """Locked as long as the supervisor or its server lives; a number may be given again."""
        return self.folder / f"served-{self.port}.lock"

    @property
    def keeper(self) -> Path:
        """Holds the supervisor's number, locked as long as it lives; no server inherits it."""
        return self.folder / f"served-{self.port}.pid"

    @contextmanager
    def hold(self) -> Iterator[int]:
        """Hold the mark, and remove the record at the end; yields the open mark.

        Raises:
            ConfigError: another supervisor or its server holds it, or the folder can't be written.
        """
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            # Not "w": what stands there tells whoever is refused the server's number.
            handle, keeper = self.mark.open("a"), self.keeper.open("a")
        except OSError as error:
            raise ConfigError(f"cannot write {self.folder}: {error.strerror}") from error
        with handle, keeper:
            if not lock(handle):
                raise ConfigError(self.explain_holder())
            lock(keeper)
            note_number(self.keeper, os.getpid())
            self.mark.write_bytes(b"")
            self.record.unlink(missing_ok=True)
            try:
                yield handle.fileno()
            finally:
                self.record.unlink(missing_ok=True)

    def note_server(self, pid: int) -> None:
        """Note the number of a server just started, which is that of its group."""
        note_number(self.mark, pid)

    def explain_holder(self) -> str:
        """Return in one line who serves at this port already, and what ends it."""
        known, keeper, server = self.read(), read_number(self.keeper), read_number(self.mark)
        state = f"running, {known.model}" if known else "still starting"
        begin = f"port {self.port}: `tracer model serve`"
        if is_locked(self.keeper):
            return (
                f"{begin} (process {keeper}) has a server there ({state}); `kill {keeper}` ends it"
            )
        if not known and is_healthy(self.port):
            state = "running"
        # Its whole group: a server ended while it loads may leave its engine behind.
        return (
            f"{begin} is dead, its server is left (process {server}, {state}); "
            f"`kill -- -{server}` ends it"
        )

    def write(self, served: ServedModel) -> None:
        """Write the record whole: under another name, then renamed."""
        passing = self.record.with_suffix(".tmp")
        passing.write_text(served.model_dump_json(), encoding="utf-8")
        passing.replace(self.record)

    def read(self) -> ServedModel | None:
        """Return the record, None when it is missing or can't be read."""
        try:
            return ServedModel.model_validate_json(self.record.read_bytes())
        except (OSError, ValidationError):
            return None

    def is_held(self) -> bool:
        """Return whether the supervisor that wrote here, or its server, still lives."""
        return is_locked(self.mark)


def lock(handle: IO[str]) -> bool:
    """Lock an open file until it is closed; return whether it was free."""
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def is_locked(path: Path) -> bool:
    """Return whether somebody holds a file; one that is not there is held by nobody."""
    try:
        with path.open("r") as probe:
            return not lock(probe)
    except OSError:
        return False


def note_number(path: Path, number: int) -> None:
    """Write a process's number in place: a lock holds the file, not its name."""
    path.write_text(f"{number}\n", encoding="ascii")


def read_number(path: Path) -> int | None:
    """Return the number in a file, None where there is none."""
    try:
        return int(path.read_text(encoding="ascii"))
    except (OSError, ValueError):
        return None


def find_served(base_url: str, folder: Path = STATE_FOLDER) -> ServedModel | None:
    """Return what is known of the server at an address, None unless Tracer keeps it up now.

    Args:
        base_url: Address of a server, such as `http://127.0.0.1:8000/v1`.
        folder: Where supervisors leave their records.
    """
    try:
        address = urlsplit(base_url)
        port = address.port
    except ValueError:
        return None
    if port is None or not LOOPBACK.fullmatch(address.hostname or ""):
        return None
    place = ServedPlace(folder, port)
    return place.read() if place.is_held() else None
