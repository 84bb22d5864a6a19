"""The sample stage: draws of cells -> workflows."""

from prefect import task

from schemas.job import ShardJob
from schemas.manifest import ShardManifest
from tasks.options import TASK_OPTIONS
from tasks.sample.draw import draw_workflow
from tasks.shard import run_stage
from tracer.store.stage import StageFolder


@task(name="sample", **TASK_OPTIONS)
def sample_workflows(job: ShardJob) -> ShardManifest:
    """Draw the workflows of a shard and return its manifest."""
    seed = job.config.seed
    places = [
        (draw.domain, draw.cell, index)
        for draw in job.draws
        for index in range(draw.start, draw.stop)
    ]
    return run_stage(
        job, StageFolder.WORKFLOWS, lambda _: places, lambda place: draw_workflow(seed, *place)
    )
