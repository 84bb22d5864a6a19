"""Markup: the forms in which models write calls, and the parser of vLLM that reads each."""

import json
import re
from dataclasses import dataclass

TOOL_NAME = r"get_(?:stock|opening_hours)"


@dataclass(frozen=True, slots=True)
class CallMarkup:
    """A call that stands in a text."""

    text: str
    """From where it begins."""
    parser: str
    """vLLM's --tool-call-parser that reads it, as far as the form tells."""
    is_json: bool = False
    """Whether the form holds JSON."""

    @property
    def is_broken(self) -> bool:
        """Whether no parser could read it: its JSON is none."""
        begins = re.search(r"[{\[](?!TOOL_)", self.text)
        if not (self.is_json and begins):
            return self.is_json
        try:
            json.JSONDecoder().raw_decode(self.text, begins.start())
        except (ValueError, RecursionError):
            return True
        return False


JSON_FORMS = (
    (r"<tool_call>\s*\{", "hermes"),
    (r"\[TOOL_CALLS\]", "mistral"),
    (r"<\|python_tag\|>\s*\{", "llama3_json"),
    (r"functools\s*\[", "phi4_mini_json"),
    (r"<\|tool_call\|>\s*[\[{]", "granite"),
    (r"<function_call>\s*\{", "granite-20b-fc"),
    (
        (
            rf'\{{\s*(?:"type":\s*"function",\s*)?"name":\s*"{TOOL_NAME}",\s*'
            r'"(?:parameters|arguments)":\s*\{\s*(?:\}|"(?:article|warehouse)":\s*")'
        ),
        "llama3_json",
    ),
)
OTHER_FORMS = (
    (r"<tool_call>\s*<function=", "qwen3_coder"),
    (r"<tool_call>\s*\w+\s*<arg_key>", "glm45"),
    (r"<tool_call>", "hermes"),
    (r"<\|python_start\|>", "llama4_pythonic"),
    (r"<[|\uff5c]tool\u2581calls?\u2581begin[|\uff5c]>", "deepseek_v3"),
    (r"<\|tool_calls_section_begin\|>", "kimi_k2"),
    (r"to=functions\.", "openai"),
    (r"<minimax:tool_call>", "minimax_m2"),
    (r"<seed:tool_call>", "seed_oss"),
    (r"<function_calls>", "olmo3"),
    (r"<start_function_call>", "functiongemma"),
    (rf"\[\s*{TOOL_NAME}\s*\(", "pythonic"),
)
"""Pattern -> parser; the narrower form stands first."""


def find_call_markup(text: str) -> CallMarkup | None:
    """Return the call that a text holds as text, or None."""
    for forms, is_json in ((JSON_FORMS, True), (OTHER_FORMS, False)):
        for pattern, parser in forms:
            found = re.search(pattern, text)
            if found:
                return CallMarkup(text[found.start() :], parser, is_json)
    return None
