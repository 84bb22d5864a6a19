"""The test model's template, rendered as vLLM renders it."""

import json
from typing import Any

from jinja2.sandbox import ImmutableSandboxedEnvironment

from tracer.inference.serving.conversion import TEMPLATE

TOOL = {"type": "function", "function": {"name": "get_order", "parameters": {"type": "object"}}}


def render(messages: list[dict[str, Any]], tools: list[dict[str, Any]] | None = None) -> str:
    environment = ImmutableSandboxedEnvironment(trim_blocks=True, lstrip_blocks=True)
    environment.filters["tojson"] = lambda value: json.dumps(value, ensure_ascii=False)
    template = environment.from_string(TEMPLATE.read_text(encoding="utf-8"))
    return template.render(messages=messages, tools=tools, add_generation_prompt=True)


def call(name: str, **arguments: str) -> dict[str, Any]:
    return {"type": "function", "function": {"name": name, "arguments": arguments}}


USER = {"role": "user", "content": "Where are W1 and W2?"}


def test_plain_chat_is_chatml() -> None:
    assert render([{"role": "system", "content": "Be kind."}, USER]) == (
        "<|im_start|>system\nBe kind.<|im_end|>\n"
        "<|im_start|>user\nWhere are W1 and W2?<|im_end|>\n"
        "<|im_start|>assistant\n"
    )


def test_tools_are_told_once_in_the_system_message() -> None:
    text = render([{"role": "system", "content": "Be kind."}, USER], [TOOL])
    assert text.startswith("<|im_start|>system\nBe kind.\n")
    assert f"\n<tools>\n{json.dumps(TOOL)}\n</tools>\n" in text
    assert text.count("<|im_start|>system") == 1


def test_calls_and_results_stand_in_tags_and_results_share_one_turn() -> None:
    text = render(
        [
            USER,
            {
                "role": "assistant",
                "content": "Looking.",
                "tool_calls": [call("get_order", id="Wé1"), call("get_order", id="W2")],
            },
            {"role": "tool", "content": "shipped"},
            {"role": "tool", "content": "lost"},
            {"role": "assistant", "content": "One is lost."},
        ],
        [TOOL],
    )
    assert text.endswith(
        "<|im_start|>assistant\nLooking.\n"
        '<tool_call>\n{"name": "get_order", "arguments": {"id": "Wé1"}}\n</tool_call>\n'
        '<tool_call>\n{"name": "get_order", "arguments": {"id": "W2"}}\n</tool_call><|im_end|>\n'
        "<|im_start|>user\n<tool_response>\nshipped\n</tool_response>\n"
        "<tool_response>\nlost\n</tool_response><|im_end|>\n"
        "<|im_start|>assistant\nOne is lost.<|im_end|>\n"
        "<|im_start|>assistant\n"
    )


def test_longer_history_begins_with_the_shorter_one() -> None:
    history: list[dict[str, Any]] = [
        USER,
        {"role": "assistant", "content": "", "tool_calls": [call("get_order", id="W1")]},
        {"role": "tool", "content": "shipped"},
        {"role": "assistant", "content": "It is under way."},
        {"role": "user", "content": "Thanks"},
    ]
    opening = "<|im_start|>assistant\n"
    for n in range(1, len(history)):
        shorter = render(history[:n], [TOOL]).removesuffix(opening)
        assert render(history[: n + 1], [TOOL]).startswith(shorter)
