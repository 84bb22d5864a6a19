"""A run of 8 tasks with agent and user on real vLLM, and the estimate made before it."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from tests.support.model_run import ModelRun, count_turns, expect_sound_run, make_model_run
from tests.support.real_vllm import Serving
from tracer.analysis.rate import Rate

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

N_TASKS = 8
N_PILOT = 3
STEPS = 12
FIGURES = {"calls": "n_calls", "input_tokens": "n_input_tokens", "output_tokens": "n_output_tokens"}
"""Figure of an estimate -> count in the timings."""

Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Foretold:
    """A run, and the command that estimated it before."""

    pilot: ModelRun
    made: ModelRun


@pytest.fixture(scope="module")
def foretold(serving: Serving) -> Foretold:
    words = ["--estimate", "--pilot", str(N_PILOT)]
    pilot = make_model_run(serving, "eight", N_TASKS, *words, steps=STEPS)
    return Foretold(pilot, make_model_run(serving, "eight", N_TASKS, steps=STEPS))


def test_run_on_a_weak_model_ends_with_exact_ledgers(foretold: Foretold, tell: Tell) -> None:
    made = foretold.made
    expect_sound_run(made, N_TASKS)
    n_steps = sum(item.n_agent_steps for item in made.list_trajectories())
    tell(f"run of {N_TASKS} tasks: {n_steps} agent steps, endings {dict(made.count_endings())}")
    assert max(item.n_agent_steps for item in made.list_trajectories()) <= STEPS


def test_every_turn_of_the_user_fits_its_schema(foretold: Foretold, tell: Tell) -> None:
    made = foretold.made
    n_valid, n_asked = count_turns(made)
    n_taken = sum(item.n_user_turns for item in made.list_trajectories())
    tell(f"user turns that fit their schema: {Rate(n_valid, n_asked)}")
    assert n_valid == n_asked == n_taken >= N_TASKS


def test_prefix_cache_serves_the_run_and_its_share_is_told(foretold: Foretold, tell: Tell) -> None:
    (line,) = re.findall(r"^prefix cache of .*$", foretold.made.ended.out, re.MULTILINE)
    tell(line)
    n_hits, n_queries = map(int, line.rsplit(": ", 1)[1].split(" ")[0].split("/"))
    # Policy and tools are one prefix for all agents, and by far the most of what is asked.
    assert 0.5 * n_queries < n_hits <= n_queries
    made = foretold.made
    assert made.count("agent", "n_cached_tokens") > 0.5 * made.count("agent", "n_input_tokens")


def test_estimate_before_the_run_stands_beside_what_it_took(foretold: Foretold, tell: Tell) -> None:
    pilot = foretold.pilot
    assert pilot.ended.code == 0, pilot.ended.error
    assert f"for {N_TASKS} tasks x 1" in pilot.ended.out
    text = (pilot.run.path.with_name("eight-pilot") / "estimate.json").read_text(encoding="utf-8")
    roles: dict[str, dict[str, dict[str, Any]]] = json.loads(text)["roles"]
    for role in ("agent", "user"):
        for figure, name in FIGURES.items():
            found, taken = roles[role][figure], foretold.made.count(role, name)
            predicted = found["predicted"]
            error = 100 * (predicted - taken) / taken
            tell(
                f"estimate of {role} {figure}: {predicted:.0f} (from {found['low']:.0f} to "
                f"{found['high']:.0f}), taken {taken}: error {error:+.1f} %"
            )
            assert predicted > 0
            assert found["low"] <= predicted <= found["high"]
