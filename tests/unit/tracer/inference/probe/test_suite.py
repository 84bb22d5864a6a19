"""Each server has one defect; the finding names it and what to set."""

import asyncio
from typing import Any

import pytest

from schemas.config import RoleConfig
from schemas.trajectory import Engine
from tests.support.checked_model import Defect, serve_checked
from tracer.harness.agents.react import mark_lines, write_system
from tracer.harness.agents.step import CUSTOMER, STOPS, parse_step
from tracer.harness.users.turn import build_response_format
from tracer.inference.client import OpenAIChat
from tracer.inference.probe.probe import Finding, ProbeName, Verdict
from tracer.inference.probe.reachable import Server, find_server
from tracer.inference.probe.report import Report
from tracer.inference.probe.settling import settle
from tracer.inference.probe.subject import Demands, Subject, TextForm
from tracer.inference.probe.suite import PROBES, run_probes
from tracer.inference.probe.toolbox import TOOLS
from tracer.inference.probe.wire import Wire
from tracer.inference.retry import RetryPolicy
from tracer.inference.server import Answer, ScriptedServer, say

FORM = TextForm(
    write_system,
    lambda text: mark_lines(CUSTOMER, text),
    lambda text: parse_step(text).calls,
    STOPS,
)
DEMANDS = Demands(build_response_format(("f1", "f2", "f3")), FORM, "Serve the customer.", TOOLS)
TIMEOUT_S = 10.0
W, P, N, U = Verdict.WORKS, Verdict.PARTLY, Verdict.NOT, Verdict.UNKNOWN


async def check(*defects: Defect, name: str = "qwen3-8b", window: bool = True) -> Report:
    async with serve_checked(*defects, name=name, window=window) as server:
        return await check_server(server)


async def check_server(server: ScriptedServer, timeout_s: float = TIMEOUT_S) -> Report:
    found = await find_server(server.base_url, None, "")
    assert isinstance(found, Server)
    role = RoleConfig(engine=Engine.LLM, model=found.model, base_url=server.base_url)
    async with (
        OpenAIChat(role, RetryPolicy(tries=1), outage_s=1.0) as chat,
        Wire(server.base_url, "", TIMEOUT_S) as wire,
    ):
        subject = Subject(chat, wire, found.model, DEMANDS, found.family, found.max_model_len)
        findings = await run_probes(subject, lambda _number, _probe: None, timeout_s)
    return settle(subject, (found.finding, *findings), "")


def list_unsound(report: Report) -> list[ProbeName]:
    return [found.probe for found in report.findings if found.verdict not in (W, U)]


async def test_model_without_a_defect_works_in_everything() -> None:
    report = await check()
    assert list_unsound(report) == []
    assert [found.probe for found in report.findings] == [
        ProbeName.REACHABLE,
        *(probe.name for probe in PROBES),
    ]
    assert report.agent is not None
    assert report.agent["tool_format"] == "native"
    assert report.agent["tool_choice"] == "auto"
    assert report.user is not None
    assert report.cautions == ()
    assert report.verdict == "qwen3-8b can be used as agent (native calls) and as user"


FLAGS = "--enable-auto-tool-choice --tool-call-parser hermes"


