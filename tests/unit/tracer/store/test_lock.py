from pathlib import Path

import pytest

from schemas.errors import ConfigError
from tracer.store.folder import RunFolder, create_run
from tracer.store.lock import LOCK_FILE, hold_run


@pytest.fixture
def run(run_root: Path) -> RunFolder:
    return create_run(run_root, "a")


@pytest.mark.parametrize("to_read", [True, False])
def test_run_that_is_held_is_refused_in_one_line(run: RunFolder, *, to_read: bool) -> None:
    with (
        hold_run(run),
        pytest.raises(ConfigError, match="run a: another process is writing it"),
        hold_run(run, to_read=to_read),
    ):
        pass


def test_run_is_free_again_afterwards(run: RunFolder) -> None:
    for _ in range(2):
        with hold_run(run):
            pass


def test_several_may_read_and_none_may_write_meanwhile(run: RunFolder) -> None:
    with hold_run(run):
        pass
    with (
        hold_run(run, to_read=True),
        hold_run(run, to_read=True),
        pytest.raises(ConfigError),
        hold_run(run),
    ):
        pass


def test_reader_leaves_no_file_behind(run: RunFolder) -> None:
    with hold_run(run, to_read=True):
        assert not (run.path / LOCK_FILE).exists()
    assert not (run.path / LOCK_FILE).exists()
