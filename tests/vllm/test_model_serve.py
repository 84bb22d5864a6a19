"""Real vLLM with the small test model, started and stopped by `tracer model serve`."""

import ast
import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.real_vllm import PYTHON, is_laid_out, serve_model
from tests.support.serving import ask
from tracer.inference.families import load_families
from tracer.inference.serving.group import has_living

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(600),
    pytest.mark.skipif(not is_laid_out(), reason="`make model` has not been run"),
]


def read_registry(package: str) -> set[str]:
    """Return the names in vLLM's own table of parsers, the one literal of its module."""
    (module,) = PYTHON.parent.parent.glob(f"lib/python3*/site-packages/vllm/{package}/__init__.py")
    for node in ast.parse(module.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Dict):
            return set(ast.literal_eval(node.value))
    pytest.fail(f"no table in {module}")


def chat(base_url: str, **body: Any) -> Any:
    port = int(base_url.removesuffix("/v1").rpartition(":")[2])
    whole = {"model": "smollm2-135m", "max_tokens": 48, **body}
    return ask(port, "/v1/chat/completions", whole, timeout_s=120)["choices"][0]["message"]


def test_parsers_of_every_family_are_known_to_vllm() -> None:
    tools = {family.tool_parser for family in load_families()}
    reasoning = {family.reasoning_parser for family in load_families()} - {None}
    assert tools - read_registry("tool_parsers") == set()
    assert reasoning - read_registry("reasoning") == set()


def test_model_is_served_talks_calls_tools_and_leaves_nothing(tmp_path: Path) -> None:
    with serve_model(tmp_path, "--max-num-seqs", "4") as serving:
        assert (serving.served.max_in_flight, serving.served.max_model_len) == (4, 8192)
        user = {"role": "user", "content": "Where is order W12?"}
        assert chat(serving.base_url, messages=[user])["content"]
        parameters = {
            "type": "object",
            "properties": {"order": {"type": "string", "maxLength": 8}},
            "required": ["order"],
            "additionalProperties": False,
        }
        function = {"name": "find_order", "strict": True, "parameters": parameters}
        tools = [{"type": "function", "function": function}]
        said = chat(serving.base_url, messages=[user], tools=tools, tool_choice="required")
        assert said["tool_calls"][0]["function"]["name"] == "find_order"
        assert set(json.loads(said["tool_calls"][0]["function"]["arguments"])) == {"order"}
    assert serving.process.returncode == 0
    assert not has_living(serving.served.pid)