@pytest.mark.parametrize(
    ("defect", "probe", "verdict", "seen", "advice"),
    [
        (Defect.NO_TOOLS_IN_TEMPLATE, ProbeName.TOOLS, N, "adds 0 tokens", "--chat-template"),
        (Defect.NO_SYSTEM_IN_TEMPLATE, ProbeName.SYSTEM, N, "adds 0 tokens", "--chat-template"),
        (Defect.CALLS_IN_TEXT, ProbeName.AUTO, N, "the markup of a call in the text", FLAGS),
        (Defect.BROKEN_CALLS, ProbeName.AUTO, N, "a call that no parser can read", "react"),
        (Defect.BLANK_ARGUMENTS, ProbeName.AUTO, N, "tokens within a call", "react"),
        (Defect.NO_AUTO, ProbeName.AUTO, N, "--enable-auto-tool-choice", FLAGS),
        (Defect.WORDS, ProbeName.AUTO, N, "words instead of a call: 'There are", "react"),
        (Defect.MISFIT, ProbeName.AUTO, N, "arguments that do not fit", "strict_tools = true"),
        (Defect.LOOSE_STRICT, ProbeName.FORCED, N, "arguments that do not fit", "react"),
        (Defect.NO_REACT, ProbeName.REACT, N, "words instead of a call", "larger"),
        (Defect.ONE_CALL, ProbeName.PARALLEL, N, "1 and 1 calls", "one by one"),
        (Defect.CUTS_SILENTLY, ProbeName.CONTEXT, N, "was given 8,192 tokens", "truncation"),
        (Defect.ODD_REFUSAL, ProbeName.CONTEXT, P, "not as too long: '400: Request", "model_error"),
        (Defect.LOOSE_STRUCTURE, ProbeName.STRUCTURE, N, "no JSON: 'Hello.'", "json_schema"),
        (Defect.UNKNOWN_FACTS, ProbeName.STRUCTURE, N, "does not fit at facts_told.0", "rules"),
        (Defect.THINKS_IN_TEXT, ProbeName.REASONING, P, "<think>", "--reasoning-parser qwen3"),
        (Defect.NO_HISTORY, ProbeName.TRIP, N, "refused: ", "react"),
        (Defect.NO_EMPTY_ARGUMENTS, ProbeName.TRIP, P, "empty arguments are refused", "{}"),
        (Defect.DEAF, ProbeName.TRIP, P, "0/2 answers hold", "larger"),
        (Defect.TEMPLATE_MARKUP, ProbeName.ANSWER, N, "<|im_start|>", "--chat-template"),
        (Defect.NO_COUNTS, ProbeName.SYSTEM, U, "counts no prompt tokens", ""),
        (Defect.MUTE, ProbeName.ANSWER, N, "no such address", ""),
    ],
)
async def test_finding_names_the_defect_and_what_to_set(
    defect: Defect, probe: ProbeName, verdict: Verdict, seen: str, advice: str
) -> None:
    found = (await check(defect)).find(probe)
    assert found.verdict is verdict
    assert seen in found.seen
    assert advice in found.advice


@pytest.mark.parametrize(
    ("defects", "unsound"),
    [
        ([Defect.NO_TOOLS_IN_TEMPLATE], [ProbeName.TOOLS]),
        ([Defect.LOOSE_STRUCTURE], [ProbeName.STRUCTURE]),
        ([Defect.CUTS_SILENTLY], [ProbeName.CONTEXT]),
        ([Defect.THINKS_IN_TEXT], [ProbeName.REASONING]),
        ([Defect.THINKS_APART], []),
        ([Defect.WORDS], [ProbeName.AUTO, ProbeName.PARALLEL, ProbeName.EMPTY]),
    ],
)
async def test_defect_shows_nowhere_else(defects: list[Defect], unsound: list[ProbeName]) -> None:
    assert list_unsound(await check(*defects)) == unsound


@pytest.mark.parametrize(
    ("defects", "settings"),
    [
        ([], ("native", "auto", False)),
        ([Defect.WORDS], ("react", "auto", False)),
        ([Defect.NO_HISTORY], ("react", "auto", False)),
        ([Defect.WORDS, Defect.NO_REACT], ("native", "required", True)),
    ],
)
async def test_way_of_calling_is_the_first_that_works(
    defects: list[Defect], settings: tuple[str, str, bool]
) -> None:
    agent = (await check(*defects)).agent
    assert agent is not None
    assert (agent["tool_format"], agent["tool_choice"], agent["strict_tools"]) == settings


async def test_forced_calls_that_never_end_are_cured_by_a_penalty() -> None:
    report = await check(Defect.WORDS, Defect.NO_REACT, Defect.ENDLESS_STRICT)
    finding = report.find(ProbeName.FORCED)
    assert (finding.verdict, finding.n_ok) == (W, 3)
    assert "without the penalty 3/3 never end" in finding.seen
    assert "frequency_penalty = 0.5" in finding.advice
    assert report.agent is not None
    assert report.agent["extra_body"] == {"frequency_penalty": 0.5}


async def test_penalty_is_not_proposed_where_it_is_not_needed() -> None:
    report = await check(Defect.WORDS, Defect.NO_REACT)
    assert report.agent is not None
    assert "extra_body" not in report.agent


async def test_penalty_is_not_proposed_where_it_does_not_help() -> None:
    finding = (await check(Defect.ENDLESS_STRICT, Defect.INCURABLE_STRICT)).find(ProbeName.FORCED)
    assert finding.verdict is N
    assert "tokens within a call that goes on in blanks" in finding.seen
    assert "penalty" not in finding.advice


async def test_forced_calls_are_told_to_be_no_way_to_make_data() -> None:
    report = await check(Defect.WORDS, Defect.NO_REACT)
    assert "never writes to the customer" in report.cautions[0]


