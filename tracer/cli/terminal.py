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
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
UNSEEN = re.compile(r"[\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
"""Marks of direction, which show a text in another order than it has, and line separators."""
UNSAFE_IN_JSON = re.compile(rf"[\x7f-\x9f]|{UNSEEN.pattern}")


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
    r"""Return `text` without escape sequences and control characters.

    New lines and tabs stay; marks of direction and line separators show as escapes.

    >>> clean_text("a\x1b[31mred\x1b[0m\r\n\x1b]0;title\x07b")
    'ared\nb'
    """
    return UNSEEN.sub(escape, CONTROL.sub("", SEQUENCE.sub("", text)))


def escape(match: re.Match[str]) -> str:
    """Return the character found as it is written in JSON."""
    return f"\\u{ord(match[0]):04x}"


def read_line(prompt: str) -> str:
    """Return a line typed in, clean, without blanks around it; what is no UTF-8 becomes `?`.

    Marks of direction, which some keyboards type, are left out.

    Raises:
        EOFError: the input has ended.
    """
    typed = input(prompt).encode("utf-8", "replace").decode("utf-8")
    return clean_text(UNSEEN.sub("", typed)).strip()


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
    sys.stdout.write(f"{UNSAFE_IN_JSON.sub(escape, text)}\n")
