import json
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from schemas.errors import ConfigError
from tracer.cli.logging import LOGGERS, configure_logging

log = logging.getLogger("tracer.store.journal")


@pytest.fixture(autouse=True)
def _restored() -> Iterator[None]:
    loggers = [logging.getLogger(name) for name in LOGGERS]
    before = [(logger.level, logger.propagate) for logger in loggers]
    yield
    for logger, (level, propagate) in zip(loggers, before, strict=True):
        for handler in logger.handlers[:]:
            logger.removeHandler(handler)
            handler.close()
        logger.setLevel(level)
        logger.propagate = propagate


def read_log(folder: Path) -> list[dict[str, str]]:
    return [json.loads(line) for line in (folder / "log.jsonl").read_text("utf-8").splitlines()]


def speak() -> None:
    log.debug("prompt: %s", "private")
    log.info("stage %s ends", "ground")
    log.warning("dropped [red]%d\x1b[0m lines", 2)


def test_file_holds_info_and_never_debug(tmp_path: Path) -> None:
    configure_logging(tmp_path, verbose=True)
    speak()
    entries = read_log(tmp_path)
    assert [(entry["level"], entry["message"]) for entry in entries] == [
        ("INFO", "stage ground ends"),
        ("WARNING", "dropped [red]2\x1b[0m lines"),
    ]
    assert entries[0]["logger"] == "tracer.store.journal"
    assert entries[0]["time"].endswith("+00:00")


def test_terminal_holds_warnings_alone(capsys: pytest.CaptureFixture[str]) -> None:
    configure_logging(None)
    speak()
    out, err = capsys.readouterr()
    assert out == ""
    assert "stage ground ends" not in err
    assert "dropped [red]2 lines" in err


def test_verbose_terminal_holds_what_stages_report(capsys: pytest.CaptureFixture[str]) -> None:
    configure_logging(None, verbose=True)
    speak()
    err = capsys.readouterr().err
    assert "stage ground ends" in err
    assert "private" not in err


def test_other_libraries_are_left_alone(tmp_path: Path) -> None:
    configure_logging(tmp_path, verbose=True)
    logging.getLogger("openai").warning("request: private")
    assert read_log(tmp_path) == []


def test_second_call_replaces_the_first(tmp_path: Path) -> None:
    configure_logging(tmp_path / "a")
    configure_logging(tmp_path / "b")
    speak()
    assert (len(read_log(tmp_path / "a")), len(read_log(tmp_path / "b"))) == (0, 2)


def test_error_keeps_its_traceback_in_one_line(tmp_path: Path) -> None:
    configure_logging(tmp_path)
    error = OSError("full")
    log.error("lost", exc_info=(OSError, error, None))
    (entry,) = read_log(tmp_path)
    assert entry["error"].endswith("OSError: full")


def test_folder_that_cannot_be_written_is_the_users_mistake(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ConfigError, match="cannot write"):
        configure_logging(tmp_path / "file")