@pytest.mark.parametrize(
    ("defects", "cause"),
    [
        ([Defect.WORDS, Defect.NO_REACT, Defect.LOOSE_STRICT], "its calls arrive neither"),
        ([Defect.NO_SYSTEM_IN_TEMPLATE], "system message: adds 0 tokens"),
        ([Defect.TEMPLATE_MARKUP], "plain answer: markup of the template"),
        ([Defect.NO_HISTORY, Defect.NO_REACT], "its calls arrive neither"),
        ([Defect.MUTE], "plain answer: "),
    ],
)
async def test_model_that_cannot_be_agent_is_told_why(defects: list[Defect], cause: str) -> None:
    report = await check(*defects)
    assert report.agent is None
    assert cause in report.verdict


async def test_server_that_never_answers_in_time_is_told_and_left() -> None:
    async def hang(_body: dict[str, Any]) -> Answer:
        await asyncio.sleep(TIMEOUT_S)
        return say("Late.")

    async with ScriptedServer(hang) as server:
        report = await check_server(server, timeout_s=0.2)
    assert [found.seen for found in report.findings[1:]] == ["not done within 0.2 s"] * 2
    assert report.agent is None


async def test_parser_that_is_missing_stands_in_the_last_line() -> None:
    report = await check(Defect.NO_AUTO, Defect.NO_REACT, Defect.LOOSE_STRICT)
    assert f"{FLAGS} may help" in report.verdict


async def test_template_without_tools_shows_behind_a_parser_that_is_missing() -> None:
    report = await check(Defect.NO_AUTO, Defect.NO_TOOLS_IN_TEMPLATE)
    assert report.find(ProbeName.TOOLS).seen == "adds 0 tokens to the prompt"


async def test_model_that_never_answers_is_asked_nothing_more() -> None:
    report = await check(Defect.MUTE)
    assert len(report.findings) == 3


async def test_user_without_structured_output_is_left_to_rules() -> None:
    report = await check(Defect.LOOSE_STRUCTURE)
    assert report.agent is not None
    assert report.user is None
    assert report.verdict.endswith("not as user: take rules for that")


@pytest.mark.parametrize("defect", [Defect.THINKS_IN_TEXT, Defect.THINKS_APART])
async def test_thinking_is_turned_off_for_the_probes_and_in_the_settings(defect: Defect) -> None:
    report = await check(defect)
    assert report.agent is not None
    assert report.agent["chat_template_kwargs"] == {"enable_thinking": False}
    assert "enable_thinking = False turns it off" in report.find(ProbeName.REASONING).seen


async def test_thinking_that_nothing_turns_off_gets_room() -> None:
    report = await check(Defect.THINKS_APART, Defect.NO_SWITCH)
    assert report.agent is not None
    assert "chat_template_kwargs" not in report.agent
    assert report.agent["max_tokens"] == 4096
    assert "nothing known turns it off" in report.find(ProbeName.REASONING).seen


async def test_family_that_is_not_known_gets_the_parser_of_the_markup() -> None:
    report = await check(Defect.CALLS_IN_TEXT, name="own-model")
    assert "--tool-call-parser hermes" in report.find(ProbeName.AUTO).advice
    assert "family not known" in report.find(ProbeName.REACHABLE).seen


async def test_limit_that_is_not_told_is_sought_with_many_words() -> None:
    report = await check(window=False)
    assert report.find(ProbeName.CONTEXT).seen == "200,000 words are refused as too long"
    assert "length not told" in report.find(ProbeName.REACHABLE).seen


async def test_room_that_policy_and_tools_leave_is_told() -> None:
    finding = (await check()).find(ProbeName.ROOM)
    assert finding.verdict is W
    assert "of 8,192" in finding.seen


async def test_prefix_cache_is_read_from_the_figures_of_the_server() -> None:
    totals = iter([(1000, 100), (3000, 1900)])

    def show() -> tuple[int, dict[str, str], str]:
        queries, hits = next(totals)
        lines = [
            f'vllm:prefix_cache_{what}_total{{engine="0"}} {count}.0'
            for what, count in (("queries", queries), ("hits", hits))
        ]
        return 200, {}, "\n".join(lines)

    async with serve_checked() as server:
        server.pages = {"/metrics": show}
        finding = (await check_server(server)).find(ProbeName.PREFIX)
    assert finding.verdict is W
    assert finding.seen.startswith("90% of the prompt tokens")


async def test_prefix_cache_without_figures_stays_open() -> None:
    finding: Finding = (await check()).find(ProbeName.PREFIX)
    assert finding.verdict is U
    assert "--enable-prompt-tokens-details" in finding.advice
