"""`tracer review`: the tasks of a run read one by one, each accepted, corrected or rejected."""

import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from cyclopts.validators import Number

from schemas.errors import ConfigError
from schemas.task_review import ReviewerKind
from tracer.cli.caseload import Reviewer, import_decisions, open_caseload
from tracer.cli.settings import find_runs_root
from tracer.cli.sitting import Sitting
from tracer.cli.terminal import make_console, plain
from tracer.store.folder import open_run
from tracer.store.reviews import locate_reviews


def review(
    run: str,
    /,
    *,
    reviewer: str,
    sample: Annotated[int | None, Parameter(validator=Number(gte=1))] = None,
    seed: int = 1,
    decisions: Path | None = None,
    kind: ReviewerKind | None = None,
) -> None:
    """Step through the tasks of a run and decide each; what was decided is gone on from.

    At a terminal: a accepts, c corrects instruction and facts, r rejects for one of the closed
    reasons, s leaves the task open, q stops. Decisions go to reviews.jsonl in the run's folder; the
    run itself stays as it is.

    Args:
        run: Name of a run, or its path.
        reviewer: Name of who decides.
        sample: Number of tasks to read, drawn by the seed; all by default.
        seed: Seed of the sample.
        decisions: File with a model's decisions, one JSON object a line.
        kind: person at a terminal; a file is always a model's.
    """
    who = Reviewer(check_name(reviewer), choose_kind(decisions, kind))
    folder = open_run(find_runs_root(), run)
    caseload = open_caseload(folder, who, sample, seed)
    console = make_console()
    if decisions is None:
        Sitting(caseload, console).hold()
    else:
        import_decisions(caseload, decisions)
    line = f"{who.kind} {who.name}: {caseload.summarise()}: {locate_reviews(folder)}"
    console.print(plain(line), soft_wrap=True)


def check_name(reviewer: str) -> str:
    """Return the name without blanks around it.

    Raises:
        ConfigError: nothing is left of it.
    """
    if not reviewer.strip():
        raise ConfigError("review: a review needs the name of who gave it: --reviewer NAME")
    return reviewer.strip()


def choose_kind(decisions: Path | None, kind: ReviewerKind | None) -> ReviewerKind:
    """Return who decides: a person where keys are pressed, a model where a file is read.

    Raises:
        ConfigError: it is said to be otherwise, or nobody sits at a terminal.
    """
    if decisions is not None:
        if kind is not ReviewerKind.MODEL:
            raise ConfigError(
                "review: decisions in a file are a model's, say so: --kind model; a person decides "
                "at a terminal, without --decisions"
            )
        return ReviewerKind.MODEL
    if kind is ReviewerKind.MODEL:
        raise ConfigError("review: a model's decisions come in a file: --decisions FILE")
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise ConfigError(
            "review: a person decides at a terminal; for a model's review give --decisions FILE "
            "--kind model"
        )
    return ReviewerKind.PERSON
