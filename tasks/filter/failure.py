"""Failure: why an episode did not reach its goal, in one line for a human."""

from schemas.task import Task
from schemas.trajectory import Trajectory
from tracer.domains.difference import Difference
from tracer.domains.domain import Domain
from tracer.harness.comparison import compare_ends

MOST_SHOWN = 2
"""Differences of the final states that are named; the others are counted."""
VALUE_CHARS = 60
WRONG_STATE = "the final state is not the reference's"


def describe_failure(trajectory: Trajectory, task: Task, domain: Domain) -> str:
    """Return what an episode with a reward below 1 lacks.

    Reference and episode are run again when their final states differ, to name the first columns
    that do.
    """
    if trajectory.goal_reached:
        return f"ended with {trajectory.termination}"
    lacks = []
    if trajectory.missing_information:
        lacks.append(f"never told: {', '.join(trajectory.missing_information)}")
    if trajectory.final_digest != task.final_digest or not lacks:
        lacks.append(describe_end(trajectory, task, domain))
    return "; ".join([*lacks, f"ended with {trajectory.termination}"])


def describe_end(trajectory: Trajectory, task: Task, domain: Domain) -> str:
    """Return how the final state differs from the reference's."""
    comparison = compare_ends(domain, task, trajectory.messages)
    if comparison.note:
        return f"{WRONG_STATE} ({comparison.note})"
    if not comparison.differences:
        return WRONG_STATE
    return f"{WRONG_STATE}: {list_first(comparison.differences)}"


def list_first(differences: list[Difference]) -> str:
    """Return the first differences in words, and how many more there are.

    >>> list_first([Difference("orders", "K1", "status", '"cancelled"', '"pending"')])
    'orders K1 status: expected "cancelled", found "pending"'
    """
    shown = [
        f"{item.table} {item.key} {item.path}: expected {cut(item.expected)}, "
        f"found {cut(item.found)}"
        for item in differences[:MOST_SHOWN]
    ]
    n_more = len(differences) - len(shown)
    return "; ".join(shown) + (f" (and {n_more} more)" if n_more else "")


def cut(text: str) -> str:
    """Return a value short enough for a line."""
    return text if len(text) <= VALUE_CHARS else f"{text[: VALUE_CHARS - 3]}..."
