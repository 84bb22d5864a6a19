"""Calls: whether tool calls arrive as calls, one or several, asked for or forced.

Where they don't, what came instead tells which of model, template and parser is at fault.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from schemas.errors import ModelError
from tracer.inference.chat import ChatReply
from tracer.inference.probe.answer import judge_growth, measure_growth
from tracer.inference.probe.markup import find_call_markup
from tracer.inference.probe.probe import Finding, ProbeName, fail, grade
from tracer.inference.probe.subject import Ask, Subject, quote
from tracer.inference.probe.toolbox import (
    ADDED_TOKENS,
    BARE,
    DOUBLE,
    SINGLE,
    TOOLS,
    Errand,
    find_call_fault,
    is_right,
    make_strict,
)

REFUSED = re.compile(
    r"enable-auto-tool-choice|tool.?call.?parser|tool.{0,20}(not|n't|un)\s?(be )?support",
    re.IGNORECASE,
)
TEMPLATE_ADVICE = 'its chat template knows no tools: --chat-template FILE, or tool_format = "react"'
WORDS_ADVICE = 'tool_format = "react", or forced calls, whichever works below'
STRICT_ADVICE = "strict_tools = true"
FORCED_ADVICE = 'tool_format = "react": the server does not hold forced calls to their schema'
PARSER_FLAG = "--tool-call-parser"
MOST_BLANKS = 40
CALMING = {"frequency_penalty": 0.5}
CALMING_ADVICE = "extra_body = { frequency_penalty = 0.5 } where calls are forced"
Reply = ChatReply | ModelError


async def probe_tools(subject: Subject) -> Finding:
    """Compare the length of a prompt without and with tools, as the server counts."""
    messages = SINGLE[0].messages
    bare, offered = Ask(messages, max_tokens=4), Ask(messages, TOOLS, max_tokens=4)
    growth = measure_growth(await subject.attempt_all([bare, offered]))
    if isinstance(growth, str):
        # A server without a parser refuses an open choice; tools that must not be called it takes.
        closed = replace(offered, tool_choice="none")
        growth = measure_growth(await subject.attempt_all([bare, closed]))
    if isinstance(growth, str):
        return fail(ProbeName.TOOLS, growth, advise_refusal(growth, subject))
    return judge_growth(ProbeName.TOOLS, growth, ADDED_TOKENS, TEMPLATE_ADVICE)


async def probe_auto(subject: Subject) -> Finding:
    """Ask for one call three times, left free to answer in words."""
    asks = [Ask(errand.messages, TOOLS) for errand in SINGLE]
    return judge_calls(ProbeName.AUTO, SINGLE, await subject.attempt_all(asks), subject)


async def probe_forced(subject: Subject) -> Finding:
    """Force one call three times, of tools whose schemas are to be enforced.

    JSON may hold any number of blanks, and a small model that is held to JSON may go on with them
    for ever: where calls do not end, they are asked for again with a penalty on repetition.
    """
    replies = await force(subject)
    plain = judge_calls(ProbeName.FORCED, SINGLE, replies, subject)
    if not any(isinstance(reply, ChatReply) and reply.is_cut_off for reply in replies):
        return plain
    subject.forced_extra = CALMING
    calmed = judge_calls(ProbeName.FORCED, SINGLE, await force(subject), subject)
    if calmed.n_ok <= plain.n_ok:
        subject.forced_extra = {}
        return plain
    seen = f"{calmed.seen}; without the penalty {plain.n - plain.n_ok}/{plain.n} never end"
    return calmed.model_copy(update={"seen": seen, "advice": CALMING_ADVICE})


async def force(subject: Subject) -> list[Reply]:
    """Return the answers to forced calls."""
    strict = make_strict(TOOLS)
    return await subject.attempt_all(
        [
            Ask(errand.messages, strict, tool_choice="required", extra=subject.forced_extra)
            for errand in SINGLE
        ]
    )


async def probe_parallel(subject: Subject) -> Finding:
    """Ask for two calls in one message, twice."""
    replies = await subject.attempt_all([Ask(errand.messages, TOOLS) for errand in DOUBLE])
    n_calls = [len(reply.calls) if isinstance(reply, ChatReply) else 0 for reply in replies]
    n_ok = sum(count > 1 for count in n_calls)
    seen = f"{' and '.join(map(str, n_calls))} calls where two were wanted at once"
    advice = "nothing: an agent then makes its calls one by one"
    refused = next((str(reply) for reply in replies if isinstance(reply, ModelError)), "")
    if refused:
        seen, advice = refused, advise_refusal(refused, subject)
    return grade(ProbeName.PARALLEL, n_ok, len(DOUBLE), seen, advice)


async def probe_empty(subject: Subject) -> Finding:
    """Ask twice for a call of the tool that takes nothing."""
    asks = [Ask(errand.messages, TOOLS) for errand in BARE]
    return judge_calls(ProbeName.EMPTY, BARE, await subject.attempt_all(asks), subject)


async def probe_react(subject: Subject) -> Finding:
    """Ask for one call three times, written as text in the harness's own form."""
    form = subject.demands.text_form
    asks = [
        Ask(
            [
                {"role": "system", "content": form.write_system(system["content"], TOOLS)},
                {"role": "user", "content": form.write_customer(customer["content"])},
            ],
            extra={"stop": list(form.stops)},
        )
        for system, customer in (errand.messages for errand in SINGLE)
    ]
    replies = [
        reply.model_copy(update={"calls": tuple(form.read_calls(reply.text))})
        if isinstance(reply, ChatReply) and not reply.is_cut_off
        else reply
        for reply in await subject.attempt_all(asks)
    ]
    faults = list_faults(replies)
    seen = faults[0] if faults else praise(SINGLE, replies)
    advice = "the model is too weak for the form: take a larger one"
    return grade(ProbeName.REACT, len(asks) - len(faults), len(asks), seen, advice)


