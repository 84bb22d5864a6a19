"""Rows: the examples and rejects of one shard, written from judgements made anew."""

from collections.abc import Mapping
from dataclasses import dataclass

from schemas.example import Provenance, TrainingExample
from schemas.judgement import Judgement
from schemas.record import Record
from schemas.task import Task
from schemas.trajectory import Trajectory
from schemas.verdict import Reason
from tasks.filter.example import make_example
from tasks.filter.reject import leave, make_reject
from tasks.rescore.renewal import change, keep_if_same
from tracer.domains.domain import Domain


@dataclass(frozen=True, slots=True)
class Origin:
    """What the conversations of one domain were made with; a rescoring changes none of it."""

    domain: Domain
    provenance: Provenance
    tools: str
    """Schemas of the tools the agent had, JSON text."""


def make_outcome(
    trajectory: Trajectory,
    task: Task,
    judgement: Judgement,
    losers: Mapping[str, tuple[Reason, str]],
    origin: Origin,
) -> Record:
    """Return the row of a trajectory that is kept, or the reject of one that leaves."""
    if not judgement.kept:
        return make_reject(judgement)
    if trajectory.id in losers:
        return leave(judgement, *losers[trajectory.id])
    made = make_example(trajectory, task, judgement, origin.domain, origin.provenance)
    return change(made, tools=origin.tools)


def renew_row(outcome: Record, stored: Mapping[str, TrainingExample]) -> Record:
    """Return the outcome, or the stored row of its trajectory where that says the same.

    `stored` is by trajectory id.
    """
    if not isinstance(outcome, TrainingExample):
        return outcome
    return keep_if_same(stored.get(outcome.trajectory_id), outcome)
