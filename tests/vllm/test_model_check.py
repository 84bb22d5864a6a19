"""`tracer model check` on the small test model: what it can and cannot do, and what to set."""

import tomllib
from collections.abc import Callable

import pytest

from schemas.config import RunConfig
from tests.support.llm_command import list_cells
from tests.support.real_vllm import Serving, run_tracer
from tracer.inference.probe.probe import ProbeName, Verdict

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

ALWAYS = (
    ProbeName.REACHABLE,
    ProbeName.ANSWER,
    ProbeName.ROOM,
    ProbeName.STRUCTURE,
    ProbeName.CONTEXT,
    ProbeName.PREFIX,
)
"""What this server and this model can do on any machine."""


def test_check_says_what_the_model_can_do_and_what_to_set(
    serving: Serving, tell: Callable[[str], None]
) -> None:
    ended = run_tracer(serving.folder, "model", "check", serving.base_url)
    tell(ended.out)
    assert ended.code == 0, ended.error
    rows = {cells[1]: cells for cells in list_cells(ended.out) if len(cells) > 4 and cells[1]}
    verdicts = {name: rows[name][2].split()[0] for name in ProbeName}
    assert set(verdicts.values()) <= set(Verdict)
    assert {verdicts[name] for name in ALWAYS} == {Verdict.WORKS}
    # A model of this size calls nothing of its own accord, and is told apart for it.
    assert verdicts[ProbeName.AUTO] != Verdict.WORKS
    assert all(rows[name][4] for name in ProbeName if verdicts[name] in ("not", "partly"))
    advice = ended.out.split("\n\n", maxsplit=1)[1]
    settings, _, outcome = advice.rpartition("smollm2-135m can be used as agent (")
    assert outcome.split(")")[0] in ("native calls", "calls as ReAct text", "forced native calls")
    config = RunConfig(**tomllib.loads(settings))
    assert {role.model for role in config.model_roles.values()} == {"smollm2-135m"}
