"""A model as a check meets it: well-behaved, but for the defects it is given."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from tracer.inference.probe.toolbox import BARE, DOUBLE, SINGLE
from tracer.inference.server import Answer, ScriptedServer, refuse, say

WINDOW = 8192
ERRANDS = {errand.question: errand.calls for errand in (*SINGLE, *DOUBLE, *BARE)}
AUTO_REFUSAL = (
    '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'
)
TOO_LONG = "This model's maximum context length is 8192 tokens. However, your prompt has more."
ODDLY_LONG = "Request entity too big."
TURN = {"reason": "To begin.", "facts_told": ["f1"], "utterance": "Hello.", "signal": ""}


class Defect(StrEnum):
    """What may be wrong."""

    NO_TOOLS_IN_TEMPLATE = "no tools in template"
    NO_SYSTEM_IN_TEMPLATE = "no system in template"
    NO_COUNTS = "no counts"
    CALLS_IN_TEXT = "calls in text"
    BROKEN_CALLS = "broken calls"
    BLANK_ARGUMENTS = "blank arguments"
    NO_AUTO = "no auto"
    WORDS = "words"
    NO_REACT = "no react"
    ONE_CALL = "one call"
    MISFIT = "misfit"
    LOOSE_STRICT = "loose strict"
    ENDLESS_STRICT = "endless strict"
    INCURABLE_STRICT = "incurable strict"
    CUTS_SILENTLY = "cuts silently"
    ODD_REFUSAL = "odd refusal"
    LOOSE_STRUCTURE = "loose structure"
    UNKNOWN_FACTS = "unknown facts"
    THINKS_IN_TEXT = "thinks in text"
    THINKS_APART = "thinks apart"
    NO_SWITCH = "no switch"
    NO_HISTORY = "no history"
    NO_EMPTY_ARGUMENTS = "no empty arguments"
    DEAF = "deaf"
    TEMPLATE_MARKUP = "template markup"
    MUTE = "mute"


@dataclass(slots=True)
class CheckedModel:
    """Answers one request after another; nothing is remembered."""

    defects: frozenset[Defect] = frozenset()

    def __call__(self, body: dict[str, Any]) -> Answer:
        if Defect.MUTE in self.defects:
            return refuse(404, "no such address")
        n_tokens = self.count(body)
        if n_tokens > WINDOW:
            if Defect.CUTS_SILENTLY not in self.defects:
                odd = Defect.ODD_REFUSAL in self.defects
                return refuse(400, ODDLY_LONG if odd else TOO_LONG)
            n_tokens = WINDOW
        made = self.answer(body)
        if isinstance(made, dict):
            made["usage"] = {"prompt_tokens": n_tokens, "completion_tokens": 5}
            if Defect.NO_COUNTS in self.defects:
                del made["usage"]
            self.think(made["choices"][0]["message"], body)
        return made

    def count(self, body: Mapping[str, Any]) -> int:
        counted = [
            message
            for message in body["messages"]
            if message["role"] != "system" or Defect.NO_SYSTEM_IN_TEMPLATE not in self.defects
        ]
        tools = [] if Defect.NO_TOOLS_IN_TEMPLATE in self.defects else body.get("tools", [])
        return len(json.dumps([counted, tools]).split())

    def think(self, message: dict[str, Any], body: Mapping[str, Any]) -> None:
        off = body.get("chat_template_kwargs", {}).get("enable_thinking") is False
        if off and Defect.NO_SWITCH not in self.defects:
            return
        if Defect.THINKS_IN_TEXT in self.defects:
            message["content"] = f"<think>\nHm.\n</think>\n{message['content']}"
        if Defect.THINKS_APART in self.defects:
            message["reasoning_content"] = "Hm."

    def answer(self, body: Mapping[str, Any]) -> Answer:
        messages = body["messages"]
        if "response_format" in body:
            facts = ["f9"] if Defect.UNKNOWN_FACTS in self.defects else ["f1"]
            turn = json.dumps({**TURN, "facts_told": facts})
            return say("Hello." if Defect.LOOSE_STRUCTURE in self.defects else turn)
        if body.get("tools"):
            auto = body["tool_choice"] == "auto"
            if auto and Defect.NO_AUTO in self.defects:
                return refuse(400, AUTO_REFUSAL)
            if messages[-1]["role"] == "tool":
                return self.read_result(messages)
            return self.use_tools(body)
        if "Action Input" in messages[0]["content"]:
            return self.write_step(messages[-1]["content"])
        return say("<|im_start|>Hi" if Defect.TEMPLATE_MARKUP in self.defects else "29 or hello.")

    def read_result(self, messages: list[dict[str, Any]]) -> Answer:
        arguments = messages[-2]["tool_calls"][0]["function"]["arguments"]
        if Defect.NO_HISTORY in self.defects:
            return refuse(500, "template: tool_calls is undefined")
        if not arguments and Defect.NO_EMPTY_ARGUMENTS in self.defects:
            return refuse(400, "arguments: expected JSON")
        deaf = Defect.DEAF in self.defects
        return say("Let me see." if deaf else f"It says {messages[-1]['content']}.")

    def use_tools(self, body: Mapping[str, Any]) -> Answer:
        question = body["messages"][-1]["content"]
        if body["tool_choice"] == "none" or question not in ERRANDS:
            return say("Hello.")
        calls = [(name, json.dumps(arguments)) for name, arguments in ERRANDS[question]]
        if body["tool_choice"] == "required":
            return self.use_forced(calls, body)
        return self.use_freely(calls)

    def use_forced(self, calls: list[tuple[str, str]], body: Mapping[str, Any]) -> Answer:
        is_cured = "frequency_penalty" in body and Defect.INCURABLE_STRICT not in self.defects
        if Defect.ENDLESS_STRICT in self.defects and not is_cured:
            return say(write_hermes(calls[0][0], "{" + " " * 200)[:120], finish="length")
        strict = all(tool["function"].get("strict") for tool in body["tools"])
        if strict and Defect.LOOSE_STRICT not in self.defects:
            return say("", *calls)
        return say("", (calls[0][0], '{"item": 5}'))

    def use_freely(self, calls: list[tuple[str, str]]) -> Answer:
        name, arguments = calls[0]
        changed: dict[Defect, Callable[[], Answer]] = {
            Defect.WORDS: lambda: say("There are plenty."),
            Defect.CALLS_IN_TEXT: lambda: say(write_hermes(name, arguments)),
            Defect.BROKEN_CALLS: lambda: say(write_hermes(name, "{north")),
            Defect.BLANK_ARGUMENTS: lambda: say(
                write_hermes(name, "{" + " " * 200), finish="length"
            ),
            Defect.MISFIT: lambda: say("", (name, '{"item": 5}')),
            Defect.ONE_CALL: lambda: say("", calls[0]),
        }
        for defect, make in changed.items():
            if defect in self.defects:
                return make()
        return say("", *calls)

    def write_step(self, question: str) -> Answer:
        if Defect.NO_REACT in self.defects:
            return say("There are plenty.")
        found = next(text for text in ERRANDS if text in question)
        name, arguments = ERRANDS[found][0]
        return say(f"Thought: look.\nAction: {name}\nAction Input: {json.dumps(arguments)}")


def write_hermes(name: str, arguments: str) -> str:
    """Return a call as a Hermes-style template has it written."""
    return f'<tool_call>\n{{"name": "{name}", "arguments": {arguments}}}\n</tool_call>'


def serve_checked(*defects: Defect, name: str = "qwen3-8b", window: bool = True) -> ScriptedServer:
    """Return a server of one such model."""
    limit = WINDOW if window else None
    return ScriptedServer(CheckedModel(frozenset(defects)), models=(name,), max_model_len=limit)
