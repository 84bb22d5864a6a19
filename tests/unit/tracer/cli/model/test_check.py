"""`tracer model check` from the command line, against scripted servers."""

import asyncio
import json
import tomllib

import pytest

from schemas.config import RunConfig
from schemas.trajectory import Engine
from tests.support.checked_model import Defect, serve_checked
from tracer.cli.app import main
from tracer.inference.server import ScriptedServer

Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")


async def run(server: ScriptedServer, *tokens: str) -> int:
    async with server:
        return await asyncio.to_thread(main, ["model", "check", server.base_url, *tokens])


async def test_good_model_is_exit_0_with_a_row_for_each_probe_and_settings_that_load(
    capsys: Capture,
) -> None:
    assert await run(serve_checked()) == 0
    out, err = capsys.readouterr()
    for word in ("reachable", "structured output", "one call", "context limit", "prefix cache"):
        assert word in out
    snippet = out[out.index("[agent]") : out.index("qwen3-8b can be used")]
    config = RunConfig.model_validate(tomllib.loads(snippet))
    assert (config.agent.engine, config.agent.model) == (Engine.LLM, "qwen3-8b")
    assert (config.user.engine, config.user.temperature) == (Engine.LLM, 1.0)
    assert out.rstrip().endswith("qwen3-8b can be used as agent (native calls) and as user")
    assert err.splitlines()[0] == "1/15 reasoning"


async def test_model_that_cannot_be_agent_is_exit_3_with_the_cause_in_the_last_line(
    capsys: Capture,
) -> None:
    server = serve_checked(Defect.WORDS, Defect.NO_REACT, Defect.LOOSE_STRICT)
    assert await run(server) == 3
    out, err = capsys.readouterr()
    assert "words instead of a call" in out
    assert "[agent]" not in out
    assert "[user]" in out
    assert err.splitlines()[-1] == (
        "tracer: qwen3-8b cannot be used as agent: "
        "its calls arrive neither natively nor as text nor forced"
    )


async def test_thinking_that_was_turned_off_stands_in_the_settings(capsys: Capture) -> None:
    assert await run(serve_checked(Defect.THINKS_APART)) == 0
    out = capsys.readouterr().out
    assert "# Checked with thinking off" in out
    assert out.count("enable_thinking = false") == 2


async def test_json_holds_findings_settings_and_verdict(capsys: Capture) -> None:
    assert await run(serve_checked(Defect.NO_TOOLS_IN_TEMPLATE), "--json") == 0
    found = json.loads(capsys.readouterr().out)
    verdicts = {finding["probe"]: finding["verdict"] for finding in found["findings"]}
    assert verdicts["tools in the prompt"] == "not"
    assert found["agent"]["tool_format"] == "native"
    assert found["verdict"].startswith("qwen3-8b can be used as agent")
    assert found["cautions"] == ["The chat template shows the model no tools: its calls are blind."]


async def test_key_is_sent_and_named_in_the_settings(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setenv("MY_KEY", "sk-secret")
    server = serve_checked()
    assert await run(server, "--api-key-env", "MY_KEY") == 0
    assert {headers["authorization"] for headers in server.headers} == {"Bearer sk-secret"}
    out, err = capsys.readouterr()
    assert 'api_key_env = "MY_KEY"' in out
    assert "sk-secret" not in out + err


def test_dead_address_is_exit_3(capsys: Capture) -> None:
    assert main(["model", "check", "http://127.0.0.1:9/v1"]) == 3
    out, err = capsys.readouterr()
    assert "nothing answers: connection refused" in out
    assert err == (
        "tracer: no model to check at http://127.0.0.1:9/v1: nothing answers: connection refused\n"
    )


@pytest.mark.parametrize(
    ("tokens", "line"),
    [
        (["nowhere"], "tracer: model check: expected an address"),
        (["http://me:pw@127.0.0.1/v1"], "tracer: model check: expected an address without"),
        (
            ["http://127.0.0.1:9/v1", "--api-key-env", "NO_SUCH"],
            "tracer: environment variable NO_SUCH is not set",
        ),
    ],
)
def test_users_mistake_is_one_line_and_exit_2(
    tokens: list[str], line: str, capsys: Capture
) -> None:
    assert main(["model", "check", *tokens]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(line)
    assert "pw" not in err
    assert err.count("\n") == 1


async def test_several_models_want_a_name(capsys: Capture) -> None:
    server = serve_checked()
    server.models = ("a", "b")
    assert await run(server) == 2
    assert capsys.readouterr().err == (
        "tracer: model check: name one of the models served with --model: a, b\n"
    )
