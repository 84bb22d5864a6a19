"""Usage of a run on disk, beside its timings: no digest and no manifest covers it."""

from pathlib import Path

from pydantic import ValidationError

from schemas.errors import DataError
from schemas.usage import RunUsage
from tracer.store.file import read_file, write_file
from tracer.store.folder import RunFolder
from tracer.store.stage import TIMINGS


def locate_usage(run: RunFolder) -> Path:
    """Return the path of a run's usage."""
    return run.path / TIMINGS / "usage.json"


def save_usage(run: RunFolder, usage: RunUsage) -> None:
    """Write what the run took; replaces what was written before.

    Raises:
        ConfigError: it cannot be written.
    """
    write_file(locate_usage(run), f"{usage.model_dump_json(indent=2)}\n".encode())


def load_usage(run: RunFolder) -> RunUsage | None:
    """Return what the run took; None when it does not say so.

    Raises:
        ConfigError: the file cannot be read.
        DataError: it is damaged.
    """
    path = locate_usage(run)
    if not path.exists():
        return None
    try:
        return RunUsage.model_validate_json(read_file(path))
    except ValidationError as error:
        raise DataError(f"{path}: no usage of a run; remove it to do without") from error
