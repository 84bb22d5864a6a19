"""Outcome: how an episode ended, what became of it, and where it left its reference, printed."""

from itertools import groupby

from rich.console import Console
from rich.table import Table

from schemas.trajectory import Trajectory
from schemas.verdict import ClauseFinding
from tracer.cli.dossier import Dossier
from tracer.cli.origin import list_pairs
from tracer.cli.parting import Comparison, Parting, Write
from tracer.cli.terminal import cut_line, plain

VALUE_CHARS = 100


def describe_reward(reward: float | None) -> str:
    """Return a reward as it is printed everywhere.

    >>> describe_reward(-1.0), describe_reward(None)
    ('-1', 'not scored')
    """
    return "not scored" if reward is None else f"{reward:g}"


def render_trials(dossier: Dossier, console: Console) -> None:
    """Print the episodes of a task that has several, or say that it has none."""
    if not dossier.trajectories:
        console.print("No episode was played.")
        return
    table = Table(title="Episodes: name one to see it", title_justify="left")
    for name in ("trial", "id", "termination", "reward"):
        table.add_column(name)
    for trajectory in dossier.trajectories:
        reward = describe_reward(trajectory.reward)
        table.add_row(str(trajectory.trial), plain(trajectory.id), trajectory.termination, reward)
    console.print(table)


def render_outcome(dossier: Dossier, trajectory: Trajectory, console: Console) -> None:
    """Print how an episode ended, the verdict on it and the findings of the policy guards."""
    console.rule("Outcome", align="left")
    counts = f"{trajectory.n_calls} calls, {trajectory.n_refused_calls} refused; "
    counts += f"{trajectory.n_user_turns} user turns, {trajectory.n_agent_steps} agent steps"
    pairs = [
        ("engines", f"agent {trajectory.agent_model}, user {trajectory.user_model}"),
        ("trial", str(trajectory.trial)),
        ("counts", counts),
        ("termination", trajectory.termination),
        ("error", trajectory.error),
        ("reward", describe_reward(trajectory.reward)),
        ("goal reached", "yes" if trajectory.goal_reached else "no"),
        ("never told", ", ".join(trajectory.missing_information)),
        ("verdict", describe_verdict(dossier)),
    ]
    console.print(list_pairs(pairs))
    judgement = dossier.judgement
    if judgement is not None and judgement.clauses:
        console.print(_tabulate_clauses(judgement.clauses))


def describe_verdict(dossier: Dossier) -> str:
    """Return whether the episode was kept, and why not."""
    if dossier.example is not None:
        return f"kept as {dossier.example.id}"
    for reject in dossier.rejects:
        if dossier.trajectory is not None and reject.record_id == dossier.trajectory.id:
            return f"{reject.reason}: {reject.detail}"
    judgement = dossier.judgement
    if judgement is None:
        return "not judged yet"
    if judgement.kept:
        return "passed, not among the examples yet"
    return f"{judgement.reason}: {judgement.detail}"


def _tabulate_clauses(clauses: list[ClauseFinding]) -> Table:
    table = Table("clause", "finding", "where", title="Policy clauses", title_justify="left")
    same: dict[tuple[str, str], list[str]] = {}
    for finding in clauses:
        same.setdefault((finding.verdict, finding.detail), []).append(str(finding.clause))
    for (verdict, detail), numbers in same.items():
        table.add_row(", ".join(numbers), verdict, plain(detail))
    return table


def render_comparison(comparison: Comparison, console: Console) -> None:
    """Print where a failed episode and its reference part."""
    console.rule("Beside the reference", align="left")
    if comparison.parting is None:
        console.print("The writes are the same, in the same order.")
    else:
        console.print(list_pairs(describe_parting(comparison.parting)))
    if comparison.note:
        console.print(plain(f"Final states not compared: {comparison.note}."))
    elif comparison.differences:
        console.print(_tabulate_differences(comparison))
    else:
        console.print("The final states are equal.")


def describe_parting(parting: Parting) -> list[tuple[str, str]]:
    """Return the first write that differs, as pairs of side and call."""
    return [
        ("first parting", f"write {parting.number}"),
        ("reference", _describe_write(parting.reference)),
        ("episode", _describe_write(parting.episode)),
    ]


def _describe_write(write: Write | None) -> str:
    return "no further write" if write is None else f"{write[0]}({write[1]})"


def _tabulate_differences(comparison: Comparison) -> Table:
    table = Table(title="Rows that differ in the end", title_justify="left")
    for name in ("row", "field", "reference", "episode"):
        table.add_column(name, overflow="fold")
    rows = groupby(comparison.differences, key=lambda item: (item.table, item.key))
    for row, differences in rows:
        place = " ".join(row)
        for item in differences:
            cells = (item.path, item.expected, item.found)
            table.add_row(plain(place), *(plain(cut_line(cell, VALUE_CHARS)) for cell in cells))
            place = ""
        table.add_section()
    return table
