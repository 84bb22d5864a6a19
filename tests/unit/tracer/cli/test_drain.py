import io
import signal
from pathlib import Path

import pytest
from rich.console import Console

from tasks.shard import DRAIN_FILE
from tracer.cli.drain import allow_drain
from tracer.store.folder import RunFolder


@pytest.fixture
def folder(tmp_path: Path) -> RunFolder:
    return RunFolder(tmp_path)


def make_console() -> tuple[Console, io.StringIO]:
    out = io.StringIO()
    return Console(file=out, width=120), out


def test_first_interrupt_marks_the_run_and_says_so(folder: RunFolder) -> None:
    console, out = make_console()
    with allow_drain(folder, console):
        signal.raise_signal(signal.SIGINT)
        assert (folder.path / DRAIN_FILE).exists()
    assert out.getvalue() == "finishing what is under way; Ctrl-C again stops at once\n"


def interrupt_twice() -> None:
    signal.raise_signal(signal.SIGINT)
    signal.raise_signal(signal.SIGINT)


def test_second_interrupt_stops_at_once(folder: RunFolder) -> None:
    console, out = make_console()
    with pytest.raises(KeyboardInterrupt), allow_drain(folder, console):
        interrupt_twice()
    assert out.getvalue().count("\n") == 1


def test_run_without_an_interrupt_is_not_marked(folder: RunFolder) -> None:
    with allow_drain(folder, make_console()[0]):
        assert not (folder.path / DRAIN_FILE).exists()


def test_mark_and_handler_are_gone_afterwards(folder: RunFolder) -> None:
    before = signal.getsignal(signal.SIGINT)
    with allow_drain(folder, make_console()[0]):
        assert signal.getsignal(signal.SIGINT) is not before
        signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is before
    assert list(folder.path.iterdir()) == []
