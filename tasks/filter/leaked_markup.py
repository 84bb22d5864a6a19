"""Leaked markup: traces of tool calls, reasoning or chat templates in what was said."""

import re
from collections.abc import Sequence

from schemas.message import Message, Role

_CALL_TAGS = (
    "tool_calls?|tool_response|tool_results?|tool_code|function_calls?|function_results?|functions?"
    "|invoke|parameter|arg_key|arg_value|tools"
)
_THOUGHT_TAGS = "think|thinking|thought|reasoning|reflection|scratchpad|analysis|inner_monologue"
_CALL_KEYS = "arguments|parameters|args|tool_input|action_input"

MARKUP: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("a call tag", re.compile(rf"</?(?:\w+:)?(?:{_CALL_TAGS})(?:[ =|][^<>]{{0,200}})?>")),
    ("a call tag", re.compile(r"<(?:function|invoke|parameter)(?:=| name=)")),
    ("a reasoning tag", re.compile(rf"</?(?:{_THOUGHT_TAGS})>|[\u25c1<]/?think[\u25b7>]")),
    ("a special token", re.compile(r"<[|\uff5c][^<>|\uff5c]{1,60}[|\uff5c]>|</?s>|<<\/?SYS>>")),
    ("a special token", re.compile(r"<(?:start|end)_of_turn>|<(?:bos|eos|pad|unk)>")),
    (
        "a template mark",
        re.compile(r"\[/?(?:TOOL_CALLS?|TOOL_RESULTS?|AVAILABLE_TOOLS|INST|TOOL_CONTENT|THINK)\]"),
    ),
    (
        "a call as JSON",
        re.compile(
            rf'[{{,]\s*"(?:name|tool|function|action)"\s*:\s*["{{][^{{}}]{{0,200}}"(?:{_CALL_KEYS})"\s*:'
        ),
    ),
    (
        "a call as JSON",
        re.compile(rf'"(?:{_CALL_KEYS})"\s*:\s*\{{.{{0,400}}"(?:name|tool)"\s*:', re.DOTALL),
    ),
    ("a call as JSON", re.compile(r'"(?:tool_calls|function_call)"\s*:')),
    ("a call as code", re.compile(r"```(?:tool_code|tool_call|json\s*\{\s*\"name\")")),
    ("a call as code", re.compile(r"\bfunctools\[|\bdefault_api\.|\bto=functions\.")),
    (
        "a call as code",
        re.compile(r"\b[a-z]+(?:_[a-z]+)+\((?:\s*\)|\s*[a-z_]+\s*=|\s*[{\"'])"),
    ),
    ("a reasoning line", re.compile(r"^\s*(?:Action Input|Thought|Observation)\s*:", re.MULTILINE)),
    (
        "a call line",
        re.compile(r"^\s*Action\s*:\s*(?:[a-z]+(?:_[a-z]+)+\b|\{|respond\s*$)", re.MULTILINE),
    ),
)
"""Name and pattern of every kind of mark; none of them occurs in what people write to a shop."""

CUES = re.compile(r"[<\[{(\u25c1`]|:|functools|default_api|to=")


def find_leaked_markup(messages: Sequence[Message]) -> str | None:
    """Return which message holds which mark, or None."""
    for index, message in enumerate(messages):
        if message.role not in (Role.USER, Role.ASSISTANT) or not CUES.search(message.content):
            continue
        for name, pattern in MARKUP:
            found = pattern.search(message.content)
            if found is not None:
                return f"message {index} ({message.role}): {name}, {found[0].strip()[:40]!r}"
    return None
