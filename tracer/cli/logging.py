"""Logging: messages for people on stderr, the same as JSON lines in the run folder.

Only this project's own loggers are set up, and none below INFO: request bodies, prompts among them,
are what libraries log at DEBUG.
"""

import json
import logging
from datetime import UTC, datetime
from pathlib import Path

from rich.logging import RichHandler

from tracer.cli.terminal import fold_line, make_console
from tracer.store.file import explain_os_errors

LOG_FILE = "log.jsonl"
LOGGERS = ("flows", "graphs", "prompts", "schemas", "tasks", "tracer")


class CleanHandler(RichHandler):
    """A handler that prints each message in one harmless line."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the message without what a terminal would obey."""
        return fold_line(super().format(record))


class JsonFormatter(logging.Formatter):
    """Writes a record as one JSON object: time (UTC, ISO 8601), level, logger, message, error."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line; `error` is the traceback, null without one."""
        moment = datetime.fromtimestamp(record.created, UTC)
        error = self.formatException(record.exc_info) if record.exc_info else None
        entry = {
            "time": moment.isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            "error": error,
        }
        return json.dumps(entry, ensure_ascii=False)


def configure_logging(run_path: Path | None, *, verbose: bool = False) -> None:
    """Send messages to stderr, and to `log.jsonl` in `run_path` unless that is None.

    On stderr stand warnings and errors, with `verbose` also what each stage reports; the file
    always holds both. A second call replaces the first.

    Raises:
        ConfigError: the log cannot be opened.
    """
    handlers = [make_terminal_handler(verbose=verbose)]
    if run_path is not None:
        handlers.append(make_file_handler(run_path / LOG_FILE))
    for name in LOGGERS:
        logger = logging.getLogger(name)
        for old in logger.handlers[:]:
            logger.removeHandler(old)
            old.close()
        for handler in handlers:
            logger.addHandler(handler)
        logger.setLevel(logging.INFO)
        # Prefect puts a console on the root logger, where each line would appear a second time.
        logger.propagate = False


def make_terminal_handler(*, verbose: bool) -> logging.Handler:
    """Return the handler for stderr."""
    console = make_console(stderr=True)
    handler = CleanHandler(console=console, show_path=False, markup=False, highlighter=None)
    handler.setLevel(logging.INFO if verbose else logging.WARNING)
    return handler


def make_file_handler(path: Path) -> logging.Handler:
    """Return the handler that appends to `path`.

    Raises:
        ConfigError: it cannot be opened.
    """
    with explain_os_errors(path, "write"):
        path.parent.mkdir(parents=True, exist_ok=True)
        handler = logging.FileHandler(path, encoding="utf-8", errors="backslashreplace")
    handler.setFormatter(JsonFormatter())
    return handler
