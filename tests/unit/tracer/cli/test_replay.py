import pytest

from schemas.example import TrainingExample
from schemas.message import Message, Role
from schemas.task import Task
from tests.support.small_run import EXAMPLE, TASK, make_domain, write
from tracer.cli.app import main
from tracer.store.folder import RunFolder
from tracer.store.stage import StageFolder

Capture = pytest.CaptureFixture[str]


def change_result(example: TrainingExample, number: int, content: str) -> TrainingExample:
    messages: list[Message] = []
    for message in example.messages:
        if message.role is Role.TOOL:
            number -= 1
        is_it = message.role is Role.TOOL and number == -1
        messages.append(message.model_copy(update={"content": content}) if is_it else message)
    return example.model_copy(update={"messages": messages})


def replay(run: RunFolder, capsys: Capture, *examples: TrainingExample) -> tuple[int, str, str]:
    write(run, StageFolder.EXAMPLES, *examples)
    exit_code = main(["replay", run.name])
    return exit_code, *capsys.readouterr()


def test_run_that_replays_exactly_is_exit_0(run: RunFolder, capsys: Capture) -> None:
    assert replay(run, capsys, EXAMPLE) == (
        0,
        "1/1 rows replayed to the same results, state and reward\n",
        "",
    )


def test_run_without_kept_rows_is_0_of_0(run: RunFolder, capsys: Capture) -> None:
    assert replay(run, capsys)[:2] == (
        0,
        "0/0 rows replayed to the same results, state and reward\n",
    )


def test_other_result_names_row_call_and_both_values(run: RunFolder, capsys: Capture) -> None:
    changed = change_result(EXAMPLE, 1, '{"error": "no box b8"}')
    exit_code, out, err = replay(run, capsys, EXAMPLE, changed, changed)
    assert exit_code == 1
    assert out == "1/3 rows replayed to the same results, state and reward\n"
    call_id = 'read_box-{"box_id": "b9"}'
    assert err == (
        f"tracer: first difference: {EXAMPLE.id}: call {call_id} read_box: "
        'recorded {"error": "no box b8"}, replayed {"error": "no box b9"}\n'
    )


def test_difference_behind_a_long_beginning_is_seen(run: RunFolder, capsys: Capture) -> None:
    changed = change_result(EXAMPLE, 0, f'{{"place": "shelf", "labels": ["{"x" * 900}"]}}')
    err = replay(run, capsys, changed)[2]
    assert 'recorded {"place": "shelf", "labels": ["xxx' in err
    assert 'replayed {"place": "shelf", "labels": ["fragile"' in err
    assert len(err) < 700


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({"start_digest": "d7"}, "state at the start: recorded d7, replayed "),
        ({"final_digest": "d7"}, "state at the end: recorded d7, replayed "),
        ({"reward": 0.5}, "reward: recorded 0.5, replayed 1.0"),
        ({"termination": "unsatisfied"}, "reward: recorded 1.0, replayed 0.0"),
        ({"task_id": "task_7"}, "its task task_7 is not in the run"),
    ],
)
def test_other_state_or_reward_is_a_difference(
    run: RunFolder, capsys: Capture, changes: dict[str, object], what: str
) -> None:
    exit_code, out, err = replay(run, capsys, EXAMPLE.model_copy(update=changes))
    assert (exit_code, out[:4]) == (1, "0/1 ")
    assert what in err


def test_reward_is_recomputed_from_what_the_task_wants_told(
    run: RunFolder, capsys: Capture
) -> None:
    wanted = TASK.information[0].model_copy(update={"accepted": ["42 boxes"]})
    task: Task = TASK.model_copy(update={"information": [wanted]})
    write(run, StageFolder.TASKS, task)
    assert "reward: recorded 1.0, replayed 0.0" in replay(run, capsys, EXAMPLE)[2]


def test_tool_that_breaks_is_a_difference(
    run: RunFolder, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    domain = make_domain()
    monkeypatch.setattr("tests.support.small_run.read_box.__code__", break_box.__code__)
    monkeypatch.setattr("tracer.cli.replay.load_domain", lambda _: domain)
    exit_code, _, err = replay(run, capsys, EXAMPLE)
    assert exit_code == 1
    assert "tool read_box raised KeyError" in err


def break_box(state: object, box_id: str) -> object:
    raise KeyError(state, box_id)


def test_every_shard_is_replayed(run: RunFolder, capsys: Capture) -> None:
    write(run, StageFolder.TASKS, TASK, shard=4)
    write(run, StageFolder.EXAMPLES, EXAMPLE, shard=4)
    assert replay(run, capsys, EXAMPLE)[1].startswith("2/2 ")
