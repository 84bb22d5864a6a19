"""React: a conversation without tool calling, read back into one with it.

After ReAct (Yao et al., arXiv:2210.03629, section 2): tools stand in the system prompt, calls and
results in the texts.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tracer.inference.rehearsal.desk import Step, dump

Message = dict[str, Any]

OBSERVATION = "Observation:"
MARK = re.compile(r"^(?:Customer says|Customer|User):\s?", re.MULTILINE)
ACTION = re.compile(r"^Action: *(?P<name>\S+) *\nAction Input: *(?P<input>.*)$", re.MULTILINE)
ANSWER = re.compile(r"^(?:Final )?Answer: *", re.MULTILINE)


def read_react(messages: Sequence[Mapping[str, Any]]) -> tuple[list[Message], list[Message]]:
    """Return messages and tools in the shape of native tool calling."""
    native: list[Message] = []
    waiting: list[str] = []
    tools: list[Message] = []
    for message in messages:
        text = str(message.get("content") or "")
        if message.get("role") == "system":
            tools = list(read_tools(text))
            native.append({"role": "system", "content": text})
        elif message.get("role") == "assistant":
            native.append(read_own(text, len(native)))
            waiting = [call["id"] for call in native[-1].get("tool_calls", ())]
        elif text.startswith(OBSERVATION):
            native += read_results(text, waiting)
        else:
            native.append({"role": "user", "content": MARK.sub("", text)})
    return native, tools


def read_tools(system: str) -> Iterator[Message]:
    """Yield the tools that a system prompt describes, one line of JSON each."""
    for line in system.splitlines():
        if not line.startswith("{"):
            continue
        try:
            tool = json.loads(line)
        except ValueError:
            continue
        if isinstance(tool, dict) and "name" in tool and "parameters" in tool:
            yield {"type": "function", "function": tool}


def read_own(text: str, place: int) -> Message:
    """Return a message of the agent, its calls numbered by where it stands."""
    calls = [
        {
            "id": f"{place}/{number}",
            "function": {"name": found["name"], "arguments": found["input"]},
        }
        for number, found in enumerate(ACTION.finditer(text))
    ]
    if calls:
        return {"role": "assistant", "content": "", "tool_calls": calls}
    return {"role": "assistant", "content": ANSWER.sub("", text)}


def read_results(text: str, waiting: Sequence[str]) -> Iterator[Message]:
    """Yield the results in a message, one a line, for the calls that wait for them."""
    lines = [line.removeprefix(OBSERVATION).strip() for line in text.splitlines()]
    for call_id, line in zip(waiting, lines, strict=False):
        yield {"role": "tool", "tool_call_id": call_id, "content": line}


def write_text(step: Step) -> Message:
    """Return a step as a message in the form of ReAct; of several calls the first."""
    if not step.calls:
        return {"role": "assistant", "content": f"Thought: I write to them.\nAnswer: {step.text}"}
    name, arguments = step.calls[0]
    text = f"Thought: I look it up.\nAction: {name}\nAction Input: {dump(arguments)}"
    return {"role": "assistant", "content": text}
