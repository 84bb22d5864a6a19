"""The feel stage: stories -> feelings; the database is out of reach here."""

from prefect import task

from schemas.feeling import Feeling
from schemas.grounded import GroundedWorkflow
from schemas.job import ShardJob
from schemas.manifest import ShardManifest
from tasks.feel.compose import compose_feeling
from tasks.options import TASK_OPTIONS
from tasks.shard import run_stage
from tracer.store.folder import RunFolder
from tracer.store.shard import read_shard
from tracer.store.stage import StageFolder


@task(name="feel", **TASK_OPTIONS)
def feel_stories(job: ShardJob) -> ShardManifest:
    """Give the stories of a shard their feelings and return its manifest."""
    config = job.config

    def read(run: RunFolder) -> list[GroundedWorkflow]:
        return read_shard(run, StageFolder.GROUNDED, job.shard, GroundedWorkflow)

    def work(grounded: GroundedWorkflow) -> Feeling:
        return compose_feeling(
            grounded.workflow_id, grounded.story, config.seed, config.feel.neutral_rate
        )

    return run_stage(job, StageFolder.FEELINGS, read, work)
