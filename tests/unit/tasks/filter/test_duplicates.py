from schemas.verdict import Reason
from tasks.filter.duplicates import find_duplicates
from tests.support.builders import make_judgement


def test_smallest_id_stays() -> None:
    judgements = [make_judgement(trajectory_id=f"traj_{name}") for name in "cab"]
    assert find_duplicates(judgements) == {"traj_b": "traj_a", "traj_c": "traj_a"}


def test_different_conversations_all_stay() -> None:
    judgements = [make_judgement(trajectory_id=f"traj_{n}", duplicate_key=f"m{n}") for n in "123"]
    assert find_duplicates(judgements) == {}


def test_rejected_one_neither_goes_nor_displaces() -> None:
    rejected = make_judgement(trajectory_id="traj_a", kept=False, reason=Reason.FAILED, detail="x")
    kept = make_judgement(trajectory_id="traj_b")
    assert find_duplicates([rejected, kept]) == {}
