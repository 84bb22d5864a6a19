"""A finished run rescored under other rules: who flips, and what is written."""

from pathlib import Path

import pytest

from schemas.config import RunConfig
from schemas.example import TrainingExample
from schemas.task import Task
from tests.support import new_rules
from tests.support.flows import make_run
from tests.support.played_run import write_played_run
from tests.support.rescored import (
    expect_whole,
    list_kept,
    list_trajectories,
    read_all,
    read_data,
    read_files,
    rescore,
)
from tracer.cli.app import main
from tracer.cli.summary import describe_run
from tracer.store.folder import RunFolder
from tracer.store.stage import SWAP, StageFolder

Patch = pytest.MonkeyPatch


@pytest.fixture
def run(run_root: Path, monkeypatch: Patch) -> RunFolder:
    monkeypatch.setenv("TRACER_RUNS", str(run_root))
    return write_played_run(run_root)


def test_run_that_comes_out_the_same_keeps_every_byte(run: RunFolder) -> None:
    before = read_files(run)
    report = rescore(run)
    assert (report.flips, report.unfit, report.n_renewed) == ([], [], 0)
    assert report.n_rescored == len(report.changes) == 18
    assert read_files(run) == before
    assert not (run.path / SWAP).exists()


def test_new_guard_flips_those_it_objects_to_and_no_other(
    run: RunFolder, monkeypatch: Patch
) -> None:
    kept, before = list_kept(run), read_files(run)
    guilty = [row.id for row in list_trajectories(run) if new_rules.cancels(row)]
    new_rules.add_guard(monkeypatch)
    report = rescore(run)
    assert len(report.flips) == 4
    assert {flip.after.trajectory_id for flip in report.flips} == set(guilty) & set(kept)
    assert {flip.transition for flip in report.flips} == {"kept -> policy_violation"}
    assert {flip.after.detail for flip in report.flips} == {"clause 99: cancel_order was called"}
    assert list_kept(run) == [key for key in kept if key not in guilty]
    expect_whole(run)
    changed = {name for name, data in read_files(run).items() if before.get(name) != data}
    assert {name.split("/")[0] for name in changed} == {
        "07_verdicts",
        "07_examples",
        "rejects",
        "manifest.json",
    }
    # No order was cancelled in the first shard.
    assert not any("part-00000" in name for name in changed)


def test_old_guards_again_give_the_first_state_to_the_byte(
    run: RunFolder, monkeypatch: Patch
) -> None:
    before = read_data(run)
    with monkeypatch.context() as patch:
        new_rules.add_guard(patch)
        rescore(run)
    assert read_data(run) != before
    report = rescore(run)
    assert {flip.transition for flip in report.flips} == {"policy_violation -> kept"}
    assert read_data(run) == before
    expect_whole(run)


def test_new_reward_flips_reward_and_verdict_under_new_ids(
    run: RunFolder, monkeypatch: Patch
) -> None:
    before, data = list_trajectories(run), read_data(run)
    kept = set(list_kept(run))
    long = [row.id for row in before if len(row.messages) > new_rules.LONGEST and row.reward == 1]
    assert 0 < len(long) < len(before)
    with monkeypatch.context() as patch:
        new_rules.add_reward_rule(patch)
        report = rescore(run)
    assert [flip.before.trajectory_id for flip in report.flips] == long
    assert {flip.transition for flip in report.flips} == {"reward 1 -> 0, kept -> failed"}
    after = list_trajectories(run)
    assert [(row.task_id, row.trial) for row in after] == [
        (row.task_id, row.trial) for row in before
    ]
    assert not {row.id for row in after} & set(long)
    assert set(list_kept(run)) == kept - set(long)
    expect_whole(run)
    rescore(run)
    assert read_data(run) == data


def test_state_of_another_form_renews_every_id_and_flips_nothing(
    run: RunFolder, monkeypatch: Patch
) -> None:
    before, data = list_trajectories(run), read_data(run)
    with monkeypatch.context() as patch:
        new_rules.change_form(patch)
        report = rescore(run)
        assert main(["replay", run.name]) == 0
    assert report.flips == []
    assert report.n_renewed == len(before)
    after = list_trajectories(run)
    assert [row.final_digest for row in after] == [row.final_digest[::-1] for row in before]
    assert not {row.id for row in after} & {row.id for row in before}
    expect_whole(run)
    rescore(run)
    assert read_data(run) == data


