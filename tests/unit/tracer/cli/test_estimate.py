import json
from collections.abc import Sequence
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from schemas.config import RoleConfig, RunConfig
from schemas.errors import ConfigError
from schemas.trajectory import Engine
from schemas.usage import RunUsage
from tests.support.builders import make_example, make_timing, make_trajectory
from tests.support.small_run import write
from tracer.cli.estimate import (
    Estimate,
    estimate_run,
    plan_pilot,
    render_estimate,
    save_estimate,
    tell_time,
)
from tracer.store.folder import RunFolder, create_run
from tracer.store.shard import write_timings
from tracer.store.stage import StageFolder
from tracer.store.usage import save_usage

ROLE = RoleConfig(
    engine=Engine.LLM,
    model="m",
    base_url="http://127.0.0.1:1/v1",
    input_price=1.0,
    output_price=1.0,
)
ASKED = RunConfig(tasks=100, trials=2, agent=ROLE)


def make_pilot(root: Path, calls: Sequence[tuple[int, int]], n_side_by_side: int = 8) -> RunFolder:
    """Return a pilot whose tasks took so many calls in each of their two trials; 10 s in all."""
    run = create_run(root, "pilot")
    episodes = [
        (make_trajectory(task_id=f"task_{place}", trial=trial), n_calls)
        for place, trials in enumerate(calls)
        for trial, n_calls in enumerate(trials)
    ]
    write(run, StageFolder.TRAJECTORIES, *(episode for episode, _ in episodes))
    rows = [
        make_timing(
            record_id=episode.id,
            n_calls=n_calls,
            n_input_tokens=1000 * n_calls,
            n_output_tokens=50 * n_calls,
            wall_s=2.0 * n_calls,
        )
        for episode, n_calls in episodes
    ]
    write_timings(run, StageFolder.TRAJECTORIES, 0, rows)
    save_usage(run, RunUsage(play_s=10.0, n_side_by_side=n_side_by_side, prefixes=[]))
    return run


def estimate(root: Path, **changes: Any) -> Estimate:
    return estimate_run(make_pilot(root, [(3, 5), (4, 8)], **changes), ASKED)


def test_task_with_all_its_trials_is_what_is_counted(run_root: Path) -> None:
    found = estimate(run_root)
    calls = found.roles["agent"]["calls"]
    assert (found.n_pilot, found.n_episodes, found.n_unscored) == (2, 4, 0)
    assert (calls.n_pilot, calls.mean, calls.predicted) == (2, 10.0, 1000.0)
    assert found.roles["agent"]["input_tokens"].predicted == 1_000_000
    assert found.roles["agent"]["output_tokens"].predicted == 50_000
    assert found.roles["agent"]["cost"].predicted == pytest.approx(1.05)


def test_time_lies_between_the_pilots_pace_and_full_servers(run_root: Path) -> None:
    duration = estimate(run_root).duration
    # 20 calls in 10 s; 1,000 calls of 2 s each, 8 under way at once.
    assert (duration.calls_per_s, duration.n_in_pilot) == (2.0, 4)
    assert (duration.slow, duration.fast, duration.n_side_by_side) == (500.0, 250.0, 8)


def test_pilot_that_filled_the_servers_leaves_one_time(run_root: Path) -> None:
    duration = estimate(run_root, n_side_by_side=1).duration
    assert duration.slow == duration.fast == 500.0


def test_pilot_of_one_task_tells_nothing(run_root: Path) -> None:
    with pytest.raises(ConfigError, match="the pilot pilot made 1 tasks: too few"):
        estimate_run(make_pilot(run_root, [(3, 5)]), ASKED)


def test_estimate_stays_in_the_pilots_folder(run_root: Path) -> None:
    found = estimate(run_root)
    pilot = RunFolder(run_root / "pilot")
    save_estimate(pilot, found)
    stored = json.loads((pilot.path / "estimate.json").read_text(encoding="utf-8"))
    assert stored["roles"]["agent"]["calls"]["predicted"] == 1000.0
    assert stored["duration"]["slow"] == 500.0


