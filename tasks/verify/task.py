"""The verify stage: drafts with their reference -> candidates, then tasks.

Tasks come once the whole run was looked at.
"""

from collections.abc import Mapping

from prefect import task

from schemas.draft import TaskDraft
from schemas.grounded import GroundedWorkflow
from schemas.job import ShardJob
from schemas.manifest import ShardManifest
from schemas.record import Record
from schemas.task import Task
from schemas.verdict import Reason, Reject, Stage
from schemas.workflow import Workflow
from tasks.options import TASK_OPTIONS
from tasks.shard import run_stage
from tasks.verify.check import Candidate, verify_task
from tracer.domains.domain import load_domain
from tracer.store.folder import RunFolder
from tracer.store.shard import read_shard
from tracer.store.stage import StageFolder


def read_candidates(run: RunFolder, shard: int) -> list[Candidate]:
    """Return what belongs together of each draft of a shard."""
    workflows = {item.id: item for item in read_shard(run, StageFolder.WORKFLOWS, shard, Workflow)}
    grounded = {
        item.workflow_id: item
        for item in read_shard(run, StageFolder.GROUNDED, shard, GroundedWorkflow)
    }
    drafts = read_shard(run, StageFolder.DRAFTS, shard, TaskDraft)
    return [
        Candidate(
            workflows[draft.workflow_id],
            grounded[draft.workflow_id],
            draft,
            load_domain(grounded[draft.workflow_id].domain),
        )
        for draft in drafts
    ]


@task(name="verify", **TASK_OPTIONS)
def verify_drafts(job: ShardJob) -> ShardManifest:
    """Run the ladder over the drafts of a shard and return its manifest."""
    return run_stage(
        job, StageFolder.CANDIDATES, lambda run: read_candidates(run, job.shard), verify_task
    )


@task(name="select", **TASK_OPTIONS)
def keep_tasks(job: ShardJob, losers: Mapping[str, tuple[Reason, str]]) -> ShardManifest:
    """Write the candidates of a shard that stay as tasks, the others as rejects."""

    def work(candidate: Task) -> Record:
        lost = losers.get(candidate.workflow_id)
        return candidate if lost is None else lose(candidate, *lost)

    return run_stage(
        job,
        StageFolder.TASKS,
        lambda run: read_shard(run, StageFolder.CANDIDATES, job.shard, Task),
        work,
    )


def lose(candidate: Task, reason: Reason, detail: str) -> Reject:
    """Return the reject of a verified candidate that the selection passed over."""
    return Reject(
        workflow_id=candidate.workflow_id,
        record_id=candidate.id,
        stage=Stage.VERIFY,
        reason=reason,
        detail=detail,
    )