def judge_calls(
    probe: ProbeName, errands: Sequence[Errand], replies: Sequence[Reply], subject: Subject
) -> Finding:
    """Return the finding of native calls, with what is at fault where they failed."""
    faults = list_faults(replies)
    n_ok = len(replies) - len(faults)
    if not faults:
        return grade(probe, n_ok, n_ok, praise(errands, replies))
    seen, advice = blame(replies, subject)
    if probe is ProbeName.FORCED and advice in (STRICT_ADVICE, WORDS_ADVICE):
        advice = FORCED_ADVICE
    return grade(probe, n_ok, len(replies), seen or faults[0], advice)


def list_faults(replies: Sequence[Reply]) -> list[str]:
    """Return what is wrong with each reply that is no sound call."""
    return [fault for fault in map(find_fault, replies) if fault]


def find_fault(reply: Reply) -> str:
    """Return what is wrong with a reply that should be calls, or nothing."""
    if isinstance(reply, ModelError):
        return str(reply)
    if reply.calls:
        return next((fault for fault in map(find_call_fault, reply.calls) if fault), "")
    markup = find_call_markup(reply.text)
    if reply.is_cut_off:
        what = "within a call" if markup else "without a call"
        what += " that goes on in blanks" * is_blank(reply.text)
        return f"cut off after {reply.output_tokens} tokens {what}: {quote(reply.text)}"
    if markup and markup.is_broken:
        return f"a call that no parser can read: {quote(markup.text)}"
    return f"words instead of a call: {quote(reply.text)}"


def is_blank(text: str) -> bool:
    """Return whether a text ends in more blanks than anything needs."""
    return len(text) - len(text.rstrip()) > MOST_BLANKS


def praise(errands: Sequence[Errand], replies: Sequence[Reply]) -> str:
    """Return how many of the calls were right in their values too."""
    n_right = sum(
        is_right(reply.calls, errand)
        for errand, reply in zip(errands, replies, strict=True)
        if isinstance(reply, ChatReply)
    )
    return f"calls that fit their schema, {n_right}/{len(replies)} with the values asked for"


def blame(replies: Sequence[Reply], subject: Subject) -> tuple[str, str]:
    """Return what was seen and what to set, by the gravest cause among the replies."""
    for reply in replies:
        if isinstance(reply, ModelError):
            return str(reply), advise_refusal(str(reply), subject)
    answered = [reply for reply in replies if isinstance(reply, ChatReply) and find_fault(reply)]
    for reply in answered:
        markup = find_call_markup(f"{reply.reasoning}\n{reply.text}")
        if markup and not (reply.calls or reply.is_cut_off or markup.is_broken):
            seen = f"the markup of a call in the text: {quote(markup.text, 40)}"
            return seen, f"a wrong or missing parser: {name_flags(subject, markup.parser)}"
    if any(reply.calls for reply in answered):
        return "", STRICT_ADVICE
    return "", WORDS_ADVICE


def advise_refusal(message: str, subject: Subject) -> str:
    """Return what to set when a server refused a request with tools."""
    return name_flags(subject) if REFUSED.search(message) else ""


def name_flags(subject: Subject, parser: str = "") -> str:
    """Return the flags with which vLLM reads the model's calls; the family's parser comes first."""
    named = subject.family.tool_parser if subject.family else parser
    return f"--enable-auto-tool-choice {PARSER_FLAG} {named or 'NAME'}"
