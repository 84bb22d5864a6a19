"""`tracer graph review`: every ordered pair of tools decided, and the graph signed off."""

import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from graphs.review import ReviewKind
from schemas.errors import ConfigError
from tracer.cli.graph.interview import Interview
from tracer.cli.graph.signing import Reviewer, open_desk, read_decisions
from tracer.cli.terminal import make_console, plain


def review(
    domain: str,
    /,
    *,
    decisions: Annotated[
        Path | None, Parameter(help="TOML file with a model's decision on every pair.")
    ] = None,
    reviewer: Annotated[str | None, Parameter(help="Name of who decides.")] = None,
    kind: Annotated[
        ReviewKind | None, Parameter(help="Who decides; at a terminal, person by default.")
    ] = None,
    to: Annotated[
        Path | None, Parameter(help="Where the sign-off goes; beside the graph by default.")
    ] = None,
) -> int:
    """Step through every ordered pair of a graph's tools, decide each, and sign the graph off.

    At a terminal each pair is shown with its clauses and calls: a accepts, r refuses for one of the
    closed reasons, s leaves it open, q stops; what was decided is kept and gone on from.

    Args:
        domain: Domain whose graph is reviewed.
        decisions: TOML file with a decision on every pair, for a model's review.
        reviewer: Name of who decides.
        kind: person, maintainer or model; a file is always a model's.
        to: File of the sign-off.
    """
    if decisions is not None:
        return import_decisions(domain, decisions, reviewer, kind, to)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise ConfigError(
            "graph review: a person decides at a terminal; for a model's review give --decisions "
            "FILE --reviewer NAME --kind model"
        )
    desk = open_desk(domain, to)
    console = make_console()
    name = reviewer or input("your name: ").strip()
    if not name:
        raise ConfigError("graph review: a review needs the name of who gave it")
    return Interview(desk, Reviewer(name, kind or ReviewKind.PERSON), console).hold()


def import_decisions(
    domain: str,
    decisions: Path,
    reviewer: str | None,
    kind: ReviewKind | None,
    to: Path | None,
) -> int:
    """Sign a graph off with a model's decisions.

    Raises:
        ConfigError: it is not said to be a model's, or the file cannot be read.
        DataError: the decisions are not whole or contradict the graph.
    """
    if kind is not ReviewKind.MODEL or not reviewer:
        raise ConfigError(
            "graph review: decisions in a file are a model's, say so: --reviewer NAME --kind "
            "model; a person decides at a terminal, without --decisions"
        )
    desk = open_desk(domain, to)
    found = read_decisions(decisions)
    desk.sign(Reviewer(reviewer, kind), found)
    line = f"signed: {len(found)} pairs of {domain} decided by {kind} {reviewer}: {desk.path}"
    make_console().print(plain(line), soft_wrap=True)
    return 0
