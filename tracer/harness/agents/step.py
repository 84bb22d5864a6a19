"""ReactStep: one output of an agent that writes its calls as text, taken apart.

After ReAct (Yao et al., arXiv:2210.03629, section 2): thought, action, observation. Small models
keep to the form loosely, so marks of Markdown, fences and quotes around its parts are passed over.
"""

import json
import re
from dataclasses import dataclass

from schemas.message import FunctionCall, ToolCall

OBSERVATION = "Observation:"
CUSTOMER = "Customer says:"
STOPS = (f"\n{OBSERVATION}", f"\n{CUSTOMER}")
"""Where a server may end an output: nothing after these is the agent's to write."""

MAX_NAME = 100
HEADING = re.compile(
    r"^[ \t>*_#`]*(thought|action input|action|observation|final answer|answer|customer says)"
    r"[ \t*_`]*:[*_]*",
    re.IGNORECASE | re.MULTILINE,
)
# Within a line only the very words of the form count: customers are told of "the action: ...".
PRIVATE = re.compile(r"\b(?:Thought|Action Input|Action|Observation|Customer says):")
FENCE = re.compile(r"^[ \t]*```\w*[ \t]*$", re.MULTILINE)
MARKUP = re.compile(
    r"</?\w*(?:tool|call|function|invoke|think|thought|reason)\w*|<[|\uff5c]|\[/?TOOL"
    r'|[{,]\s*"(?:name|tool|function|action|tool_calls)"\s*:',
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class ReactStep:
    """What an output comes to: calls, or an answer to the customer."""

    thought: str = ""
    calls: tuple[ToolCall, ...] = ()
    answer: str = ""


def parse_step(output: str) -> ReactStep:
    """Return the step in an output.

    Actions are all run in order, as native calls of one message are. What follows an observation
    or a customer's word that the model made up, or an answer written before its actions have
    results, is dropped: it rests on what never happened. An action after an answer is dropped too,
    since the customer has to be heard first.

    An output without any heading is an answer as a whole. One that holds the markup of some other
    call format is a call nobody can read, and so an unknown tool: the agent is told the tools.
    """
    lead, parts = split_parts(output)
    thoughts = [text for heading, text in parts if heading == "thought"]
    first = next((part for part in parts if part[0] != "thought"), None)
    if first is None:
        return read_unmarked(lead, "\n".join(thoughts))
    thought = "\n".join(text for text in (lead, *thoughts) if text)
    if first[0] == "answer":
        return ReactStep(thought, answer=cut_private(first[1]))
    return ReactStep(thought, tuple(read_calls(parts)))


def split_parts(output: str) -> tuple[str, list[tuple[str, str]]]:
    """Return the text before the first heading, and each heading with its text.

    The list ends before the first observation or customer's word, which the model can only have
    made up.
    """
    found = list(HEADING.finditer(output))
    ends = [*(match.start() for match in found), len(output)]
    parts = []
    for match, end in zip(found, ends[1:], strict=True):
        heading = match[1].lower().removeprefix("final ")
        if heading in ("observation", "customer says"):
            break
        parts.append((heading, output[match.end() : end].strip()))
    return output[: ends[0]].strip(), parts


def read_unmarked(text: str, thought: str) -> ReactStep:
    """Return the step of an output that names neither an action nor an answer."""
    if MARKUP.search(text):
        return ReactStep(thought, (make_call("", text),))
    return ReactStep(thought, answer=cut_private(text))


def cut_private(text: str) -> str:
    """Return a text for the customer up to where it turns to thoughts or calls."""
    found = PRIVATE.search(text)
    return (text[: found.start()] if found else text).strip()


def read_calls(parts: list[tuple[str, str]]) -> list[ToolCall]:
    """Return the calls before an answer; an input belongs to the action right before it."""
    calls: list[ToolCall] = []
    for place, (heading, text) in enumerate(parts):
        before = parts[place - 1][0] if place else ""
        after = parts[place + 1] if place + 1 < len(parts) else ("", "")
        if heading == "answer":
            break
        if heading == "action":
            name, inline = split_action(text)
            calls.append(make_call(name, after[1] if after[0] == "action input" else inline))
        elif heading == "action input" and before != "action":
            calls.append(make_call("", text))
    return calls


def split_action(text: str) -> tuple[str, str]:
    """Return the tool's name, and the input that stands beside it instead of under a heading."""
    text = FENCE.sub("", text).strip()
    brace = text.find("{")
    if brace >= 0:
        return text[:brace], text[brace:].rstrip(")` \n")
    return text.partition("\n")[0], ""


def make_call(name: str, text: str) -> ToolCall:
    """Return a call with its name bare of quotes, and its input as written."""
    name = name.strip(" \t\n`'\"*()[]:.,")[:MAX_NAME]
    return ToolCall(id="", function=FunctionCall(name=name, arguments=read_input(text)))


def read_input(text: str) -> str:
    """Return the JSON object of an action's input, letter for letter.

    Fences around it, and prose on the lines below, are left out. What is no such object is returned
    as it is: guessing what was meant is not for the harness, the tool's typed result says what is
    wrong.
    """
    bare = FENCE.sub("", text).strip().strip("`").strip()
    try:
        value, end = json.JSONDecoder().raw_decode(bare)
    except (ValueError, RecursionError):
        return bare
    rest = bare[end:]
    is_prose = rest.startswith("\n") and rest.strip()[:1] not in ("", *'{}[]"')
    if isinstance(value, dict) and is_prose:
        return bare[:end]
    return bare
