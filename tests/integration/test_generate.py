"""Whole runs of the flow, small, and what lies in their folders afterwards."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import datasets
import pandas as pd
import pyarrow.parquet as pq
import pytest

from schemas.config import RunConfig
from schemas.example import TrainingExample
from schemas.ledger import Ledger
from schemas.task import Task
from schemas.trajectory import Trajectory
from schemas.verdict import STAGE_REASONS, Reason, Reject, Stage
from tests.support.flows import make_run
from tracer.store.folder import RunFolder
from tracer.store.ledger import count_episodes, count_tasks
from tracer.store.shard import list_shards, locate_part, read_rejects, read_shard
from tracer.store.stage import StageFolder
from tracer.store.views import run_query

N_TASKS = 60


@pytest.fixture(scope="module")
def run(home: Path, runs: Path) -> RunFolder:
    del home
    return make_run(runs, "sixty", RunConfig(tasks=N_TASKS, shard_records=20))


def read_all(run: RunFolder, stage: StageFolder, model: Any) -> list[Any]:
    return [row for part in list_shards(run, stage) for row in read_shard(run, stage, part, model)]


def list_files(run: RunFolder) -> list[Path]:
    stage = StageFolder.EXAMPLES
    return [locate_part(run, stage, shard) for shard in list_shards(run, stage)]


def list_rejects(run: RunFolder) -> list[Reject]:
    return [
        row
        for stage in StageFolder
        for shard in list_shards(run, stage)
        for row in read_rejects(run, stage, shard)
    ]


def expect_exact(ledger: Ledger) -> None:
    assert ledger.is_exact, ledger.faults
    assert ledger.open == 0
    assert ledger.started == ledger.kept + ledger.rejected


def test_both_ledgers_come_out_exactly(run: RunFolder) -> None:
    tasks, episodes = count_tasks(run), count_episodes(run)
    expect_exact(tasks)
    expect_exact(episodes)
    assert (tasks.kept, episodes.started) == (N_TASKS, N_TASKS)
    assert 0 < episodes.kept < N_TASKS


def test_every_stage_has_every_shard(run: RunFolder) -> None:
    shards = list_shards(run, StageFolder.WORKFLOWS)
    assert len(shards) >= 4
    for stage in StageFolder:
        assert list_shards(run, stage) == shards
        assert all(locate_part(run, stage, shard).is_file() for shard in shards)


def test_every_cell_has_the_tasks_of_the_mix(run: RunFolder) -> None:
    tasks = read_all(run, StageFolder.TASKS, Task)
    assert Counter(len(task.walks) for task in tasks) == {1: 36, 2: 18, 3: 6}
    lengths = Counter(len(walk) for task in tasks for walk in task.walks)
    assert lengths == {2: 45, 3: 27, 4: 18}


def test_no_two_tasks_are_the_same(run: RunFolder) -> None:
    tasks = read_all(run, StageFolder.TASKS, Task)
    assert len({task.id for task in tasks}) == len({task.duplicate_key for task in tasks}) == 60


def test_reasons_are_those_of_their_stage(run: RunFolder) -> None:
    rejects = list_rejects(run)
    assert rejects
    assert all(row.reason in STAGE_REASONS[row.stage] for row in rejects)
    assert all(row.detail for row in rejects)


def test_kept_conversation_ends_with_the_assistant_and_earned_its_reward(run: RunFolder) -> None:
    for example in read_all(run, StageFolder.EXAMPLES, TrainingExample):
        assert example.messages[0].role == "system"
        assert example.messages[-1].role == "assistant"
        assert example.messages[-1].content
        assert example.reward == 1


def test_failed_episodes_stay_among_the_trajectories(run: RunFolder) -> None:
    rewards = {row.reward for row in read_all(run, StageFolder.TRAJECTORIES, Trajectory)}
    assert {1.0, 0.0} <= rewards


@pytest.fixture(scope="module")
def rows(run: RunFolder) -> list[dict[str, Any]]:
    return [
        json.loads(row.model_dump_json())
        for row in read_all(run, StageFolder.EXAMPLES, TrainingExample)
    ]


def list_arguments(rows: list[dict[str, Any]]) -> list[str]:
    return [
        call["function"]["arguments"]
        for row in rows
        for message in row["messages"]
        for call in message["tool_calls"] or ()
    ]


def list_texts(rows: list[dict[str, Any]]) -> list[str]:
    return [message["content"] for row in rows for message in row["messages"]]


def expect_same(found: list[dict[str, Any]], rows: list[dict[str, Any]]) -> None:
    """Compare tool arguments byte by byte, and every text."""
    assert [row["id"] for row in found] == [row["id"] for row in rows]
    assert list_arguments(found) == list_arguments(rows) != []
    assert list_texts(found) == list_texts(rows)
    assert [row["tools"] for row in found] == [row["tools"] for row in rows]


def test_rows_hold_more_than_ascii(rows: list[dict[str, Any]]) -> None:
    assert any(not text.isascii() for text in list_arguments(rows))
    assert all("\\u" not in text for text in list_arguments(rows))


def load(run: RunFolder, cache: Path) -> Any:
    files = str(run.path / StageFolder.EXAMPLES / "*.parquet")
    return datasets.load_dataset("parquet", data_files=files, split="train", cache_dir=str(cache))


def test_datasets_library_gives_the_same_rows(
    run: RunFolder, rows: list[dict[str, Any]], tmp_path: Path
) -> None:
    expect_same(load(run, tmp_path).with_format("arrow")[:].to_pylist(), rows)


def test_datasets_library_hands_out_arguments_as_objects(
    run: RunFolder, rows: list[dict[str, Any]], tmp_path: Path
) -> None:
    found = load(run, tmp_path).to_list()
    assert list_arguments(found) == [json.loads(text) for text in list_arguments(rows)]
    assert list_texts(found) == list_texts(rows)


def test_sql_gives_the_same_rows(run: RunFolder, rows: list[dict[str, Any]]) -> None:
    columns, found = run_query(run, "SELECT * FROM examples")
    expect_same([dict(zip(columns, row, strict=True)) for row in found], rows)


def test_pandas_gives_the_same_rows(run: RunFolder, rows: list[dict[str, Any]]) -> None:
    frame = pd.read_parquet(list_files(run))
    expect_same(make_plain(frame.to_dict("records")), rows)


def make_plain(value: Any) -> Any:
    """Return what pandas gives with lists for its arrays."""
    if isinstance(value, dict):
        return {key: make_plain(item) for key, item in value.items()}
    is_array = hasattr(value, "tolist")
    return [make_plain(item) for item in value] if is_array or isinstance(value, list) else value


def test_arrow_gives_the_same_rows(run: RunFolder, rows: list[dict[str, Any]]) -> None:
    found = [row for path in list_files(run) for row in pq.read_table(path).to_pylist()]
    assert found == rows


def test_every_task_is_tried_as_often_as_asked_for(home: Path, runs: Path) -> None:
    del home
    run = make_run(runs, "trials", RunConfig(tasks=8, trials=3))
    trajectories = read_all(run, StageFolder.TRAJECTORIES, Trajectory)
    trials: dict[str, list[int]] = {}
    for row in trajectories:
        trials.setdefault(row.task_id, []).append(row.trial)
    assert len(trials) == 8
    assert all(sorted(found) == [0, 1, 2] for found in trials.values())
    assert len({row.id for row in trajectories}) == 24
    expect_exact(count_tasks(run))
    expect_exact(count_episodes(run))


def test_run_goes_on_until_so_many_are_kept(home: Path, runs: Path) -> None:
    del home
    run = make_run(runs, "until", RunConfig(tasks=20, until_kept=30, shard_records=10))
    tasks, episodes = count_tasks(run), count_episodes(run)
    expect_exact(tasks)
    expect_exact(episodes)
    assert episodes.kept == 30
    assert tasks.kept % 20 == 0
    assert episodes.started == tasks.kept > 30
    surplus = [row for row in list_rejects(run) if row.reason is Reason.SURPLUS]
    assert {row.stage for row in surplus} == {Stage.VERIFY, Stage.FILTER}


def test_examples_kept_are_the_first_that_passed(runs: Path) -> None:
    run = RunFolder(runs / "until")
    dropped = {
        row.record_id
        for row in list_rejects(run)
        if (row.stage, row.reason) == (Stage.FILTER, Reason.SURPLUS)
    }
    kept = {row.trajectory_id for row in read_all(run, StageFolder.EXAMPLES, TrainingExample)}
    order = [row.id for row in read_all(run, StageFolder.TRAJECTORIES, Trajectory)]
    passed = [key for key in order if key in kept | dropped]
    assert passed[:30] == [key for key in order if key in kept]


def test_run_in_which_nothing_is_ever_kept_comes_to_an_end(
    home: Path, runs: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    del home
    monkeypatch.setattr("flows.generate.MOST_IDLE_TASKS", 10)
    rollout = {"max_steps": 1}
    config = RunConfig.model_validate({"tasks": 5, "until_kept": 5, "rollout": rollout})
    run = make_run(runs, "hopeless", config)
    assert count_episodes(run).kept == 0
    assert count_tasks(run).kept == 15
    expect_exact(count_episodes(run))
    assert "0 of 5 examples: 10 tasks in a row added none" in caplog.text
