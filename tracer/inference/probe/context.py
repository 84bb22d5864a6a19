"""Context: how much of a conversation fits, and whether what does not is refused aloud."""

from schemas.errors import ModelError
from tracer.inference.probe.probe import Finding, ProbeName, Verdict, fail, leave_open
from tracer.inference.probe.subject import Ask, Subject, quote, say

UNKNOWN_WORDS = 200_000
MOST_WORDS = 1_100_000
"""Words sent where a server does not say how much it takes, and at most."""
SPARE_WORDS = 512
WORDS = ("lamp", "tree", "road", "milk", "song", "door", "hill")
FEW_TOKENS = 4
OVERLONG = "context_length"
LENGTH_ADVICE = "serve it with a larger --max-model-len"
LEAST_ROOM = 1024
"""Tokens without which a conversation ends before anything is done."""


async def probe_room(subject: Subject) -> Finding:
    """Send the policy and the tools of a run, and see how much room they leave."""
    demands = subject.demands
    messages = [say("system", demands.policy), say("user", "Hello.")]
    reply = await subject.attempt(Ask(messages, demands.tools, max_tokens=FEW_TOKENS))
    if isinstance(reply, ModelError) and reply.kind != OVERLONG:
        # A server without a parser may refuse tools; the form as text then takes the same room.
        text = demands.text_form.write_system(demands.policy, demands.tools)
        reply = await subject.attempt(
            Ask([say("system", text), say("user", "Hello.")], max_tokens=FEW_TOKENS)
        )
    if isinstance(reply, ModelError):
        return fail(ProbeName.ROOM, str(reply), LENGTH_ADVICE * (reply.kind == OVERLONG))
    if not reply.input_tokens:
        return leave_open(ProbeName.ROOM, "the server counts no prompt tokens")
    seen = f"policy and tools take {reply.input_tokens:,} tokens"
    if subject.max_model_len is None:
        return Finding(probe=ProbeName.ROOM, verdict=Verdict.WORKS, seen=seen)
    room = subject.max_model_len - reply.input_tokens
    seen = f"{seen} of {subject.max_model_len:,}, {room:,} are left"
    if room < LEAST_ROOM:
        return fail(ProbeName.ROOM, seen, LENGTH_ADVICE)
    return Finding(probe=ProbeName.ROOM, verdict=Verdict.WORKS, seen=seen)


async def probe_context(subject: Subject) -> Finding:
    """Send a prompt that is too long; it should be refused in words that are taken for that.

    Every word is a token at least, so that as many words as the limit has tokens are too many.
    """
    n_words = (subject.max_model_len or UNKNOWN_WORDS - SPARE_WORDS) + SPARE_WORDS
    n_words = min(n_words, MOST_WORDS)
    text = " ".join(WORDS[number % len(WORDS)] for number in range(n_words))
    reply = await subject.attempt(Ask([say("user", text)], max_tokens=FEW_TOKENS))
    if isinstance(reply, ModelError):
        return describe_refusal(reply, n_words)
    if not reply.input_tokens:
        return leave_open(
            ProbeName.CONTEXT, f"{n_words:,} words were taken; no prompt tokens are counted"
        )
    if reply.input_tokens < n_words:
        seen = f"cut silently: of {n_words:,} words the model was given {reply.input_tokens:,}"
        advice = "let the server refuse what is too long: turn its truncation off"
        return fail(ProbeName.CONTEXT, f"{seen} tokens", advice)
    seen = f"{reply.input_tokens:,} tokens were taken; the limit lies above"
    return Finding(probe=ProbeName.CONTEXT, verdict=Verdict.WORKS, seen=seen)


def describe_refusal(error: ModelError, n_words: int) -> Finding:
    """Return the finding of a prompt that was not taken."""
    if error.kind == OVERLONG:
        seen = f"{n_words:,} words are refused as too long"
        return Finding(probe=ProbeName.CONTEXT, verdict=Verdict.WORKS, seen=seen)
    seen = f"refused, but not as too long: {quote(str(error), 90)}"
    advice = "such an episode ends model_error instead of context_length and is played again"
    return Finding(probe=ProbeName.CONTEXT, verdict=Verdict.PARTLY, seen=seen, advice=advice)
