"""Lock: one process at a time changes a run."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager

from schemas.errors import ConfigError
from tracer.store.file import explain_os_errors
from tracer.store.folder import RunFolder

LOCK_FILE = ".lock"


@contextmanager
def hold_run(run: RunFolder, *, to_read: bool = False) -> Iterator[None]:
    """Hold the run while the body works; a process that dies lets go of it.

    Args:
        run: The run.
        to_read: Only keep others from changing it; nothing is written then, not even the lock's
            own file, and several may read at once.

    Raises:
        ConfigError: another process holds it, or the lock cannot be opened.
    """
    path = run.path / LOCK_FILE
    if to_read and not path.exists():
        yield
        return
    flags = os.O_RDONLY if to_read else os.O_RDWR | os.O_CREAT
    with explain_os_errors(path, "open"):
        descriptor = os.open(path, flags | os.O_CLOEXEC, 0o644)
    try:
        _take(run, descriptor, fcntl.LOCK_SH if to_read else fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def _take(run: RunFolder, descriptor: int, kind: int) -> None:
    try:
        fcntl.flock(descriptor, kind | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise ConfigError(
            f"run {run.name}: another process is writing it; wait for its end"
        ) from error
