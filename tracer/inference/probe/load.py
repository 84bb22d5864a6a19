"""Load: whether several requests at once are all answered, and what the prefix cache spares."""

from time import perf_counter

from schemas.errors import ModelError
from tracer.inference.chat import ChatReply
from tracer.inference.prefix import fetch_prefix_counts
from tracer.inference.probe.probe import Finding, ProbeName, Verdict, grade, leave_open
from tracer.inference.probe.subject import Ask, Subject, say

N_AT_ONCE = 8
SHORT_ANSWER = 32
SHARED = " ".join(
    f"Shelf {number} holds garden tools, shelf {number + 1} holds pots." for number in range(1, 60)
)
"""About a thousand tokens that all requests begin with."""
LEAST_RATE = 0.5


async def probe_load(subject: Subject) -> Finding:
    """Send eight requests at once, after one alone; they share a long beginning."""
    start = perf_counter()
    await subject.attempt(make_ask(0))
    alone_s = perf_counter() - start
    asks = [make_ask(number) for number in range(1, N_AT_ONCE + 1)]
    start = perf_counter()
    replies = await subject.attempt_all(asks)
    together_s = perf_counter() - start
    failed = [str(reply) for reply in replies if isinstance(reply, ModelError)]
    seen = failed[0] if failed else f"{together_s:.1f} s together, {alone_s:.1f} s for one alone"
    n_ok = len(asks) - len(failed)
    return grade(ProbeName.LOAD, n_ok, len(asks), seen, f"in_flight = {max(1, n_ok)}")


def make_ask(number: int) -> Ask:
    """Return one of the requests."""
    question = f"What does shelf {number + 3} hold? Answer in five words."
    return Ask([say("system", SHARED), say("user", question)], max_tokens=SHORT_ANSWER)


async def probe_prefix(subject: Subject) -> Finding:
    """Send a long beginning several times over, and read what the server took from its cache."""
    before = await fetch_prefix_counts(subject.wire.base_url)
    replies = await subject.attempt_all([make_ask(number) for number in range(N_AT_ONCE)])
    after = await fetch_prefix_counts(subject.wire.base_url)
    if before is not None and after is not None and after.queries > before.queries:
        rate = (after.hits - before.hits) / (after.queries - before.queries)
        return judge_rate(rate, "of its /metrics")
    spoken = [reply for reply in replies if isinstance(reply, ChatReply)]
    n_cached, n_input = sum(r.cached_tokens for r in spoken), sum(r.input_tokens for r in spoken)
    if n_cached and n_input:
        return judge_rate(n_cached / n_input, "of its usage")
    advice = "a server with /metrics, or vLLM's --enable-prompt-tokens-details"
    return leave_open(ProbeName.PREFIX, "the server gives no figures of it", advice)


def judge_rate(rate: float, source: str) -> Finding:
    """Return the finding of a hit rate, 0 to 1."""
    seen = f"{rate:.0%} of the prompt tokens came from the cache, by the figures {source}"
    is_good = rate >= LEAST_RATE
    return Finding(
        probe=ProbeName.PREFIX,
        verdict=Verdict.WORKS if is_good else Verdict.NOT,
        seen=seen,
        advice="" if is_good else "--enable-prefix-caching; --no-... must not stand there",
    )