def render(found: Estimate, config: RunConfig) -> str:
    out = StringIO()
    render_estimate(found, config, Console(file=out, width=140))
    return out.getvalue()


def test_figures_are_printed_with_what_they_rest_on(run_root: Path) -> None:
    text = render(estimate(run_root), ASKED)
    rows = [[cell.strip() for cell in line.split("│")][1:4] for line in text.splitlines()]
    assert ["agent", "input tokens", "10000.0"] in rows
    assert ["agent", "cost", "0.0105"] in rows
    for line in (
        "time: 500 s at the pilot's own 2.00 calls/s, with 4 episodes side by side",
        "time: 250 s with 8 requests under way, if each is answered as fast as the pilot's",
        "pilot pilot: 2 tasks, 4 episodes, 0/4 (0.0 %) not scored",
    ):
        assert line in text


def test_rules_are_told_to_ask_no_model(run_root: Path) -> None:
    pilot = create_run(run_root, "rules")
    episodes = [make_trajectory(task_id=f"task_{number}") for number in range(4)]
    write(pilot, StageFolder.TRAJECTORIES, *episodes)
    config = RunConfig(tasks=100)
    found = estimate_run(pilot, config)
    assert found.roles == {}
    assert "rules play both sides: no model is called" in render(found, config)


def estimate_until(root: Path, n_kept_in_pilot: int) -> tuple[Estimate, RunConfig]:
    pilot = make_pilot(root, [(3, 5), (4, 8)])
    examples = [make_example(trial=number) for number in range(n_kept_in_pilot)]
    write(pilot, StageFolder.EXAMPLES, *examples)
    config = ASKED.model_copy(update={"tasks": 10, "until_kept": 30})
    return estimate_run(pilot, config), config


def test_yield_of_the_pilot_tells_how_many_batches_there_will_be(run_root: Path) -> None:
    # 3 kept from 2 tasks: 15 from a batch of 10, so 30 take two of them.
    found, config = estimate_until(run_root, 3)
    assert (found.tasks, found.n_kept) == (20, 3)
    assert found.roles["agent"]["calls"].predicted == 200.0
    text = render(found, config)
    assert "Estimate for 20 tasks x 2" in text
    assert (
        "until 30 examples are kept: 2 x 10 tasks, if they yield as the pilot's, which kept 3 "
        "from 2 tasks"
    ) in text


def test_pilot_that_kept_none_cannot_tell_the_batches(run_root: Path) -> None:
    found, config = estimate_until(run_root, 0)
    assert found.tasks == 10
    assert "this is one batch; until 30 examples are kept there may be many" in render(
        found, config
    )


def test_pilot_is_never_larger_than_the_run() -> None:
    assert plan_pilot(ASKED.model_copy(update={"tasks": 3}), 10).tasks == 3
    grows = ASKED.model_copy(update={"tasks": 1, "until_kept": 30})
    assert plan_pilot(grows, 10).tasks == 10
    with pytest.raises(ConfigError, match="a run of 1 task is smaller than a pilot of 2"):
        plan_pilot(ASKED.model_copy(update={"tasks": 1}), 10)


@pytest.mark.parametrize("n_tasks", [1, 11])
def test_pilot_has_two_to_ten_tasks(n_tasks: int) -> None:
    with pytest.raises(ConfigError, match=f"expected 2 to 10 tasks, got {n_tasks}"):
        plan_pilot(ASKED, n_tasks)


def test_pilot_is_made_with_the_runs_own_config() -> None:
    config = ASKED.model_copy(update={"until_kept": 50})
    pilot = plan_pilot(config, 3)
    assert (pilot.tasks, pilot.until_kept) == (3, None)
    assert pilot.model_copy(update={"tasks": 100, "until_kept": 50}) == config


def test_durations_are_told_in_the_unit_they_fit() -> None:
    assert (tell_time(90), tell_time(9000)) == ("90 s", "2.5 h")
