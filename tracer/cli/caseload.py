"""Caseload: the tasks of a run that one reviewer reads, with what was decided of them."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from pydantic import ValidationError

from schemas.errors import ConfigError, DataError
from schemas.task import Task
from schemas.task_review import (
    ReviewerKind,
    TaskDecision,
    TaskReview,
    TaskRuling,
    find_decision_fault,
    read_text,
)
from tracer.store.file import read_file
from tracer.store.folder import RunFolder
from tracer.store.reviews import append_reviews, read_reviews
from tracer.store.shard import list_shards, read_columns, read_shard
from tracer.store.stage import StageFolder


class Reviewer(NamedTuple):
    """Who decides."""

    name: str
    kind: ReviewerKind


@dataclass(slots=True)
class Caseload:
    """Tasks to be read by one reviewer, and the decisions on them, the latest of each."""

    run: RunFolder
    reviewer: Reviewer
    ids: list[str]
    made: dict[str, TaskDecision] = field(default_factory=dict)

    def iterate_open(self) -> Iterator[tuple[int, Task]]:
        """Yield the tasks not decided yet, each with its number among all; one shard in memory.

        Raises:
            DataError: a shard is damaged.
        """
        numbers = {task_id: number for number, task_id in enumerate(self.ids, start=1)}
        for task in iterate_tasks(self.run):
            if task.id in numbers and task.id not in self.made:
                yield numbers[task.id], task

    def add(self, decided: Sequence[tuple[TaskDecision, Task]]) -> None:
        """Append decisions to the reviews of the run.

        Raises:
            ConfigError: they cannot be written.
        """
        # The clock is fine here: a review is part of no digest.
        today = datetime.now(UTC).date().isoformat()
        reviews = [
            TaskReview(
                **{name: getattr(item, name) for name in TaskDecision.model_fields},
                reviewer=self.reviewer.name,
                kind=self.reviewer.kind,
                date=today,
                before=read_text(task),
            )
            for item, task in decided
        ]
        append_reviews(self.run, reviews)
        self.made.update((item.task_id, item) for item, _ in decided)

    def summarise(self) -> str:
        """Return how many tasks were accepted, corrected and rejected, of how many."""
        counts = Counter(item.ruling for item in self.made.values())
        parts = ", ".join(f"{counts[ruling]} {ruling}" for ruling in TaskRuling)
        return f"{parts} of {len(self.ids)}"


def iterate_tasks(run: RunFolder) -> Iterator[Task]:
    """Yield the tasks of a run in order, one shard in memory at a time.

    Raises:
        DataError: a shard is damaged.
    """
    for shard in list_shards(run, StageFolder.TASKS):
        yield from read_shard(run, StageFolder.TASKS, shard, Task)


def choose_tasks(ids: Sequence[str], sample: int | None, seed: int) -> list[str]:
    """Return all ids, or a sample of them in their order that follows from ids and seed alone."""
    if sample is None or sample >= len(ids):
        return list(ids)
    chosen = set(random.Random(seed).sample(sorted(ids), sample))
    return [task_id for task_id in ids if task_id in chosen]


def open_caseload(run: RunFolder, reviewer: Reviewer, sample: int | None, seed: int) -> Caseload:
    """Return the tasks a reviewer is to read, with what they decided before.

    Raises:
        ConfigError: the run has no tasks.
        DataError: a shard or the file of reviews is damaged.
    """
    ids = [
        row[0]
        for shard in list_shards(run, StageFolder.TASKS)
        for row in read_columns(run, StageFolder.TASKS, shard, ["id"])
    ]
    if not ids:
        raise ConfigError(f"run {run.name!r} has no tasks to review yet")
    chosen = choose_tasks(ids, sample, seed)
    made: dict[str, TaskDecision] = {
        item.task_id: strip(item)
        for item in read_reviews(run)
        if (item.reviewer, item.kind) == reviewer and item.task_id in set(chosen)
    }
    return Caseload(run, reviewer, chosen, made)


def strip(review: TaskReview) -> TaskDecision:
    """Return the decision of a review alone."""
    fields = {name: getattr(review, name) for name in TaskDecision.model_fields}
    return TaskDecision(**fields)


def import_decisions(caseload: Caseload, path: Path) -> None:
    """Add the decisions of a file; those made before in the same words are not added again.

    Nothing is written unless every decision is sound.

    Raises:
        ConfigError: the file cannot be read or holds something else.
        DataError: a decision is on no task of the caseload, or is not sound.
    """
    decisions = read_decisions(path)
    tasks = {item.id: item for item in iterate_tasks(caseload.run) if item.id in caseload.ids}
    counts = Counter(item.task_id for item in decisions)
    for number, item in enumerate(decisions, start=1):
        where = f"{path} decision {number}, task {item.task_id}"
        if item.task_id not in tasks:
            raise DataError(f"{where}: not among the tasks under review")
        if counts[item.task_id] > 1:
            raise DataError(f"{where}: decided {counts[item.task_id]} times")
        fault = find_decision_fault(item, read_text(tasks[item.task_id]))
        if fault is not None:
            raise DataError(f"{where}: {fault}")
    new = [item for item in decisions if caseload.made.get(item.task_id) != item]
    caseload.add([(item, tasks[item.task_id]) for item in new])


def read_decisions(path: Path) -> list[TaskDecision]:
    """Return the decisions of a file, one JSON object a line; blank lines are passed over.

    Raises:
        ConfigError: the file cannot be read, or a line is no decision.
    """
    found = []
    for number, line in enumerate(read_file(path).splitlines(), start=1):
        try:
            found += [TaskDecision.model_validate_json(line)] if line.strip() else []
        except ValidationError as error:
            fault = error.errors(include_url=False)[0]
            field_name = ".".join(str(part) for part in fault["loc"]) or "the line"
            raise ConfigError(f"{path} line {number}: {field_name}: {fault['msg']}") from error
    return found
