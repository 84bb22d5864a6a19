"""Reasoning: whether the model thinks before it answers, where that stands, and what stops it."""

import re
from typing import Any

from tracer.inference.chat import CUT_OFF
from tracer.inference.families import Switch
from tracer.inference.probe.probe import Finding, ProbeName, Verdict, fail
from tracer.inference.probe.subject import THINKING_TOKENS, Ask, Subject, quote, say
from tracer.inference.probe.wire import WireError

NAME = ProbeName.REASONING
SOME_TOKENS = 512
QUESTION = (
    "A shelf holds 3 boxes of 12 cups. 7 cups are sold. How many are left? "
    "Answer with the number alone."
)
MARKUP = re.compile(
    r"</?(?:think|thinking|thought|reasoning|seed:think|mm:think)\b[^>]*>"
    r"|\[/?THINK\]|<\|channel\|?>\s*(?:analysis|thought)|\u25c1/?think\u25b7",
    re.IGNORECASE,
)
COMMON_SWITCH = Switch(chat_template_kwargs={"enable_thinking": False})


async def probe_reasoning(subject: Subject) -> Finding:
    """Ask a small sum, as it stands and with thinking turned off; the subject then stays quiet.

    The wire is read, since the client parts what a server left in the text.
    """
    try:
        parted, marked = await think_aloud(subject)
    except WireError as error:
        return fail(NAME, str(error))
    if not (parted or marked):
        return Finding(probe=NAME, verdict=Verdict.WORKS, seen="none, and no markup of it")
    return describe(subject, await silence(subject), marked, parted)


async def think_aloud(subject: Subject) -> tuple[str, str]:
    """Return the same as `find_reasoning` of an answer that was not cut off, if need be.

    Some templates open the reasoning themselves, and only its end stands in the text: an answer
    that ran out of room says nothing yet.

    Raises:
        WireError: there is no answer.
    """
    sent = await subject.wire.send(subject.make_request(ask_sum(SOME_TOKENS)))
    found = find_reasoning(sent)
    may_think = subject.family is None or subject.family.reasoning_parser is not None
    if not any(found) and sent["finish_reason"] == CUT_OFF and may_think:
        sent = await subject.wire.send(subject.make_request(ask_sum(THINKING_TOKENS)))
        found = find_reasoning(sent)
    return found


def ask_sum(max_tokens: int) -> Ask:
    """Return the question."""
    return Ask([say("user", QUESTION)], max_tokens=max_tokens)


def find_reasoning(message: dict[str, Any]) -> tuple[str, str]:
    """Return reasoning that the server parted, and the text when it holds markup of reasoning."""
    parted = message.get("reasoning_content") or message.get("reasoning") or ""
    text = message.get("content") or ""
    return str(parted), text if MARKUP.search(text) else ""


async def silence(subject: Subject) -> Switch | None:
    """Turn thinking off when the switch does it, and return that; else make room for it."""
    known = subject.family.thinking_off if subject.family else None
    subject.quiet = known or COMMON_SWITCH
    try:
        sent = await subject.wire.send(subject.make_request(ask_sum(THINKING_TOKENS)))
        if not any(find_reasoning(sent)):
            return subject.quiet
    except WireError:
        pass  # a server may refuse the switch itself
    subject.quiet, subject.max_tokens = Switch(), THINKING_TOKENS
    return None


def describe(subject: Subject, stopped: Switch | None, marked: str, parted: str) -> Finding:
    """Return the finding of a model that thinks."""
    off = f"{show(stopped)} turns it off" if stopped else "nothing known turns it off"
    if not marked:
        seen = f"parted from the text, {len(parted)} characters; {off}"
        return Finding(probe=NAME, verdict=Verdict.WORKS, seen=seen)
    parser = subject.family.reasoning_parser if subject.family else None
    flag = f"--reasoning-parser {parser}" if parser else "the --reasoning-parser of its family"
    return Finding(
        probe=NAME,
        verdict=Verdict.PARTLY,
        seen=f"stands in the text: {quote(marked, 40)}; {off}",
        advice=f"start the server with {flag}",
    )


def show(switch: Switch) -> str:
    """Return a switch as it is written in a config."""
    shown = {**switch.chat_template_kwargs, **switch.extra_body}
    return ", ".join(f"{name} = {value}" for name, value in shown.items())
