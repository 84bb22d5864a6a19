"""Dossier: everything a run holds about one row, found by any id on its way."""

import re
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

import pydantic

from schemas.draft import TaskDraft
from schemas.errors import ConfigError, DataError
from schemas.example import TrainingExample
from schemas.feeling import Feeling
from schemas.grounded import GroundedWorkflow
from schemas.judgement import Judgement
from schemas.record import Record
from schemas.task import Task
from schemas.task_review import TaskReview
from schemas.trajectory import Trajectory
from schemas.verdict import Reject, Stage
from schemas.workflow import Workflow
from tracer.store.folder import RunFolder
from tracer.store.reviews import read_reviews
from tracer.store.views import run_query

RecordT = TypeVar("RecordT", bound=Record)

ID_VIEWS = ("trajectories", "tasks", "candidates", "workflows", "examples")
IDS = """
    SELECT DISTINCT id, view FROM (
        SELECT id, 'trajectories' AS view FROM trajectories
        UNION ALL SELECT id, 'tasks' FROM tasks
        UNION ALL SELECT id, 'candidates' FROM candidates
        UNION ALL SELECT id, 'workflows' FROM workflows
        UNION ALL SELECT id, 'examples' FROM examples
    ) WHERE starts_with(id, {beginning})
"""
ROWS = "SELECT * FROM {view} WHERE {column} = {value}"
N_NAMED = 5


class Place(NamedTuple):
    """A record that an id was found for."""

    id: str
    view: str


@dataclass(frozen=True, slots=True)
class Dossier:
    """What there is about one row, None where the run has nothing of it."""

    workflow_id: str
    workflow: Workflow | None
    grounded: GroundedWorkflow | None
    draft: TaskDraft | None
    feeling: Feeling | None
    task: Task | None
    trajectories: list[Trajectory]
    """Those of the task in order of trial, or the one asked for."""
    judgement: Judgement | None
    """Of the only trajectory, as is the example."""
    example: TrainingExample | None
    rejects: list[Reject]
    """Of the workflow before the rollout, and of the only trajectory after it."""
    reviews: list[TaskReview]
    """What readers decided of the task, the latest last."""

    @property
    def trajectory(self) -> Trajectory | None:
        """The trajectory when there is exactly one."""
        return self.trajectories[0] if len(self.trajectories) == 1 else None


def find_place(run: RunFolder, beginning: str) -> Place:
    """Return the record whose id is, or alone begins with, `beginning`.

    Raises:
        ConfigError: none does, or several do.
    """
    found: dict[str, str] = {}
    if re.fullmatch(r"[A-Za-z0-9_-]+", beginning):
        rows = run_query(run, IDS.format(beginning=_quote(beginning)))[1]
        for record_id, view in sorted(rows, key=lambda row: (row[0], ID_VIEWS.index(row[1]))):
            found.setdefault(record_id, view)
    if beginning in found:
        return Place(beginning, found[beginning])
    if len(found) == 1:
        return Place(*found.popitem())
    raise ConfigError(_explain_miss(run, beginning, list(found)))


def _explain_miss(run: RunFolder, beginning: str, found: list[str]) -> str:
    if not found:
        return (
            f"no record {beginning!r} in run {run.name!r}: expected the id of a trajectory, task, "
            "workflow or example, or its beginning"
        )
    named = ", ".join(found[:N_NAMED])
    more = f" and {len(found) - N_NAMED} more" if len(found) > N_NAMED else ""
    return f"id {beginning!r} fits {len(found)} records, give more of it: {named}{more}"


def _quote(text: str) -> str:
    doubled = text.replace("'", "''")
    return f"'{doubled}'"


def load_dossier(run: RunFolder, place: Place) -> Dossier:
    """Return everything the run holds about a record.

    Raises:
        ConfigError: the run cannot be read.
        DataError: a row was written by another version.
    """
    trajectories = _load_trajectories(run, place)
    only = trajectories[0] if len(trajectories) == 1 else None
    only_id = only.id if only else ""
    task = _load_task(run, place, trajectories)
    workflow_id = _find_workflow_id(place, task, trajectories)
    return Dossier(
        workflow_id=workflow_id,
        workflow=_load_one(run, Workflow, "workflows", "id", workflow_id),
        grounded=_load_one(run, GroundedWorkflow, "grounded", "workflow_id", workflow_id),
        draft=_load_one(run, TaskDraft, "drafts", "workflow_id", workflow_id),
        feeling=_load_feeling(run, workflow_id, only),
        task=task,
        trajectories=trajectories,
        judgement=_load_one(run, Judgement, "verdicts", "trajectory_id", only_id),
        example=_load_one(run, TrainingExample, "examples", "trajectory_id", only_id),
        rejects=_load_rejects(run, workflow_id, only_id),
        reviews=[item for item in read_reviews(run) if task and item.task_id == task.id],
    )


def _load_trajectories(run: RunFolder, place: Place) -> list[Trajectory]:
    column, value = "task_id", place.id
    if place.view == "workflows":
        column = "workflow_id"
    elif place.view == "trajectories":
        column = "id"
    elif place.view == "examples":
        example = _load_one(run, TrainingExample, "examples", "id", place.id)
        column, value = "id", example.trajectory_id if example else ""
    found = _load(run, Trajectory, "trajectories", column, value)
    return sorted(found, key=lambda trajectory: (trajectory.trial, trajectory.id))


def _load_task(run: RunFolder, place: Place, trajectories: list[Trajectory]) -> Task | None:
    column, value = "id", trajectories[0].task_id if trajectories else place.id
    if place.view == "workflows":
        column, value = "workflow_id", place.id
    chosen = _load_one(run, Task, "tasks", column, value)
    return chosen or _load_one(run, Task, "candidates", column, value)


def _find_workflow_id(place: Place, task: Task | None, trajectories: list[Trajectory]) -> str:
    if place.view == "workflows":
        return place.id
    if trajectories:
        return trajectories[0].workflow_id
    return task.workflow_id if task else ""


def _load_feeling(run: RunFolder, workflow_id: str, only: Trajectory | None) -> Feeling | None:
    if only is None:
        return _load_one(run, Feeling, "feelings", "workflow_id", workflow_id)
    return _load_one(run, Feeling, "feelings", "id", only.feeling_id or "")


def _load_rejects(run: RunFolder, workflow_id: str, only_id: str) -> list[Reject]:
    of_workflow = _load(run, Reject, "rejects", "workflow_id", workflow_id)
    return [
        reject
        for reject in of_workflow
        if reject.stage is not Stage.FILTER or reject.record_id == only_id
    ]


def _load_one(
    run: RunFolder, model: type[RecordT], view: str, column: str, value: str
) -> RecordT | None:
    found = _load(run, model, view, column, value)
    return found[0] if found else None


def _load(
    run: RunFolder, model: type[RecordT], view: str, column: str, value: str
) -> list[RecordT]:
    sql = ROWS.format(view=view, column=column, value=_quote(value))
    columns, rows = run_query(run, sql)
    records = (dict(zip(columns, row, strict=True)) for row in rows)
    try:
        return [model.model_validate(record, strict=False) for record in records]
    except pydantic.ValidationError as error:
        fault = error.errors(include_url=False)[0]
        field = ".".join(str(part) for part in fault["loc"])
        raise DataError(f"{view} of run {run.name!r}: {field}: {fault['msg']}") from error
