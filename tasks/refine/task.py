"""The refine stage: grounded workflows -> task drafts."""

from prefect import task

from schemas.grounded import GroundedWorkflow
from schemas.job import ShardJob
from schemas.manifest import ShardManifest
from schemas.record import Record
from tasks.options import TASK_OPTIONS
from tasks.refine.write import refine_workflow
from tasks.shard import run_stage
from tracer.domains.describer import load_describer
from tracer.domains.domain import load_domain
from tracer.store.shard import read_shard
from tracer.store.stage import StageFolder


def refine_one(grounded: GroundedWorkflow) -> Record:
    """Return the draft of one grounded workflow, or its reject."""
    describer = load_describer(grounded.domain)
    return refine_workflow(grounded, load_domain(grounded.domain), describer)


@task(name="refine", **TASK_OPTIONS)
def refine_workflows(job: ShardJob) -> ShardManifest:
    """Refine the grounded workflows of a shard and return its manifest."""
    return run_stage(
        job,
        StageFolder.DRAFTS,
        lambda run: read_shard(run, StageFolder.GROUNDED, job.shard, GroundedWorkflow),
        refine_one,
    )
