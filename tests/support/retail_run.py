"""A run of one task in the shop's own world, to be played at a terminal."""

from pathlib import Path

from flows.single import find_single
from schemas.config import RunConfig
from schemas.task import Task
from tests.support.small_run import write
from tracer.domains.domain import load_domain
from tracer.store.folder import create_run
from tracer.store.stage import StageFolder


def write_retail_run(root: Path, name: str = "shop") -> Task:
    """Write a run whose one task asks for a price, and return the task."""
    task, feeling = find_single(load_domain("retail"), "2", 1)
    run = create_run(root, name)
    run.save_config(RunConfig())
    write(run, StageFolder.TASKS, task)
    write(run, StageFolder.FEELINGS, feeling)
    return task
