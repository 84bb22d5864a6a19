import pytest

from schemas.errors import DataError
from schemas.verdict import Reason, Stage
from tasks.filter.reject import leave, make_reject
from tests.support.builders import make_judgement


def test_reject_carries_reason_and_detail_of_its_judgement() -> None:
    judgement = make_judgement(kept=False, reason=Reason.FALSE_CLAIM, detail="message 4")
    reject = make_reject(judgement)
    assert (reject.stage, reject.reason, reject.detail) == (
        Stage.FILTER,
        Reason.FALSE_CLAIM,
        "message 4",
    )
    assert (reject.workflow_id, reject.record_id) == ("wf_1", "traj_1")


def test_kept_judgement_has_no_reject() -> None:
    with pytest.raises(DataError, match="keeps trajectory traj_1"):
        make_reject(make_judgement())


def test_kept_trajectory_that_leaves_after_all_names_its_reason() -> None:
    reject = leave(make_judgement(), Reason.DUPLICATE, "the same conversation as traj_0")
    assert (reject.stage, reject.reason, reject.record_id) == (
        Stage.FILTER,
        Reason.DUPLICATE,
        "traj_1",
    )
