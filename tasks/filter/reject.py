"""Reject: the ledger's row for a trajectory that leaves in the filter stage."""

from schemas.errors import DataError
from schemas.judgement import Judgement
from schemas.verdict import Reason, Reject, Stage


def make_reject(judgement: Judgement) -> Reject:
    """Return the reject of a judgement that does not keep its trajectory.

    Raises:
        DataError: the judgement keeps it.
    """
    if judgement.reason is None:
        msg = (
            f"judgement {judgement.id} keeps trajectory {judgement.trajectory_id}: expected one "
            "with a reason"
        )
        raise DataError(msg)
    return leave(judgement, judgement.reason, judgement.detail)


def leave(judgement: Judgement, reason: Reason, detail: str) -> Reject:
    """Return the reject of a trajectory."""
    return Reject(
        workflow_id=judgement.workflow_id,
        record_id=judgement.trajectory_id,
        stage=Stage.FILTER,
        reason=reason,
        detail=detail,
    )
