"""RehearsalModel: answers a chat request as a model does, as the customer or as the desk."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from schemas.config import REHEARSAL
from tracer.inference.rehearsal.customer import speak
from tracer.inference.rehearsal.desk import Step, dump, take_step
from tracer.inference.rehearsal.past import read_json
from tracer.inference.rehearsal.react import read_react, write_text
from tracer.inference.rehearsal.usage import PrefixCache, count_tokens


class RehearsalModel:
    """Plays both sides of any conversation: deterministic, polite, and never malformed."""

    def __init__(self) -> None:
        self.cache = PrefixCache()

    def __call__(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """Return the completion of a request."""
        messages = [one for one in body.get("messages") or () if isinstance(one, Mapping)]
        if body.get("response_format"):
            message = {"role": "assistant", "content": write_turn(messages)}
        elif body.get("tools"):
            n_calls = sum(len(one.get("tool_calls") or ()) for one in messages)
            message = write_step(take_step(messages, body["tools"]), n_calls)
        else:
            message = write_words(messages)
        return complete(message, self.cache.count(messages, body.get("tools") or ()))


def write_turn(messages: Sequence[Mapping[str, Any]]) -> str:
    """Return the customer's turn as the JSON text that was asked for."""
    own = [read_json(str(one.get("content"))) for one in messages if one.get("role") == "assistant"]
    answered = [turn for turn in own if isinstance(turn, Mapping)]
    return json.dumps(speak(messages, answered), ensure_ascii=False)


def write_words(messages: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the desk's step as text: in the form of ReAct where the system message asks for it."""
    native, tools = read_react(messages)
    step = take_step(native, tools)
    return write_text(step) if tools else {"role": "assistant", "content": step.text}


def write_step(step: Step, n_calls: int) -> dict[str, Any]:
    """Return the desk's step as a message, ids of calls counted on."""
    if not step.calls:
        return {"role": "assistant", "content": step.text}
    calls = [
        {
            "id": f"call_{n_calls + place}",
            "type": "function",
            "function": {"name": name, "arguments": dump(arguments)},
        }
        for place, (name, arguments) in enumerate(step.calls)
    ]
    return {"role": "assistant", "content": "", "tool_calls": calls}


def complete(message: dict[str, Any], prompt: tuple[int, int]) -> dict[str, Any]:
    """Return a completion; `prompt` is how many tokens it had, and how many were cached."""
    n_prompt, n_cached = prompt
    n_out = count_tokens(json.dumps(message, ensure_ascii=False))
    return {
        "id": "rehearsal",
        "object": "chat.completion",
        "created": 0,
        "model": REHEARSAL,
        "choices": [
            {
                "index": 0,
                "message": message,
                "finish_reason": "tool_calls" if "tool_calls" in message else "stop",
            }
        ],
        "usage": {
            "prompt_tokens": n_prompt,
            "completion_tokens": n_out,
            "total_tokens": n_prompt + n_out,
            "prompt_tokens_details": {"cached_tokens": n_cached},
        },
    }
