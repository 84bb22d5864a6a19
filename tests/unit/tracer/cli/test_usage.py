import json
from io import StringIO
from typing import Any

import pytest
from rich.console import Console

from schemas.config import RoleConfig, RunConfig
from schemas.timing import Timing
from schemas.trajectory import Engine
from schemas.usage import PrefixUse, RunUsage
from tests.support.builders import make_timing
from tests.support.small_run import FAILED, KEPT
from tracer.cli.app import main
from tracer.cli.funnel import render_funnel
from tracer.cli.usage import read_usage
from tracer.store.folder import RunFolder
from tracer.store.shard import write_timings
from tracer.store.stage import StageFolder
from tracer.store.usage import save_usage

URL = "http://127.0.0.1:1/v1"
AGENT = RoleConfig(engine=Engine.LLM, model="big", base_url=URL, input_price=2.0, output_price=10.0)
USER = RoleConfig(engine=Engine.LLM, model="small", base_url=URL)


def count(record_id: str, role: str, n_calls: int, n_cached: int = 0) -> Timing:
    return make_timing(
        record_id=record_id,
        role=role,
        wall_s=0.5 * n_calls,
        n_calls=n_calls,
        n_input_tokens=1000 * n_calls,
        n_cached_tokens=n_cached,
        n_output_tokens=100 * n_calls,
    )


def whole(record_id: str, n_redone: int) -> Timing:
    return make_timing(record_id=record_id, role="episode", n_retries=n_redone)


TIMINGS = [
    whole(KEPT.id, 0),
    count(KEPT.id, "agent", 3, 1000),
    count(KEPT.id, "user", 2),
    whole(FAILED.id, 1),
    count(FAILED.id, "agent", 1),
    count(FAILED.id, "user", 2),
    count("traj_of_a_shard_cut_short", "agent", 50),
]


@pytest.fixture
def asked(run: RunFolder) -> RunFolder:
    """The small run, as if models had played it."""
    run.save_config(RunConfig(agent=AGENT, user=USER))
    write_timings(run, StageFolder.TRAJECTORIES, 0, TIMINGS)
    prefix = PrefixUse(endpoint=URL, n_queries=8000, n_hits=6000)
    save_usage(run, RunUsage(play_s=4.0, n_side_by_side=64, prefixes=[prefix]))
    return run


def render(run: RunFolder) -> tuple[str, list[list[str]]]:
    """Return what is printed, and the cells of every line."""
    out = StringIO()
    render_funnel(run, Console(file=out, width=140))
    text = out.getvalue()
    return text, [[cell.strip() for cell in line.split("│")][1:-1] for line in text.splitlines()]


def test_each_role_has_its_sums_and_means(asked: RunFolder) -> None:
    _, cells = render(asked)
    agent = [
        "rollout agent",
        "big",
        "4",
        "1000/4000 (25.0 %)",
        "400",
        "0",
        "0.50",
        "0.0120",
    ]
    assert agent in cells
    assert ["rollout user", "small", "4", "-/4000", "400", "0", "0.50", "-"] in cells


def test_sums_are_shared_out_among_the_rows_kept(asked: RunFolder) -> None:
    _, cells = render(asked)
    assert ["per kept row", "n = 1", "8.0", "8000.0", "800.0", "0.0", "", "0.0120"] in cells


def test_rates_redone_episodes_and_prefix_cache_stand_below(asked: RunFolder) -> None:
    lines = render(asked)[0].splitlines()
    assert "8 calls in 4.0 s of playing: 2.00 calls/s, 2000 input and 200 output tokens/s" in lines
    assert "played a second time after a failure outside: 1/2 (50.0 %) episodes" in lines
    assert f"prefix cache of {URL}: 6000/8000 (75.0 %) tokens" in lines


def test_json_has_the_same_numbers(asked: RunFolder, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["funnel", asked.name, "--json"]) == 0
    models: dict[str, Any] = json.loads(capsys.readouterr().out)["models"]
    agent, user = models["roles"]
    assert (agent["role"], agent["n_calls"], agent["n_cached_tokens"]) == ("agent", 4, 1000)
    assert (agent["cost"], user["cost"], models["total"]["n_calls"]) == (0.012, None, 8)
    assert (models["n_episodes"], models["n_redone"], models["n_kept"]) == (2, 1, 1)
    assert models["prefixes"] == [{"endpoint": URL, "n_queries": 8000, "n_hits": 6000}]


def test_run_by_rules_has_no_table_of_models(run: RunFolder) -> None:
    write_timings(run, StageFolder.TRAJECTORIES, 0, [whole(KEPT.id, 0)])
    assert read_usage(run) is None
    assert "Models" not in render(run)[0]


def test_run_that_did_not_end_has_its_sums_without_rates(run: RunFolder) -> None:
    run.save_config(RunConfig(agent=AGENT))
    write_timings(run, StageFolder.TRAJECTORIES, 0, [count(KEPT.id, "agent", 3)])
    text, _ = render(run)
    assert "rollout agent" in text
    assert "calls/s" not in text