def test_episodes_whose_tools_answer_otherwise_are_named_and_left(
    run: RunFolder, monkeypatch: Patch
) -> None:
    before = read_files(run)
    new_rules.change_results(monkeypatch, "track_delivery")
    # Even what would take every reward away leaves these alone.
    monkeypatch.setattr("tracer.harness.reward.find_untold", lambda *_: ["all of it"])
    report = rescore(run)
    tasks = read_all(run, StageFolder.TASKS, Task)
    using = {
        task.id for task in tasks if any(item.tool == "track_delivery" for item in task.actions)
    }
    assert {change.task_id for change in report.unfit} == using
    assert 0 < len(using) < len(tasks)
    assert all("track_delivery" in change.fault for change in report.unfit)
    assert all(change.before == change.after for change in report.unfit)
    assert list_kept(run) == [
        change.after.trajectory_id for change in report.unfit if change.after.verdict == "kept"
    ]
    assert read_files(run) != before
    expect_whole(run)


def test_place_that_becomes_free_is_taken_by_the_next(run_root: Path, monkeypatch: Patch) -> None:
    run = write_played_run(run_root, "until", until_kept=6)
    kept = list_kept(run)
    assert len(kept) == 6
    new_rules.add_guard(monkeypatch, "track_delivery")
    report = rescore(run)
    verdicts = [(flip.before.verdict, flip.after.verdict) for flip in report.flips]
    n_free = verdicts.count(("kept", "policy_violation"))
    assert n_free > 0
    assert verdicts.count(("surplus", "kept")) == n_free
    assert len(list_kept(run)) == 6
    assert sum(change.after.verdict == "kept" for change in report.changes) == 6
    assert any(change.after.verdict == "surplus" for change in report.changes)
    expect_whole(run)


def test_dry_run_tells_the_same_and_writes_nothing(run: RunFolder, monkeypatch: Patch) -> None:
    before = {path: path.stat().st_mtime_ns for path in run.path.rglob("*")}
    new_rules.add_guard(monkeypatch)
    told = rescore(run, dry_run=True)
    assert {path: path.stat().st_mtime_ns for path in run.path.rglob("*")} == before
    assert told == rescore(run)


def test_manifest_keeps_the_rules_before_and_after(run: RunFolder, monkeypatch: Patch) -> None:
    first = run.load_manifest()
    assert first is not None
    with monkeypatch.context() as patch:
        new_rules.add_guard(patch)
        rescore(run)
    rescore(run)
    rescore(run)
    manifest = run.load_manifest()
    assert manifest is not None
    assert [entry["flips"] for entry in manifest["rescored"]] == [
        {"kept -> policy_violation": 4},
        {"policy_violation -> kept": 4},
    ]
    assert {**manifest, "rescored": None} == {**first, "rescored": None}
    entry = manifest["rescored"][0]
    assert entry["before"] == entry["after"] == first["judged"]
    assert (entry["episodes"], entry["rescored"]) == (18, 18)


def test_other_rules_that_flip_nothing_stand_in_the_manifest_alone(
    run: RunFolder, monkeypatch: Patch
) -> None:
    before = read_data(run)
    rules = {"retail": {"filter": "other"}}
    monkeypatch.setattr("flows.rescore.describe_rules", lambda _: rules)
    rescore(run)
    manifest = run.load_manifest()
    assert manifest is not None
    assert manifest["judged"] == manifest["rescored"][0]["after"] == rules
    assert read_data(run) == before


def test_rows_keep_the_tool_schemas_their_agent_had(run: RunFolder, monkeypatch: Patch) -> None:
    before = read_data(run)
    tools = {row.tools for row in read_all(run, StageFolder.EXAMPLES, TrainingExample)}
    new_rules.reword_tool(monkeypatch, "get_order")
    with monkeypatch.context() as patch:
        new_rules.add_reward_rule(patch)
        assert rescore(run).flips
    assert rescore(run).flips
    assert {row.tools for row in read_all(run, StageFolder.EXAMPLES, TrainingExample)} == tools
    assert read_data(run) == before


def test_run_of_the_flow_comes_out_the_same_in_every_domain(home: Path, runs: Path) -> None:
    del home
    config = RunConfig(tasks=16, domains=["retail", "airline"], until_kept=12, shard_records=8)
    run = make_run(runs, "flow", config)
    run.save_manifest(describe_run(run, config, {}))
    before = read_files(run)
    report = rescore(run)
    assert (report.flips, report.unfit, report.n_renewed) == ([], [], 0)
    assert read_files(run) == before
