from pathlib import Path

import pytest

from schemas.errors import ConfigError, DataError
from tracer.store.file import write_file
from tracer.store.folder import RunFolder, create_run, open_run
from tracer.store.stage import SEAL, SWAP
from tracer.store.swap import (
    close_swap,
    find_staging,
    is_sealed,
    move_files,
    open_staging,
    seal_swap,
)


@pytest.fixture
def run(run_root: Path) -> RunFolder:
    """Return a run of which two files are staged to be replaced, and one is to be removed."""
    run = create_run(run_root, "a")
    for name in ("06/one", "06/two", "rejects/old"):
        write_file(run.path / name, b"before")
    staging = open_staging(run)
    write_file(staging.path / "06/one", b"after")
    write_file(staging.path / "rejects/new", b"after")
    write_file(staging.path / "manifest.json", b"{}")
    return run


def read_files(run: RunFolder) -> dict[str, bytes]:
    paths = [path for path in run.path.rglob("*") if path.is_file()]
    names = {path.relative_to(run.path).as_posix(): path.read_bytes() for path in paths}
    return {name: data for name, data in names.items() if not name.startswith(SWAP)}


BEFORE = {"06/one": b"before", "06/two": b"before", "rejects/old": b"before"}
AFTER = {"06/one": b"after", "06/two": b"before", "rejects/new": b"after"}


def test_staging_alone_changes_no_file_of_the_run(run: RunFolder) -> None:
    assert read_files(run) == BEFORE
    assert not is_sealed(run)


def test_files_staged_replace_those_of_the_run(run: RunFolder) -> None:
    seal_swap(run, ["rejects/old"])
    assert read_files(run) == BEFORE
    move_files(run)
    assert read_files(run) == AFTER
    close_swap(run)
    assert not is_sealed(run)
    assert not (run.path / SWAP).exists()


def test_moves_may_be_done_again(run: RunFolder) -> None:
    seal_swap(run, ["rejects/old"])
    move_files(run)
    move_files(run)
    assert read_files(run) == AFTER


def test_what_an_earlier_swap_staged_is_thrown_away(run: RunFolder) -> None:
    assert list(open_staging(run).path.parent.glob(f"{SWAP}/*")) == []


def test_run_in_between_is_given_to_nobody_but_who_finishes_it(
    run: RunFolder, run_root: Path
) -> None:
    assert open_run(run_root, "a") == run
    seal_swap(run, [])
    with pytest.raises(ConfigError, match=r"^run a: a rescoring .* `tracer rescore a` finishes it"):
        open_run(run_root, "a")
    assert open_run(run_root, "a", half_swapped=True) == run


def test_file_that_is_neither_staged_nor_in_place_is_named(run: RunFolder) -> None:
    seal_swap(run, [])
    (find_staging(run).path / "rejects/new").unlink()
    with pytest.raises(DataError, match=r"rejects/new: missing or damaged"):
        move_files(run)
    assert is_sealed(run)


def test_staged_file_that_changed_since_is_not_moved(run: RunFolder) -> None:
    seal_swap(run, [])
    write_file(find_staging(run).path / "06/one", b"other")
    with pytest.raises(DataError, match=r"06/one: missing or damaged"):
        move_files(run)
    assert read_files(run)["06/one"] == b"before"


def test_damaged_seal_is_told_in_one_line(run: RunFolder) -> None:
    write_file(run.path / SEAL, b"{")
    with pytest.raises(DataError, match=r"sealed.json: no plan of a swap"):
        move_files(run)
