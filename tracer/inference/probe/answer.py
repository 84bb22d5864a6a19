"""Answer: whether words come back at all, and whether the system message reaches the model."""

import re

from schemas.errors import ModelError
from tracer.inference.chat import ChatReply
from tracer.inference.probe.probe import (
    Finding,
    ProbeName,
    Verdict,
    fail,
    grade,
    leave_open,
)
from tracer.inference.probe.subject import Ask, Subject, quote, say

TEMPLATE_MARKUP = re.compile(
    r"<\|?(?:im_start|im_end|eot_id|end_of_text|start_header_id|end_header_id|endoftext|return"
    r"|assistant|user|system|end)\|?>|</?s>|\[/?INST\]|<(?:start|end)_of_turn>",
    re.IGNORECASE,
)
TEMPLATE_ADVICE = "the server's chat template is not the model's: --chat-template FILE"
FEW_TOKENS = 4
RULES = " ".join(f"Rule {number}: never mention item {number}." for number in range(1, 21))
RULES_GROWTH = 60
"""Tokens that the rules add at the very least."""


async def probe_answer(subject: Subject) -> Finding:
    """Ask three plain questions; an answer is words that end by themselves, without markup."""
    asks = [
        Ask([say("system", "You answer in one short sentence."), say("user", text)])
        for text in (
            "Greet a customer of a garden shop.",
            "Thank a customer for waiting.",
            "Tell a customer that a parcel has left the warehouse.",
        )
    ]
    replies = await subject.attempt_all(asks)
    faults = [fault for fault in map(find_fault, replies) if fault]
    spoken = [reply for reply in replies if isinstance(reply, ChatReply)]
    seen = faults[0] if faults else quote(spoken[0].text)
    advice = TEMPLATE_ADVICE if "markup" in seen else ""
    return grade(ProbeName.ANSWER, len(asks) - len(faults), len(asks), seen, advice)


def find_fault(reply: ChatReply | ModelError) -> str:
    """Return what is wrong with a plain answer, or nothing."""
    if isinstance(reply, ModelError):
        return str(reply)
    if TEMPLATE_MARKUP.search(reply.text):
        return f"markup of the template in the text: {quote(reply.text)}"
    if reply.is_cut_off:
        return f"cut off after {reply.output_tokens} tokens: {quote(reply.text or reply.reasoning)}"
    return "" if reply.text.strip() else "an empty text"


async def probe_system(subject: Subject) -> Finding:
    """Compare the length of a prompt with a short and a long system message, as the server counts.

    What a model makes of a message is its own affair; a template that drops it is told by this.
    """
    asks = [
        Ask([say("system", text), say("user", "Hello.")], max_tokens=FEW_TOKENS)
        for text in ("Be kind.", f"Be kind. {RULES}")
    ]
    growth = measure_growth(await subject.attempt_all(asks))
    if isinstance(growth, str):
        return fail(ProbeName.SYSTEM, growth, TEMPLATE_ADVICE)
    return judge_growth(ProbeName.SYSTEM, growth, RULES_GROWTH, TEMPLATE_ADVICE)


def measure_growth(replies: list[ChatReply | ModelError]) -> int | str | None:
    """Return the tokens by which the second prompt is longer than the first.

    None where the server counts none; a text says why it did not answer.
    """
    counts = []
    for reply in replies:
        if isinstance(reply, ModelError):
            return str(reply)
        counts.append(reply.input_tokens)
    return counts[1] - counts[0] if all(counts) else None


def judge_growth(probe: ProbeName, growth: int | None, least: int, advice: str) -> Finding:
    """Return whether a prompt grew by what was added to it."""
    if growth is None:
        return leave_open(probe, "the server counts no prompt tokens")
    seen = f"adds {growth} tokens to the prompt"
    if growth < least:
        return fail(probe, seen, advice)
    return Finding(probe=probe, verdict=Verdict.WORKS, seen=seen)
