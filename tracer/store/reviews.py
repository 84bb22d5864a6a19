"""Reviews: what readers decided of a run's tasks, `reviews.jsonl`, one JSON object a line.

Lines are only ever appended; of several by one reviewer on one task the last counts.
"""

import fcntl
import logging
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from pydantic import ValidationError

from schemas.errors import ConfigError, DataError
from schemas.task_review import TaskReview
from tracer.store.file import explain_os_errors, read_file
from tracer.store.folder import RunFolder

REVIEWS_FILE = "reviews.jsonl"

log = logging.getLogger(__name__)


def locate_reviews(run: RunFolder) -> Path:
    """Return the path of a run's reviews; there is no such file before the first."""
    return run.path / REVIEWS_FILE


def read_reviews(run: RunFolder) -> list[TaskReview]:
    """Return the reviews of a run that count, in the order written.

    A last line cut short is left out, with a warning.

    Raises:
        ConfigError: the file cannot be read.
        DataError: a whole line is no review.
    """
    path = locate_reviews(run)
    if not path.exists():
        return []
    data = read_file(path)
    n_whole = count_whole(data)
    if n_whole < len(data):
        log.warning("%s: dropped an unfinished last line of %d bytes", path, len(data) - n_whole)
    found: dict[tuple[str, str, str], TaskReview] = {}
    for number, line in enumerate(data[:n_whole].split(b"\n")[:-1], start=1):
        review = parse_review(path, number, line)
        key = (review.reviewer, review.kind, review.task_id)
        found.pop(key, None)
        found[key] = review
    return list(found.values())


def count_whole(data: bytes) -> int:
    """Return the number of bytes up to the end of the last whole line."""
    return data.rfind(b"\n") + 1


def parse_review(path: Path, number: int, line: bytes) -> TaskReview:
    """Return the review in a line.

    Raises:
        DataError: it is none.
    """
    try:
        return TaskReview.model_validate_json(line)
    except ValidationError as error:
        fault = error.errors(include_url=False)[0]
        field = ".".join(str(part) for part in fault["loc"]) or "the line"
        raise DataError(f"{path} line {number}: {field}: {fault['msg']}") from error


def append_reviews(run: RunFolder, reviews: Sequence[TaskReview]) -> None:
    """Append reviews, after what is whole in the file; they are in it when this returns.

    Raises:
        ConfigError: the file cannot be written, or another process writes it.
    """
    if not reviews:
        return
    lines = "".join(f"{review.model_dump_json()}\n" for review in reviews).encode()
    path = locate_reviews(run)
    with explain_os_errors(path, "append to"), _open_locked(path) as descriptor:
        end = count_whole(path.read_bytes())
        os.ftruncate(descriptor, end)
        rest = memoryview(lines)
        try:
            while rest:
                rest = rest[os.write(descriptor, rest) :]
        except OSError:
            os.ftruncate(descriptor, end)
            raise


@contextmanager
def _open_locked(path: Path) -> Iterator[int]:
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o644)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield descriptor
    except BlockingIOError as error:
        raise ConfigError(f"{path}: another process is writing it; try again") from error
    finally:
        os.close(descriptor)
