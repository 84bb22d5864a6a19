"""`tracer show`: why a row is there."""

from typing import Annotated

from cyclopts import Parameter
from rich.console import Console

from tracer.cli.conversation import render_conversation
from tracer.cli.dossier import Dossier, find_place, load_dossier
from tracer.cli.origin import render_feeling, render_origin, render_reviews, render_task
from tracer.cli.outcome import render_comparison, render_outcome, render_trials
from tracer.cli.parting import compare_episode
from tracer.cli.settings import find_runs_root
from tracer.cli.terminal import make_console, plain
from tracer.domains.domain import load_domain
from tracer.store.folder import open_run


def show(
    run: str,
    record_id: Annotated[str, Parameter(name="ID")],
    /,
) -> None:
    """Show why a row is there: workflow, task, feeling, conversation and verdict.

    A failed episode is shown beside its reference: where the writes part, and which rows differ.

    Args:
        run: Name of a run, or its path.
        record_id: Id of a trajectory, task, workflow or example, or enough of its beginning.
    """
    folder = open_run(find_runs_root(), run)
    dossier = load_dossier(folder, find_place(folder, record_id))
    render_dossier(dossier, make_console())


def render_dossier(dossier: Dossier, console: Console) -> None:
    """Print a dossier in the order in which its parts were made.

    Raises:
        ConfigError: a failed episode is of a domain that is not there.
    """
    render_origin(dossier, console)
    if dossier.task is not None:
        render_task(dossier.task, console)
    if dossier.reviews:
        render_reviews(dossier.reviews, console)
    if dossier.feeling is not None:
        render_feeling(dossier.feeling, console)
    if dossier.trajectory is None:
        render_trials(dossier, console)
        return
    console.rule(plain(f"Conversation {dossier.trajectory.id}"), align="left")
    render_conversation(dossier.trajectory, console)
    render_outcome(dossier, dossier.trajectory, console)
    if dossier.task is not None and dossier.trajectory.reward != 1:
        domain = load_domain(dossier.task.domain)
        comparison = compare_episode(domain, dossier.task, dossier.trajectory.messages)
        render_comparison(comparison, console)
