import json
from io import StringIO
from typing import Any

import pytest
from rich.console import Console

from schemas.verdict import Reason, Stage
from tests.support.builders import make_judgement, make_reject, make_workflow
from tests.support.small_run import DROPPED, EXAMPLE, FAILED, KEPT, TASK, WORKFLOW, write
from tracer.cli.app import main
from tracer.cli.funnel import render_funnel
from tracer.store.folder import RunFolder, create_run
from tracer.store.stage import StageFolder

Capture = pytest.CaptureFixture[str]


def render(run: RunFolder) -> list[list[str]]:
    """Return the cells of every line."""
    out = StringIO()
    render_funnel(run, Console(file=out, width=120))
    return [[cell.strip() for cell in line.split("│")] for line in out.getvalue().splitlines()]


def dump(run: RunFolder, capsys: Capture) -> dict[str, Any]:
    assert main(["funnel", run.name, "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_both_ledgers_add_up(run: RunFolder) -> None:
    cells = render(run)
    assert ["Tasks: 2 workflows started = 1 kept + 1 rejected: exact"] in cells
    assert ["Episodes: 3 episodes started = 1 kept + 2 rejected: exact"] in cells
    assert ["", "", "kept as tasks", "1", "50.0 %", "████████████", ""] in cells
    assert ["", "ground", "no_entity", "1", "50.0 %", "████████████", ""] in cells
    assert ["", "filter", "failed", "1", "33.3 %", "████████", ""] in cells


def test_endings_are_counted_by_reward(run: RunFolder) -> None:
    cells = render(run)
    assert ["", "stop", "1/3", "1/3", "", "", ""] in cells
    assert ["", "unsatisfied", "", "", "1/3", "", ""] in cells
    assert ["", "all", "1/3", "1/3", "1/3", "0/3", ""] in cells


def test_success_over_trials_is_shown_as_counts(run: RunFolder) -> None:
    cells = render(run)
    assert ["", "avg@3", "1/3 (33.3 %)", "trials", "0", ""] in cells
    assert ["", "pass^1", "0.33/1 (33.3 %)", "tasks", "0", ""] in cells
    assert ["", "pass^3", "0/1 (0.0 %)", "tasks", "0", ""] in cells


def test_one_trial_has_no_pass_figures(run: RunFolder, capsys: Capture) -> None:
    write(run, StageFolder.TRAJECTORIES, KEPT)
    write(run, StageFolder.VERDICTS)
    assert not any("Success over trials" in cells[0] for cells in render(run))
    assert dump(run, capsys)["success"] is None


def test_trial_that_was_not_scored_leaves_its_task_incomplete(
    run: RunFolder, capsys: Capture
) -> None:
    unscored = FAILED.model_copy(update={"reward": None})
    write(run, StageFolder.TRAJECTORIES, KEPT, unscored)
    write(run, StageFolder.VERDICTS)
    success = dump(run, capsys)["success"]
    assert success["average"] == {
        "k": 2,
        "rate": {"n": 0, "of": 0, "share": None},
        "n_incomplete": 1,
    }
    assert success["passes"][0]["rate"] == {"n": 1.0, "of": 1, "share": 1.0}
    assert success["incomplete"] == [TASK.id]
    line = f"incomplete, a trial not scored: {TASK.id}"
    assert [line] in render(run)


def test_rate_of_leaked_markup_is_that_of_all_judged_episodes(
    run: RunFolder, capsys: Capture
) -> None:
    marks = (True, False, True)
    judged = [make_judgement(trajectory_id=f"traj_{n}", has_markup=m) for n, m in enumerate(marks)]
    write(run, StageFolder.VERDICTS, *judged)
    assert ["markup in a text: 2/3 (66.7 %) of the judged episodes"] in render(run)
    assert dump(run, capsys)["leaked_markup"] == {"n": 2, "of": 3, "share": 2 / 3}


def test_episodes_in_which_nobody_looked_for_markup_are_not_counted(run: RunFolder) -> None:
    write(run, StageFolder.VERDICTS, make_judgement(has_markup=None))
    assert ["markup in a text: 0/0 of the judged episodes"] in render(run)


def test_language_and_composition_are_those_of_the_kept(run: RunFolder) -> None:
    cells = render(run)
    assert ["", "texts", "1", "2", ""] in cells
    # Codes for a terminal and markup count among the words, as a model trained on them sees them.
    assert ["", "mean words", "12.0", "7.5", ""] in cells
    assert ["", "distinct-2", "11/11 (100.0 %)", "13/13 (100.0 %)", ""] in cells
    assert ["", "sentences shared", "0/2 (0.0 %)", "0/3 (0.0 %)", ""] in cells
    assert ["", "more call turns than text turns", "", "1/1 (100.0 %)", ""] in cells
    assert ["", "questions per conversation", "", "1/1 (1.0)", ""] in cells


def test_json_has_the_same_numbers(run: RunFolder, capsys: Capture) -> None:
    found = dump(run, capsys)
    assert found["run"] == "small"
    tasks = found["tasks"]
    assert [tasks[key] for key in ("started", "kept", "rejected", "open")] == [2, 1, 1, 0]
    assert tasks["exact"] is True
    assert found["episodes"]["lines"][0]["reason"] == "failed"
    assert found["endings"] == [
        {"termination": "stop", "reward": 1.0, "n": 1},
        {"termination": "stop", "reward": 0.0, "n": 1},
        {"termination": "unsatisfied", "reward": -1.0, "n": 1},
    ]
    assert found["trials"] == 3
    assert found["user"]["mean_words"] == 12.0
    assert found["agent"]["distinct_2"] == {"n": 13, "of": 13, "share": 1.0}
    assert found["composition"]["questions"]["n"] == 1


def test_open_workflows_are_counted(run: RunFolder) -> None:
    write(run, StageFolder.WORKFLOWS, WORKFLOW, DROPPED, make_workflow(index=2))
    cells = render(run)
    assert ["Tasks: 3 workflows started = 1 kept + 1 rejected + 1 open: exact"] in cells
    assert ["", "", "open", "1", "33.3 %", "████████", ""] in cells


def test_ledger_that_does_not_add_up_is_exit_3_and_named(run: RunFolder, capsys: Capture) -> None:
    again = make_reject(
        workflow_id=WORKFLOW.id, record_id=KEPT.id, stage=Stage.FILTER, reason=Reason.DUPLICATE
    )
    write(run, StageFolder.EXAMPLES, EXAMPLE, rejects=[again])
    assert main(["funnel", run.name]) == 3
    out = capsys.readouterr().out
    assert "1 kept + 3 rejected: NOT EXACT" in out
    assert f"{KEPT.id}: started 1, kept 1, rejected 1 times" in out


def test_run_with_nothing_in_it_is_shown(run: RunFolder, capsys: Capture) -> None:
    empty = create_run(run.path.parent, "empty")
    assert main(["funnel", empty.name]) == 0
    assert "0 workflows started = 0 kept + 0 rejected: exact" in capsys.readouterr().out
    assert dump(empty, capsys)["user"]["mean_words"] is None
