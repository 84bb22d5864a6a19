"""The ground stage: workflows -> grounded workflows."""

from prefect import task

from schemas.job import ShardJob
from schemas.manifest import ShardManifest
from schemas.record import Record
from schemas.workflow import Workflow
from tasks.ground.solve import ground_workflow
from tasks.options import TASK_OPTIONS
from tasks.shard import run_stage
from tracer.domains.domain import load_domain
from tracer.domains.solver import load_solver
from tracer.store.shard import read_shard
from tracer.store.stage import StageFolder


def ground_one(workflow: Workflow) -> Record:
    """Return one workflow grounded in its domain, or its reject."""
    return ground_workflow(workflow, load_domain(workflow.domain), load_solver(workflow.domain))


@task(name="ground", **TASK_OPTIONS)
def ground_workflows(job: ShardJob) -> ShardManifest:
    """Ground the workflows of a shard and return its manifest."""
    return run_stage(
        job,
        StageFolder.GROUNDED,
        lambda run: read_shard(run, StageFolder.WORKFLOWS, job.shard, Workflow),
        ground_one,
    )
