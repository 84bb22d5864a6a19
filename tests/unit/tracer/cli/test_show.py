import pytest

from schemas.trajectory import Trajectory
from tests.support.builders import make_feeling, make_reject, make_workflow
from tests.support.small_run import (
    DROPPED,
    EXAMPLE,
    FAILED,
    FEELING,
    GIVEN_UP,
    KEPT,
    TASK,
    VERDICTS,
    WORKFLOW,
    make_domain,
    write,
)
from tracer.cli.app import main
from tracer.cli.dossier import Place, find_place
from tracer.store.folder import RunFolder
from tracer.store.stage import StageFolder

Capture = pytest.CaptureFixture[str]


def show(capsys: Capture, record_id: str) -> str:
    """Return what is shown, every run of blanks made one."""
    assert main(["show", "small", record_id]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert "\x1b" not in out
    return " ".join(out.split())


@pytest.mark.parametrize(
    "record_id", [KEPT.id, KEPT.id[:9], EXAMPLE.id], ids=["trajectory", "beginning", "example"]
)
def test_kept_row_tells_where_it_comes_from(
    run: RunFolder, capsys: Capture, record_id: str
) -> None:
    assert run.name == "small"
    shown = show(capsys, record_id)
    for expected in (
        f"Workflow {WORKFLOW.id}",
        "read_box -> move_box",
        f"Task {TASK.id}",
        "Zoë runs a small café.",
        "You are Zoë. You want to cancel your order.",
        "f1 │ request",
        "move_box(box_id=b1, place=cellar)",
        "place │ shelf",
        f"Feeling {FEELING.id}",
        "1: anger / annoyance, politeness warm, urgency low, trust cautious",
        "You are annoyed and speak warmly.",
        f"Conversation {KEPT.id}",
        "termination stop",
        "reward 1",
        f"kept as {EXAMPLE.id}",
    ):
        assert expected in shown
    assert "Beside the reference" not in shown


@pytest.mark.usefixtures("run")
def test_failed_row_stands_beside_its_reference(capsys: Capture) -> None:
    shown = show(capsys, FAILED.id)
    for expected in (
        "verdict failed: the box stands in the attic",
        "4 │ violated │ message 5",
        "7, 8 │ not_judged",
        "first parting write 1",
        'reference move_box({"box_id":"b1","place":"cellar"})',
        'episode move_box({"box_id":"b1","place":"attic"})',
        'boxes b1 │ place │ "cellar" │ "attic"',
    ):
        assert expected in shown


@pytest.mark.usefixtures("run")
def test_row_given_up_says_what_was_never_told(capsys: Capture) -> None:
    shown = show(capsys, GIVEN_UP.id)
    for expected in ("reward -1", "never told place", "episode no further write", "unsatisfied: "):
        assert expected in shown


@pytest.mark.usefixtures("run")
@pytest.mark.parametrize("record_id", [TASK.id, WORKFLOW.id], ids=["task", "workflow"])
def test_task_with_several_episodes_lists_them(capsys: Capture, record_id: str) -> None:
    shown = show(capsys, record_id)
    for trajectory in (KEPT, FAILED, GIVEN_UP):
        assert f"{trajectory.trial} │ {trajectory.id} │ {trajectory.termination}" in shown
    assert "Conversation" not in shown
    assert "left at" not in shown


@pytest.mark.usefixtures("run")
def test_workflow_that_left_says_where_and_why(capsys: Capture) -> None:
    shown = show(capsys, DROPPED.id)
    assert "left at ground: no_entity; no pending order" in shown
    assert "No episode was played." in shown


def test_task_with_one_episode_shows_it(run: RunFolder, capsys: Capture) -> None:
    write(run, StageFolder.TRAJECTORIES, KEPT)
    assert f"Conversation {KEPT.id}" in show(capsys, TASK.id)


def test_run_that_stopped_before_the_rollout_shows_the_task(
    run: RunFolder, capsys: Capture
) -> None:
    for stage in (StageFolder.TASKS, StageFolder.TRAJECTORIES, StageFolder.EXAMPLES):
        write(run, stage)
    shown = show(capsys, TASK.id)
    assert f"Task {TASK.id}" in shown
    assert "No episode was played." in shown


def test_workflow_without_a_task_shows_story_and_draft(run: RunFolder, capsys: Capture) -> None:
    for stage in (StageFolder.CANDIDATES, StageFolder.TASKS, StageFolder.TRAJECTORIES):
        write(run, stage)
    shown = show(capsys, WORKFLOW.id)
    assert "Zoë runs a small café." in shown
    assert "instruction You are Zoë." in shown


def test_whole_id_is_found_though_it_begins_another(run: RunFolder) -> None:
    short = make_workflow(index=7).model_copy(update={"id": "wf_1"})
    longer = make_workflow(index=8).model_copy(update={"id": "wf_12"})
    write(run, StageFolder.WORKFLOWS, short, longer, rejects=[make_reject()])
    assert find_place(run, "wf_1") == Place("wf_1", "workflows")
    assert find_place(run, "wf_12") == Place("wf_12", "workflows")


@pytest.mark.usefixtures("run")
@pytest.mark.parametrize("record_id", ["traj%", "traj_.*", "tra_", "' OR 1=1 --", "é"])
def test_pattern_is_no_id(capsys: Capture, record_id: str) -> None:
    assert main(["show", "small", record_id]) == 2
    assert capsys.readouterr().err.startswith("tracer: no record ")


def test_episode_that_was_not_scored_is_shown(run: RunFolder, capsys: Capture) -> None:
    changes = {"reward": None, "termination": "model_error", "error": "no answer"}
    broken = Trajectory.model_validate({**KEPT.model_dump(), **changes}, strict=False)
    write(run, StageFolder.TRAJECTORIES, broken)
    write(run, StageFolder.EXAMPLES)
    shown = show(capsys, broken.id)
    assert "error no answer reward not scored" in shown
    assert "passed, not among the examples yet" in shown
    assert "The writes are the same, in the same order. The final states are equal." in shown


def test_episode_the_filter_has_not_reached_is_not_judged(run: RunFolder, capsys: Capture) -> None:
    write(run, StageFolder.VERDICTS)
    assert "verdict not judged yet" in show(capsys, FAILED.id)


def test_verdict_stands_for_itself_before_rejects_are_written(
    run: RunFolder, capsys: Capture
) -> None:
    write(run, StageFolder.VERDICTS, *VERDICTS)
    assert "verdict failed: the box stands in the attic" in show(capsys, FAILED.id)


def test_data_changed_since_is_said(
    run: RunFolder, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run.name == "small"
    changed = make_domain(b3={"place": "roof"})
    monkeypatch.setattr("tracer.cli.show.load_domain", lambda _: changed)
    assert (
        "Final states not compared: the data of domain boxes is not what the task was made on."
        in show(capsys, FAILED.id)
    )


def test_neutral_arm_has_no_condition(run: RunFolder, capsys: Capture) -> None:
    feeling = make_feeling(workflow_id=WORKFLOW.id, condition=None, text="", direction="")
    write(run, StageFolder.FEELINGS, feeling)
    assert "condition none: the neutral arm" in show(capsys, WORKFLOW.id)


@pytest.mark.filterwarnings("ignore:Pydantic serializer warnings:UserWarning")
def test_row_of_another_version_is_exit_3(run: RunFolder, capsys: Capture) -> None:
    strange = KEPT.model_copy(update={"termination": "vanished"})
    write(run, StageFolder.TRAJECTORIES, strange)
    assert main(["show", "small", KEPT.id]) == 3
    err = capsys.readouterr().err
    assert err.startswith("tracer: trajectories of run 'small': termination: Input should be ")
