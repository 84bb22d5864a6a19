"""Swap: files of a run replaced all together: staged beside them, sealed, then moved.

Whoever is killed before the seal leaves the run as it was, and what was staged is thrown away by
the next. After the seal the swap can only go on to its end: every move may be done again.
`open_run` gives a run in between to nobody else.
"""

import shutil
from collections.abc import Sequence

from pydantic import ValidationError

from schemas.errors import DataError
from schemas.identity import hash_bytes
from schemas.swap import SwapPlan
from tracer.store.file import explain_os_errors, read_file, write_file
from tracer.store.folder import MANIFEST_FILE, RunFolder
from tracer.store.stage import SEAL, SWAP


def open_staging(run: RunFolder) -> RunFolder:
    """Return an empty folder inside the run, shaped like one, to stage files in.

    Raises:
        ConfigError: what an earlier swap left there cannot be removed.
    """
    staging = find_staging(run)
    with explain_os_errors(staging.path, "clear"):
        if staging.path.exists():
            shutil.rmtree(staging.path)
    return staging


def find_staging(run: RunFolder) -> RunFolder:
    """Return the folder that files are staged in, whether or not it is there."""
    return RunFolder(run.path / SWAP)


def is_sealed(run: RunFolder) -> bool:
    """Return whether a swap has begun to move files and did not come to its end."""
    return (run.path / SEAL).exists()


def seal_swap(run: RunFolder, removed: Sequence[str]) -> None:
    """Promise to replace what is staged and to remove these files; there is no way back from here.

    The run's manifest is no file to move: whoever ends the swap writes it from the one staged.

    Raises:
        ConfigError: the promise cannot be written; nothing was changed then.
    """
    staging = find_staging(run).path
    with explain_os_errors(staging, "read"):
        paths = sorted(path for path in staging.rglob("*") if path.is_file())
    moves = {
        path.relative_to(staging).as_posix(): hash_bytes(read_file(path))
        for path in paths
        if path != staging / MANIFEST_FILE
    }
    plan = SwapPlan(moves=moves, removed=list(removed))
    write_file(run.path / SEAL, f"{plan.model_dump_json(indent=2)}\n".encode())


def move_files(run: RunFolder) -> None:
    """Do all that the seal promises, from the start or from wherever it was cut short.

    Raises:
        ConfigError: a file cannot be moved; free what is in the way, then do it again.
        DataError: the seal is damaged, or a file is neither staged nor in its place.
    """
    plan = _read_plan(run)
    for name in plan.removed:
        with explain_os_errors(run.path / name, "remove"):
            (run.path / name).unlink(missing_ok=True)
    for name, sha256 in plan.moves.items():
        _move_file(run, name, sha256)


def close_swap(run: RunFolder) -> None:
    """Take the seal off once all is done, and remove the staging folder."""
    with explain_os_errors(run.path / SEAL, "remove"):
        # First: without it, what is left of the folder is only waste.
        (run.path / SEAL).unlink(missing_ok=True)
        shutil.rmtree(find_staging(run).path, ignore_errors=True)


def _read_plan(run: RunFolder) -> SwapPlan:
    path = run.path / SEAL
    try:
        return SwapPlan.model_validate_json(read_file(path))
    except ValidationError as error:
        raise DataError(f"{path}: no plan of a swap; the run stands between two states") from error


def _move_file(run: RunFolder, name: str, sha256: str) -> None:
    staged, target = run.path / SWAP / name, run.path / name
    is_staged = staged.exists()
    found = staged if is_staged else target
    if not found.exists() or hash_bytes(read_file(found)) != sha256:
        raise DataError(f"{found}: missing or damaged: expected the file sealed by {SEAL}")
    if is_staged:
        with explain_os_errors(target, "replace"):
            target.parent.mkdir(parents=True, exist_ok=True)
            staged.replace(target)
