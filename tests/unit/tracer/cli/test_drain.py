import errno
import io
import signal
from pathlib import Path

import pytest
from rich.console import Console

from tasks.shard import DRAIN_FILE
from tracer.cli.drain import ENDING, allow_drain
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


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_scheduler_and_closed_terminal_drain_with_a_line(
    folder: RunFolder, number: signal.Signals
) -> None:
    console, out = make_console()
    with allow_drain(folder, console):
        signal.raise_signal(number)
        assert (folder.path / DRAIN_FILE).exists()
    line = f"{number.name}: finishing what is under way; a second one stops at once\n"
    assert out.getvalue() == line


def raise_signals(*numbers: signal.Signals) -> None:
    for number in numbers:
        signal.raise_signal(number)


@pytest.mark.parametrize(
    "numbers",
    [
        (signal.SIGINT, signal.SIGINT),
        (signal.SIGTERM, signal.SIGTERM),
        (signal.SIGHUP, signal.SIGTERM),
    ],
)
def test_second_signal_stops_at_once(
    folder: RunFolder, numbers: tuple[signal.Signals, ...]
) -> None:
    console, out = make_console()
    with pytest.raises(KeyboardInterrupt), allow_drain(folder, console):
        raise_signals(*numbers)
    assert out.getvalue().count("\n") == 1


def test_closed_terminal_counts_once_though_told_twice(
    folder: RunFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    with allow_drain(folder, make_console()[0]):
        raise_signals(signal.SIGHUP, signal.SIGHUP)
    monkeypatch.setattr("tracer.cli.drain.ECHO_S", 0.0)
    with pytest.raises(KeyboardInterrupt), allow_drain(folder, make_console()[0]):
        raise_signals(signal.SIGHUP, signal.SIGHUP)


class GoneStream(io.StringIO):
    """What a closed terminal leaves."""

    def write(self, text: str) -> int:
        raise OSError(errno.EIO, text)


def test_terminal_that_has_gone_still_drains(folder: RunFolder) -> None:
    with allow_drain(folder, Console(file=GoneStream())):
        signal.raise_signal(signal.SIGHUP)
        assert (folder.path / DRAIN_FILE).exists()


def test_hangup_that_is_ignored_stays_so(folder: RunFolder) -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with allow_drain(folder, make_console()[0]):
            signal.raise_signal(signal.SIGHUP)
            assert not (folder.path / DRAIN_FILE).exists()
    finally:
        signal.signal(signal.SIGHUP, before)


def test_run_without_an_interrupt_is_not_marked(folder: RunFolder) -> None:
    with allow_drain(folder, make_console()[0]):
        assert not (folder.path / DRAIN_FILE).exists()


def test_mark_and_handlers_are_gone_afterwards(folder: RunFolder) -> None:
    before = [signal.getsignal(number) for number in ENDING]
    with allow_drain(folder, make_console()[0]):
        assert all(signal.getsignal(number) not in before for number in ENDING)
        signal.raise_signal(signal.SIGINT)
    assert [signal.getsignal(number) for number in ENDING] == before
    assert list(folder.path.iterdir()) == []
