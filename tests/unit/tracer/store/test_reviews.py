import json
import logging
from pathlib import Path
from typing import Any

import pytest

from schemas.errors import DataError
from schemas.task_review import (
    RejectionReason,
    ReviewerKind,
    TaskReview,
    TaskRuling,
    TaskText,
)
from tracer.store.folder import RunFolder, create_run
from tracer.store.reviews import append_reviews, locate_reviews, read_reviews


def make_review(**changes: Any) -> TaskReview:
    fields: dict[str, Any] = {
        "task_id": "t1",
        "ruling": TaskRuling.ACCEPTED,
        "reviewer": "Ada",
        "kind": ReviewerKind.PERSON,
        "date": "2026-05-14",
        "before": TaskText(instruction="Geh.\nSofort.", facts=[]),
    }
    return TaskReview(**{**fields, **changes})


FIRST = make_review()
SECOND = make_review(
    task_id="t2", ruling=TaskRuling.REJECTED, reason=RejectionReason.OTHER, note="zoë\nno"
)


@pytest.fixture
def run(tmp_path: Path) -> RunFolder:
    return create_run(tmp_path, "small")


def test_run_without_reviews_has_none(run: RunFolder) -> None:
    assert read_reviews(run) == []


def test_reviews_are_one_json_object_a_line(run: RunFolder) -> None:
    append_reviews(run, [FIRST])
    append_reviews(run, [SECOND])
    lines = (run.path / "reviews.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["task_id"] for line in lines] == ["t1", "t2"]
    assert read_reviews(run) == [FIRST, SECOND]


def test_last_of_one_reviewer_on_one_task_counts(run: RunFolder) -> None:
    again = make_review(note="after all")
    other = make_review(reviewer="Bo")
    model = make_review(kind=ReviewerKind.MODEL)
    append_reviews(run, [FIRST, other, model, again])
    assert read_reviews(run) == [other, model, again]


def test_torn_last_line_is_dropped_with_a_warning(
    run: RunFolder, caplog: pytest.LogCaptureFixture
) -> None:
    append_reviews(run, [FIRST])
    path = locate_reviews(run)
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"task_id":"t2"')
    with caplog.at_level(logging.WARNING):
        assert read_reviews(run) == [FIRST]
    assert "unfinished last line of 15 bytes" in caplog.text
    append_reviews(run, [SECOND])
    assert path.read_bytes().startswith(whole + b'{"task_id":"t2",')
    assert read_reviews(run) == [FIRST, SECOND]


def test_damaged_line_is_named(run: RunFolder) -> None:
    append_reviews(run, [FIRST])
    with locate_reviews(run).open("ab") as file:
        file.write(b"{}\n")
    with pytest.raises(DataError, match=r"reviews\.jsonl line 2: task_id: Field required"):
        read_reviews(run)
