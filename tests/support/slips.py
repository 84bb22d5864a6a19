"""Slips: what a model may do wrong, each under a name; lies about an agent's answer.

The slip takes the call the honest answer makes; where it makes none, a call of the first tool.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tests.support.lies import Body, Lie
from tracer.inference.server import Answer

BRACKETS = "[" * 40_000
HALF_EMOJI = "Thank you \ud83d"
RESERVED = ("respond", "finish", "final_answer")
MADE_ID = "call_made"


def get_call(body: Body, honest: Mapping[str, Any]) -> tuple[str, str]:
    """Return name and arguments of the call to be spoilt."""
    calls = honest["choices"][0]["message"].get("tool_calls")
    if calls:
        return calls[0]["function"]["name"], calls[0]["function"]["arguments"]
    return body["tools"][0]["function"]["name"], "{}"


def make_call(name: Any, arguments: Any, call_id: Any = MADE_ID) -> dict[str, Any]:
    """Return a call as a server sends it; an id of None is left out."""
    made = {"type": "function", "function": {"name": name, "arguments": arguments}}
    return made if call_id is None else {"id": call_id, **made}


def replace(honest: Mapping[str, Any], finish: str = "", **message: Any) -> dict[str, Any]:
    """Return the answer with another message."""
    kept = {"role": "assistant", "content": "", **message}
    ended = finish or ("tool_calls" if "tool_calls" in message else "stop")
    return {**honest, "choices": [{"index": 0, "message": kept, "finish_reason": ended}]}


@dataclass(frozen=True, slots=True)
class Spoilt:
    """Sends the call with other arguments: `form` has `{}` where its own text stands."""

    form: Any

    def __call__(self, body: Body, honest: dict[str, Any]) -> Answer:
        name, arguments = get_call(body, honest)
        spoilt = self.form.replace("{}", arguments) if isinstance(self.form, str) else self.form
        return replace(honest, tool_calls=[make_call(name, spoilt)])


def quote_singly(body: Body, honest: dict[str, Any]) -> Answer:
    """Write the arguments as Python would."""
    name, arguments = get_call(body, honest)
    return replace(honest, tool_calls=[make_call(name, str(json.loads(arguments)))])


def send_object(body: Body, honest: dict[str, Any]) -> Answer:
    """Send the arguments as an object, not as text."""
    name, arguments = get_call(body, honest)
    return replace(honest, tool_calls=[make_call(name, json.loads(arguments))])


@dataclass(frozen=True, slots=True)
class Thrice:
    """Sends the call three times in one message, under these ids."""

    ids: tuple[str | None, ...]

    def __call__(self, body: Body, honest: dict[str, Any]) -> Answer:
        call = get_call(body, honest)
        return replace(honest, tool_calls=[make_call(*call, call_id) for call_id in self.ids])


@dataclass(frozen=True, slots=True)
class Named:
    """Sends the call under another name."""

    name: Any

    def __call__(self, body: Body, honest: dict[str, Any]) -> Answer:
        _name, arguments = get_call(body, honest)
        return replace(honest, tool_calls=[make_call(self.name, arguments)])


def cut_call(body: Body, honest: dict[str, Any]) -> Answer:
    """End at the token limit in the middle of the arguments."""
    name, arguments = get_call(body, honest)
    cut = make_call(name, arguments[: len(arguments) // 2])
    return replace(honest, "length", tool_calls=[cut])


def cut_after_call(body: Body, honest: dict[str, Any]) -> Answer:
    """End at the token limit with a call that looks whole."""
    return replace(honest, "length", tool_calls=[make_call(*get_call(body, honest))])


@dataclass(frozen=True, slots=True)
class Written:
    """Sends a text in place of the answer."""

    text: str

    def __call__(self, body: Body, honest: dict[str, Any]) -> Answer:
        del body
        return replace(honest, content=self.text)


def think_aloud(body: Body, honest: dict[str, Any]) -> Answer:
    """Leave private reasoning before the honest answer."""
    del body
    message = honest["choices"][0]["message"]
    text = f"<think>The customer must not read this.</think>{message['content']}"
    return replace(honest, **{**message, "content": text})


BROKEN_ARGUMENTS: dict[str, Lie] = {
    "extra_brace": Spoilt("{}}"),
    "two_objects": Spoilt("{}{}"),
    "single_quotes": quote_singly,
    "brackets": Spoilt(BRACKETS),
    "a_list": Spoilt("[{}]"),
}
"""Arguments that are no JSON object: a typed result, nothing run."""
EMPTY_ARGUMENTS: dict[str, Lie] = {
    "empty_arguments": Spoilt(""),
    "null_arguments": Spoilt(None),
    "null_text": Spoilt("null"),
    "blank_arguments": Spoilt(" \n"),
}
"""Arguments that mean none."""
GOOD_CALLS: dict[str, Lie] = {
    "object_arguments": send_object,
    "three_calls": Thrice(("a", "b", "c")),
    "shared_ids": Thrice(("same", "same", "same")),
    "missing_ids": Thrice((None, None, None)),
    "think_aloud": think_aloud,
}
"""Odd in form, right in sense: all of it is run."""
UNKNOWN_NAMES: dict[str, Lie] = {
    "invented_name": Named("fly_to_the_moon"),
    "empty_name": Named(""),
    "no_name": Named(None),
    **{f"reserved_{name}": Named(name) for name in RESERVED},
}
"""Calls of tools that there are not."""
CUT_SHORT: dict[str, Lie] = {"cut_call": cut_call, "cut_after_call": cut_after_call}
"""Output that ended at the token limit."""
SPOILT_TEXTS: dict[str, Lie] = {
    "markup": Written('<tool_call>{"name": "get_order"}</tool_call>'),
    "half_emoji": Written(HALF_EMOJI),
}
"""Texts that cannot be taken as they stand."""
AGENT_SLIPS: dict[str, Lie] = {
    **BROKEN_ARGUMENTS,
    **EMPTY_ARGUMENTS,
    **GOOD_CALLS,
    **UNKNOWN_NAMES,
    **CUT_SHORT,
    **SPOILT_TEXTS,
}
"""All slips of an agent."""
