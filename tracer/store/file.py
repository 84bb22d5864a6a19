"""File: bytes that are either whole under their name or not there."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from schemas.errors import ConfigError


@contextmanager
def explain_os_errors(path: Path, verb: str) -> Iterator[None]:
    """Turn what the operating system refuses into one line that names `path`.

    Raises:
        ConfigError: the body raised OSError: a full disk, a read-only folder, a file in the way.
    """
    try:
        yield
    except OSError as error:
        reason = error.strerror or str(error)
        raise ConfigError(
            f"cannot {verb} {path}: {reason}; check free space and permissions"
        ) from error


def write_file(path: Path, data: bytes) -> None:
    """Write `data` under a temporary name beside `path`, then rename; make the folder if missing.

    Raises:
        ConfigError: it cannot be written; nothing half-written stays.
    """
    # One name, not one per process: what a killed run left is overwritten when its work is redone.
    draft = path.with_name(f".{path.name}.tmp")
    with explain_os_errors(path, "write"):
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            draft.write_bytes(data)
            draft.replace(path)
        finally:
            draft.unlink(missing_ok=True)


def read_file(path: Path) -> bytes:
    """Return the bytes of `path`.

    Raises:
        ConfigError: it cannot be read.
    """
    with explain_os_errors(path, "read"):
        return path.read_bytes()
