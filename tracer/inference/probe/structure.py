"""Structure: whether the server holds a model to the structured output of a customer's turn."""

import json
from typing import Any

from jsonschema import Draft202012Validator

from schemas.errors import ModelError
from tracer.inference.chat import ChatReply
from tracer.inference.probe.probe import Finding, ProbeName, grade
from tracer.inference.probe.subject import Ask, Subject, quote, say

SYSTEM = (
    "You play a customer who writes to the desk of a shop. f1: your order is K11-2040. "
    "f2: the kettle in it does not switch off. f3: you live in {town}. Answer with one JSON object "
    'of the keys "reason" (one short sentence), "facts_told" (ids of the facts your message '
    'tells), "utterance" (your message, one or two short sentences) and "signal" ("" while the '
    "conversation goes on)."
)
TOWNS = ("Leeds", "Porto", "Graz")
TEMPERATURES = (0.0, 1.0)
TURN_TOKENS = 1024
ADVICE = (
    "the server must hold outputs to response_format json_schema (vLLM does by itself); "
    'else engine = "rules" for the user'
)


async def probe_structure(subject: Subject) -> Finding:
    """Ask for three turns at temperature 0 and three at 1."""
    response_format = subject.demands.response_format
    asks = [
        Ask(
            [
                say("system", SYSTEM.format(town=town)),
                say("user", "Hello, this is the desk. How can I help you?"),
            ],
            response_format=response_format,
            temperature=temperature,
            seed=number,
            max_tokens=max(subject.max_tokens, TURN_TOKENS),
        )
        for temperature in TEMPERATURES
        for number, town in enumerate(TOWNS)
    ]
    validator = Draft202012Validator(response_format["json_schema"]["schema"])
    replies = await subject.attempt_all(asks)
    faults = [fault for fault in (find_fault(reply, validator) for reply in replies) if fault]
    seen = faults[0] if faults else f"{len(asks)} turns that fit, at temperature 0 and at 1"
    return grade(ProbeName.STRUCTURE, len(asks) - len(faults), len(asks), seen, ADVICE)


def find_fault(reply: ChatReply | ModelError, validator: Draft202012Validator) -> str:
    """Return what is wrong with a structured output, or nothing."""
    if isinstance(reply, ModelError):
        return str(reply)
    if reply.is_cut_off:
        return f"cut off after {reply.output_tokens} tokens: {quote(reply.text)}"
    if not reply.text.strip() and reply.reasoning:
        return "an empty text, and the output in the reasoning"
    try:
        value: Any = json.loads(reply.text)
    except (ValueError, RecursionError):
        return f"no JSON: {quote(reply.text)}"
    error = next(iter(validator.iter_errors(value)), None)
    if error is None:
        return ""
    place = ".".join(str(part) for part in error.absolute_path) or "the whole"
    return f"does not fit at {place}: {quote(error.message)}"
