"""Agents whose calls the server enforces, and agents that write them as text, on real vLLM."""

from collections import Counter
from collections.abc import Callable

import pytest
from jsonschema import Draft202012Validator

from schemas.message import Message, Role
from tests.support.model_run import (
    MAX_TOKENS,
    ModelRun,
    count_turns,
    expect_sound_run,
    fits,
    make_model_run,
)
from tests.support.real_vllm import Serving
from tracer.analysis.rate import Rate
from tracer.domains.domain import load_domain
from tracer.harness.agents.strict import tighten_tools
from tracer.harness.environment import Environment, Outcome

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

N_FORCED = 3
N_REACT = 2
Tell = Callable[[str], None]


@pytest.fixture(scope="module")
def forced(serving: Serving) -> ModelRun:
    settings = {"strict_tools": True, "tool_choice": "required"}
    return make_model_run(serving, "forced", N_FORCED, steps=4, **settings)


def test_forced_calls_fit_the_schemas_they_were_sent(forced: ModelRun, tell: Tell) -> None:
    expect_sound_run(forced, N_FORCED)
    functions = [
        tool["function"] for tool in tighten_tools(load_domain("retail").schemas, MAX_TOKENS)
    ]
    schemas = {item["name"]: Draft202012Validator(item["parameters"]) for item in functions}
    called = [reply for reply in forced.list_replies() if reply.calls]
    calls = [call.function for reply in called for call in reply.calls]
    n_fit = sum(call.name in schemas and fits(schemas[call.name], call.arguments) for call in calls)
    n_asked = forced.count("agent", "n_calls")
    tell(f"forced calls that fit their schema: {Rate(n_fit, len(calls))}")
    tell(f"forced steps with a call, the others cut off: {Rate(len(called), n_asked)}")
    assert n_fit == len(calls) > 0
    n_cut = sum(reply.is_cut_off for reply in forced.list_replies())
    assert n_asked == len(called) + n_cut
    n_valid, n_turns = count_turns(forced)
    assert n_valid == n_turns


def test_forced_calls_are_executed_on_the_state(forced: ModelRun, tell: Tell) -> None:
    outcomes = Counter(
        outcome for item in forced.list_trajectories() for outcome in run_again(item.messages)
    )
    n_calls = sum(item.n_calls for item in forced.list_trajectories())
    assert outcomes.total() == n_calls > 0
    tell(f"calls the model made itself: {n_calls}, {describe(outcomes)}")
    tell(f"bad arguments among them: {Rate(outcomes[Outcome.BAD_ARGUMENTS], n_calls)}")
    assert outcomes[Outcome.UNKNOWN_TOOL] == 0
    assert outcomes[Outcome.OK] + outcomes[Outcome.REFUSED] > 0


def run_again(messages: list[Message]) -> list[Outcome]:
    """Return what comes of an episode's calls on a fresh state; their results must be the same."""
    domain = load_domain("retail")
    environment, outcomes = Environment(domain.tools, domain.start()), []
    results = {item.tool_call_id: item.content for item in messages if item.role is Role.TOOL}
    for call in (call for message in messages for call in message.tool_calls or ()):
        result = environment.execute(call)
        assert result.content == results[call.id]
        outcomes.append(result.outcome)
    return outcomes


def describe(outcomes: Counter[Outcome]) -> str:
    return ", ".join(f"{count} {outcome}" for outcome, count in outcomes.items())


def test_run_with_calls_as_text_ends_with_exact_ledgers(serving: Serving, tell: Tell) -> None:
    made = make_model_run(serving, "react", N_REACT, steps=6, tool_format="react")
    expect_sound_run(made, N_REACT)
    outcomes = Counter(
        outcome for item in made.list_trajectories() for outcome in run_again(item.messages)
    )
    tell(f"ReAct text: {outcomes.total()} calls, endings {dict(made.count_endings())}")
    assert outcomes.total() == sum(item.n_calls for item in made.list_trajectories())
