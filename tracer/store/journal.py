"""Journal: finished work of one shard, line by line: a crash loses only what is in flight."""

import fcntl
import json
import logging
import os
from pathlib import Path
from threading import Lock
from types import TracebackType
from typing import Any, Self

from schemas.errors import ConfigError, DataError
from tracer.store.file import explain_os_errors
from tracer.store.folder import RunFolder
from tracer.store.stage import JOURNAL, StageFolder

log = logging.getLogger(__name__)


def locate_journal(run: RunFolder, stage: StageFolder, shard: int) -> Path:
    """Return the path of a shard's journal."""
    return run.path / JOURNAL / f"{stage}-{shard:05d}.jsonl"


class Journal:
    """Append-only JSON lines `{"key": request hash, "reply": {...}}`; safe to share by threads.

    A key appended again stands for work done again: the last line counts, the first stays in the
    file. One process at a time holds a journal, until `close`.
    """

    def __init__(self, path: Path, descriptor: int, replies: dict[str, dict[str, Any]]) -> None:
        self.path = path
        self._descriptor = descriptor
        self._replies = replies
        self._lock = Lock()

    @classmethod
    def open(cls, path: Path) -> Self:
        """Open the journal at `path`, made if missing; a last line cut short is dropped.

        Raises:
            ConfigError: it cannot be opened, or another process holds it.
            DataError: a whole line is damaged; nothing is changed then.
        """
        with explain_os_errors(path, "open"):
            path.parent.mkdir(parents=True, exist_ok=True)
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o644)
        try:
            _take_lock(path, descriptor)
            return cls(path, descriptor, _load(path, descriptor))
        except BaseException:
            os.close(descriptor)
            raise

    def __len__(self) -> int:
        return len(self._replies)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def get(self, key: str) -> dict[str, Any] | None:
        """Return the reply to `key`; None when there is none yet."""
        return self._replies.get(key)

    def append(self, key: str, reply: dict[str, Any]) -> None:
        """Store `reply` under `key`; it is in the file when this returns.

        What JSON has no form for is stored as its text, so that no reply is lost to its type.

        Raises:
            ConfigError: it cannot be written; the file stays as it was.
        """
        text = json.dumps({"key": key, "reply": reply}, ensure_ascii=False, default=str)
        # A model may say half a surrogate pair: the journal keeps it, exactly.
        line = text.encode("utf-8", "surrogatepass") + b"\n"
        with self._lock, explain_os_errors(self.path, "append to"):
            _write_whole(self._descriptor, line)
            self._replies[key] = json.loads(line)["reply"]

    def close(self) -> None:
        """Let go of the file; closing twice does nothing."""
        with self._lock:
            if self._descriptor >= 0:
                os.close(self._descriptor)
                self._descriptor = -1


def _take_lock(path: Path, descriptor: int) -> None:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise ConfigError(f"{path}: another process works on this run; wait for its end") from error


def _write_whole(descriptor: int, line: bytes) -> None:
    size = os.fstat(descriptor).st_size
    rest = memoryview(line)
    try:
        while rest:
            rest = rest[os.write(descriptor, rest) :]
    except OSError:
        os.ftruncate(descriptor, size)
        raise


def _load(path: Path, descriptor: int) -> dict[str, dict[str, Any]]:
    with explain_os_errors(path, "read"):
        data = path.read_bytes()
    n_whole = data.rfind(b"\n") + 1
    replies: dict[str, dict[str, Any]] = {}
    for number, line in enumerate(data[:n_whole].split(b"\n")[:-1], start=1):
        key, reply = _parse_line(path, number, line)
        replies[key] = reply
    if n_whole < len(data):
        log.warning("%s: dropped an unfinished last line of %d bytes", path, len(data) - n_whole)
        with explain_os_errors(path, "repair"):
            os.ftruncate(descriptor, n_whole)
    return replies


def _parse_line(path: Path, number: int, line: bytes) -> tuple[str, dict[str, Any]]:
    try:
        entry = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise DataError(f"{path} line {number}: no JSON: {error}") from error
    if not isinstance(entry, dict) or entry.keys() != {"key", "reply"}:
        raise DataError(f"{path} line {number}: expected an object with key and reply")
    if not isinstance(entry["key"], str) or not isinstance(entry["reply"], dict):
        raise DataError(f"{path} line {number}: expected a text as key and an object as reply")
    return entry["key"], entry["reply"]
