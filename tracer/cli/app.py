"""App: the verbs of `tracer`, loaded when used; the one place where errors become exit codes."""

import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from io import TextIOWrapper

from cyclopts import App, CycloptsError, UnknownCommandError

from schemas.errors import TracerError

Loc = tuple[int | str, ...]
INTERRUPTED = 130
PIPE_CLOSED = 141
USAGE_EXIT_CODE = 2
MAY_BE_SECRET = frozenset({"base_url", "replicas", "api_key_env"})
"""Settings whose refused value may hold a secret, so that it is never printed."""
ROLES = frozenset({"agent", "user"})
"""Sections that one flag fills alike, so that its fault stands in both."""

VERBS = {
    "generate": ("tracer.cli.generate:generate", "Make a data set: sample tasks, play, filter."),
    "preview": ("tracer.cli.preview:preview", "Make a few tasks and show their conversations."),
    "funnel": ("tracer.cli.funnel:funnel", "Count what became of everything a run started."),
    "show": (
        "tracer.cli.show:show",
        "Show why a row is there: its task, conversation and verdict.",
    ),
    "sql": ("tracer.cli.sql:query", "Ask a run in SQL, or list its tables and columns."),
    "replay": ("tracer.cli.replay:replay", "Run the calls of every kept row again and compare."),
    "rescore": (
        "tracer.cli.rescore:rescore",
        "Score and judge stored episodes by today's rules; say who flipped.",
    ),
    "review": ("tracer.cli.review:review", "Read a run's tasks and accept, correct or reject."),
    "play": ("tracer.cli.play:play", "Play one task of a run yourself, as agent or as user."),
}
"""Verb -> where it stands and what `tracer --help` says of it."""

GROUPS = {
    "graph": (
        "Check, review and draw the tool graphs that tasks are sampled from.",
        {
            "check": ("tracer.cli.graph.check:check", "Find a witness for every edge of a graph."),
            "review": (
                "tracer.cli.graph.review:review",
                "Decide every pair of tools and sign off.",
            ),
            "cells": ("tracer.cli.graph.cells:cells", "Find the walks no customer can be given."),
            "coverage": ("tracer.cli.graph.coverage:coverage", "Count the edges a run used."),
            "draw": ("tracer.cli.graph.draw:draw", "Draw a graph as Mermaid text or SVG."),
        },
    ),
    "model": (
        "Serve models with vLLM, and check what a served model can do.",
        {
            "check": ("tracer.cli.model.check:check", "Find what a model behind a server can do."),
            "serve": (
                "tracer.cli.model.serve:serve",
                "Serve a model until Ctrl-C; vLLM's own flags after --.",
            ),
        },
    ),
}
"""Verb with verbs of its own -> what help says of it, and where those stand."""


def read_version() -> str:
    """Return the version installed."""
    try:
        return version("tracer-pipeline")
    except PackageNotFoundError:
        return "unknown: not installed, use make setup"


def build_app() -> App:
    """Return the app with every verb registered and none of them imported."""
    built = build_part("tracer", "Make training data for tool-calling agents.", VERBS)
    for name, (help_text, verbs) in GROUPS.items():
        built.command(build_part(name, help_text, verbs))
    return built


def build_part(name: str, help_text: str, verbs: Mapping[str, tuple[str, str]]) -> App:
    """Return an app of verbs that are imported when used."""
    part = App(
        name=name,
        help=help_text,
        # Markdown would load a parser and a highlighter for a page of plain text.
        help_format="plaintext",
        version=read_version,
        result_action="return_value",
        suppress_keyboard_interrupt=False,
    )
    for verb, (place, explanation) in verbs.items():
        part.command(place, name=verb, help=explanation)
    return part


app = build_app()


def main(tokens: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code.

    A TracerError becomes one line on stderr and its own code, a wrong config or usage 2, an
    interrupt 130, a closed pipe 141 without a word. Anything else is a bug and keeps its traceback.

    Args:
        tokens: What follows `tracer`; those of this process by default.
    """
    let_streams_print_anything()
    try:
        given = sys.argv[1:] if tokens is None else list(tokens)
        result = app(given, exit_on_error=False, print_error=False)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return complain("interrupted", INTERRUPTED)
    except BrokenPipeError:
        hush_stdout()
        return PIPE_CLOSED
    except Exception as error:
        found = explain(error)
        if found is None:
            raise
        return complain(*found)
    return result if isinstance(result, int) else 0


def let_streams_print_anything() -> None:
    """Write characters that a stream's encoding lacks as escapes, instead of failing on them."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def explain(error: Exception) -> tuple[str, int] | None:
    """Return the line and the exit code for a mistake of the user or of a file; None for a bug."""
    if isinstance(error, TracerError):
        return str(error), error.exit_code
    if isinstance(error, CycloptsError):
        return explain_usage(error), USAGE_EXIT_CODE
    return explain_config(error)


def explain_usage(error: CycloptsError) -> str:
    """Return what is wrong with the tokens, and where help stands."""
    command = " ".join(("tracer", *(error.command_chain or ())))
    # Its own text of this one would import every verb, to look for the word meant.
    if isinstance(error, UnknownCommandError):
        word = error.unused_tokens[0] if error.unused_tokens else ""
        known = [*VERBS, *GROUPS] if command == "tracer" else GROUPS[command.split()[-1]][1]
        return f"no verb {word!r}: expected one of {', '.join(known)}. See {command} --help."
    return f"{str(error).strip()} See {command} --help."


def explain_config(error: Exception) -> tuple[str, int] | None:
    """Return the first fault of a config that pydantic refused: which keys, what was expected."""
    from pydantic import ValidationError

    if not isinstance(error, ValidationError):
        return None
    faults = error.errors(include_url=False)
    place, given = faults[0]["loc"], faults[0]["input"]
    marks = [identify(fault["loc"], fault["msg"], fault["input"]) for fault in faults]
    alike = [fault["loc"] for fault, mark in zip(faults, marks, strict=True) if mark == marks[0]]
    key = " and ".join(".".join(str(part) for part in loc) for loc in alike)
    line = faults[0]["msg"].removeprefix("Value error, ")
    if faults[0]["type"] == "extra_forbidden":
        line = f"unknown setting {key}; docs/config.md lists them all"
    elif key:
        line = f"{key}: {line}"
        if not MAY_BE_SECRET.intersection(place) and not isinstance(given, dict | list):
            line += f", got {given!r}"
    n_more = len(faults) - len(alike)
    return f"config: {line}{f' (and {n_more} more)' if n_more else ''}", USAGE_EXIT_CODE


def identify(loc: Loc, msg: str, given: object) -> str:
    """Return what is equal for the same fault at both roles."""
    is_of_role = bool(loc) and loc[0] in ROLES
    return repr((is_of_role, loc[is_of_role:], msg, given))


def complain(line: str, exit_code: int) -> int:
    """Write one line on stderr and return `exit_code`."""
    printable = "".join(char if char.isprintable() else " " for char in line)
    # Where the terminal has gone, the exit code is all that is left to tell.
    with suppress(OSError):
        sys.stderr.write(f"tracer: {' '.join(printable.split())}\n")
        sys.stderr.flush()
    return exit_code


def hush_stdout() -> None:
    """Send the rest of stdout nowhere, so that the interpreter does not fail on it at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    sys.exit(main())
