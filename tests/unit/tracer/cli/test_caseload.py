from pathlib import Path

import pytest

from schemas.errors import ConfigError, DataError
from schemas.task import Task
from schemas.task_review import ReviewerKind, TaskDecision, TaskRuling, read_text
from tests.support.builders import make_task
from tests.support.small_run import TASK, write
from tracer.cli.caseload import Reviewer, choose_tasks, import_decisions, open_caseload
from tracer.store.folder import RunFolder
from tracer.store.reviews import locate_reviews, read_reviews
from tracer.store.stage import StageFolder

IDS = [f"task_{number}" for number in range(20)]
ADA = Reviewer("Ada", ReviewerKind.MODEL)
OTHER: Task = make_task(domain="boxes", index=7)


def accept(task: Task) -> TaskDecision:
    return TaskDecision(task_id=task.id, ruling=TaskRuling.ACCEPTED)


def write_lines(tmp_path: Path, *lines: str) -> Path:
    path = tmp_path / "decisions.jsonl"
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


@pytest.fixture
def two(run: RunFolder) -> RunFolder:
    write(run, StageFolder.TASKS, TASK)
    write(run, StageFolder.TASKS, OTHER, shard=1)
    return run


def test_all_tasks_are_chosen_by_default() -> None:
    assert choose_tasks(IDS, None, 1) == IDS
    assert choose_tasks(IDS, 30, 1) == IDS


def test_sample_follows_from_the_seed_and_not_from_the_order() -> None:
    sample = choose_tasks(IDS, 5, 1)
    assert len(sample) == 5
    assert sample == sorted(sample, key=IDS.index)
    assert sorted(choose_tasks(IDS[::-1], 5, 1)) == sorted(sample)
    assert choose_tasks(IDS, 5, 2) != sample


def test_decided_task_is_not_open_any_more(two: RunFolder) -> None:
    caseload = open_caseload(two, ADA, None, 1)
    assert [(number, task.id) for number, task in caseload.iterate_open()] == [
        (1, TASK.id),
        (2, OTHER.id),
    ]
    caseload.add([(accept(TASK), TASK)])
    assert [number for number, _ in caseload.iterate_open()] == [2]
    again = open_caseload(two, ADA, None, 1)
    assert [task.id for _, task in again.iterate_open()] == [OTHER.id]
    assert again.summarise() == "1 accepted, 0 corrected, 0 rejected of 2"


def test_another_reviewer_begins_anew(two: RunFolder) -> None:
    open_caseload(two, ADA, None, 1).add([(accept(TASK), TASK)])
    for reviewer in (Reviewer("Bo", ReviewerKind.MODEL), Reviewer("Ada", ReviewerKind.PERSON)):
        assert len(list(open_caseload(two, reviewer, None, 1).iterate_open())) == 2


def test_run_without_tasks_is_refused(run: RunFolder) -> None:
    write(run, StageFolder.TASKS)
    with pytest.raises(ConfigError, match="no tasks to review"):
        open_caseload(run, ADA, None, 1)


def test_review_holds_the_texts_that_were_read(two: RunFolder, tmp_path: Path) -> None:
    path = write_lines(tmp_path, accept(TASK).model_dump_json(), "")
    import_decisions(open_caseload(two, ADA, None, 1), path)
    (review,) = read_reviews(two)
    assert (review.reviewer, review.kind) == ("Ada", ReviewerKind.MODEL)
    assert review.before == read_text(TASK)
    assert review.after is None


def test_same_decisions_are_imported_once(two: RunFolder, tmp_path: Path) -> None:
    path = write_lines(tmp_path, accept(TASK).model_dump_json())
    import_decisions(open_caseload(two, ADA, None, 1), path)
    before = locate_reviews(two).read_bytes()
    import_decisions(open_caseload(two, ADA, None, 1), path)
    assert locate_reviews(two).read_bytes() == before


@pytest.mark.parametrize(
    ("last", "fault"),
    [
        ('{"task_id": "task_x", "ruling": "accepted"}', "decision 2, task task_x: not among"),
        (accept(TASK).model_dump_json(), "decided 2 times"),
        (f'{{"task_id": "{OTHER.id}", "ruling": "rejected"}}', "rejected without a reason"),
    ],
)
def test_unsound_decision_keeps_all_out(
    two: RunFolder, tmp_path: Path, last: str, fault: str
) -> None:
    path = write_lines(tmp_path, accept(TASK).model_dump_json(), last)
    with pytest.raises(DataError, match=fault):
        import_decisions(open_caseload(two, ADA, None, 1), path)
    assert not locate_reviews(two).exists()


def test_line_that_is_no_decision_is_named(two: RunFolder, tmp_path: Path) -> None:
    path = write_lines(tmp_path, '{"task_id": "t", "ruling": "maybe"}')
    with pytest.raises(ConfigError, match="line 1: ruling: "):
        import_decisions(open_caseload(two, ADA, None, 1), path)
