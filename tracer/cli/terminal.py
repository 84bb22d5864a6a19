"""Terminal: where results and messages are printed, and how texts from runs become harmless there.

Texts of runs come from models: they are printed as plain text, never as markup, and without
anything a terminal would obey.
"""

import json
import os
import re
import sys
from typing import Any

from rich.console import Console
from rich.text import Text

WIDTH_OF_A_PIPE = 120
SEQUENCE = re.compile(
    r"\x1b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)|[ -/]*[0-~])?"
    r"|\x9b[0-?]*[ -/]*[@-~]"
)
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
UNSAFE_IN_JSON = re.compile(r"[\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


class SafeConsole(Console):
    """A console that leaves a closed pipe to whoever started it, instead of exiting by itself."""

    def on_broken_pipe(self) -> None:
        """Raise again what rich caught."""
        raise BrokenPipeError


def make_console(*, stderr: bool = False) -> SafeConsole:
    """Return a console; a pipe gets 120 columns unless COLUMNS says otherwise."""
    stream = sys.stderr if stderr else sys.stdout
    is_free = stream.isatty() or "COLUMNS" in os.environ
    width = None if is_free else WIDTH_OF_A_PIPE
    return SafeConsole(stderr=stderr, width=width, highlight=False, markup=False, emoji=False)


def clean_text(text: str) -> str:
    r"""Return `text` without escape sequences, control characters and marks of direction.

    New lines and tabs stay.

    >>> clean_text("a\x1b[31mred\x1b[0m\r\n\x1b]0;title\x07b")
    'ared\nb'
    """
    return CONTROL.sub("", SEQUENCE.sub("", text))


def read_line(prompt: str) -> str:
    """Return a line typed in, clean, without blanks around it; what is no UTF-8 becomes `?`.

    Raises:
        EOFError: the input has ended.
    """
    typed = input(prompt).encode("utf-8", "replace").decode("utf-8")
    return clean_text(typed).strip()


def fold_line(text: str) -> str:
    """Return `text` clean and in one line."""
    return " ".join(clean_text(text).split())


def plain(text: str, style: str = "") -> Text:
    """Return `text` clean, to be printed as it stands."""
    return Text(clean_text(text), style=style)


def cut_line(text: str, n_chars: int) -> str:
    """Return `text` in one line of at most `n_chars` characters, an ellipsis where it is cut."""
    line = fold_line(text)
    return line if len(line) <= n_chars else f"{line[: n_chars - 1]}…"


def write_json(value: Any) -> None:
    """Write one JSON value on stdout; what a terminal would obey is written as an escape."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, default=str)
    escaped = UNSAFE_IN_JSON.sub(lambda match: f"\\u{ord(match[0]):04x}", text)
    sys.stdout.write(f"{escaped}\n")
