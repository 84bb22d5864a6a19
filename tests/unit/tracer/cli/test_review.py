import json
from pathlib import Path

import pytest

from tests.support.small_run import TASK
from tracer.cli.app import main
from tracer.store.folder import RunFolder
from tracer.store.reviews import locate_reviews, read_reviews

Capture = pytest.CaptureFixture[str]
COMMAND = ["review", "small", "--reviewer", "Ada"]


@pytest.fixture
def decisions(tmp_path: Path) -> Path:
    path = tmp_path / "decisions.jsonl"
    decision = {"task_id": TASK.id, "ruling": "rejected", "reason": "too_easy", "note": "one call"}
    path.write_text(f"{json.dumps(decision)}\n", encoding="utf-8")
    return path


def test_model_reviews_with_a_file(run: RunFolder, decisions: Path, capsys: Capture) -> None:
    before = {path: path.read_bytes() for path in run.path.rglob("*.parquet")}
    assert main([*COMMAND, "--decisions", str(decisions), "--kind", "model"]) == 0
    out = capsys.readouterr().out
    assert "model Ada: 0 accepted, 0 corrected, 1 rejected of 1: " in out
    assert [item.task_id for item in read_reviews(run)] == [TASK.id]
    assert {path: path.read_bytes() for path in run.path.rglob("*.parquet")} == before


@pytest.mark.parametrize(
    ("tokens", "fault"),
    [
        ([], "a person decides at a terminal"),
        (["--kind", "person"], "a person decides at a terminal"),
        (["--kind", "model"], "come in a file: --decisions FILE"),
        (["--decisions", "x"], "are a model's, say so"),
        (["--decisions", "x", "--kind", "person"], "are a model's, say so"),
        (["--reviewer", " "], "needs the name"),
        (["--sample", "0"], "Must be >= 1"),
    ],
)
def test_nobody_passes_for_a_person(
    run: RunFolder, capsys: Capture, tokens: list[str], fault: str
) -> None:
    assert (
        main(
            [
                "review",
                "small",
                *(tokens if "--reviewer" in tokens else ["--reviewer", "A", *tokens]),
            ]
        )
        == 2
    )
    assert fault in capsys.readouterr().err
    assert not locate_reviews(run).exists()


@pytest.mark.usefixtures("run")
def test_show_mentions_the_review(decisions: Path, capsys: Capture) -> None:
    main([*COMMAND, "--decisions", str(decisions), "--kind", "model"])
    capsys.readouterr()
    assert main(["show", "small", TASK.id]) == 0
    lines = capsys.readouterr().out.splitlines()
    found = [line for line in lines if line.startswith("review: ")]
    assert len(found) == 1
    assert found[0].startswith("review: rejected (too_easy) by model Ada, ")
    assert found[0].endswith(": one call")


@pytest.mark.usefixtures("run")
def test_show_without_a_review_mentions_none(capsys: Capture) -> None:
    assert main(["show", "small", TASK.id]) == 0
    assert "review: " not in capsys.readouterr().out
