"""Trip: whether a history with calls and results is accepted, and whether results are read."""

from typing import Any

from schemas.errors import ModelError
from tracer.inference.chat import ChatReply
from tracer.inference.probe.calls import advise_refusal
from tracer.inference.probe.probe import Finding, ProbeName, Verdict, fail
from tracer.inference.probe.subject import Ask, Message, Subject, quote, say
from tracer.inference.probe.toolbox import SYSTEM, TOOLS

ADVICE = 'tool_format = "react", whose history is plain text'
# Mistral's template takes ids of nine letters and digits only.
CALL_ID = "call00001"
STOCKS = ("4831", "6207")


async def probe_trip(subject: Subject) -> Finding:
    """Send finished calls with their results; the answer should hold what the result says.

    Two calls have arguments; a third, of a tool that takes nothing, has the empty text that some
    servers send for it.
    """
    asks = [Ask(make_history(stock), TOOLS) for stock in STOCKS]
    bare = Ask(make_bare_history(), TOOLS)
    *replies, empty = await subject.attempt_all([*asks, bare])
    for reply in replies:
        if isinstance(reply, ModelError):
            advice = advise_refusal(str(reply), subject) or ADVICE
            return fail(ProbeName.TRIP, f"refused: {reply}", advice)
    n_told = sum(tells(reply, stock) for reply, stock in zip(replies, STOCKS, strict=True))
    seen, advice = f"accepted; {n_told}/{len(STOCKS)} answers hold the result's value", ""
    if n_told < len(STOCKS):
        advice = "a larger model: this one answers past its results"
    if isinstance(empty, ModelError):
        seen += f"; empty arguments are refused: {quote(str(empty), 80)}"
        advice = advice or "arguments of {} in place of an empty text, as Tracer sends them"
    return Finding(
        probe=ProbeName.TRIP,
        verdict=Verdict.PARTLY if advice else Verdict.WORKS,
        n_ok=n_told,
        n=len(STOCKS),
        seen=seen,
        advice=advice,
    )


def make_history(stock: str) -> list[Message]:
    """Return a conversation that ends in a result."""
    return [
        say("system", SYSTEM),
        say("user", "How many pieces of article A-117 are in the north warehouse?"),
        make_call("get_stock", '{"article": "A-117", "warehouse": "north"}'),
        make_result(f'{{"article": "A-117", "warehouse": "north", "pieces": {stock}}}'),
    ]


def make_bare_history() -> list[Message]:
    """Return a conversation with a call whose arguments are an empty text."""
    return [
        say("system", SYSTEM),
        say("user", "What are your opening hours today?"),
        make_call("get_opening_hours", ""),
        make_result('{"opens": "09:00", "closes": "18:30"}'),
    ]


def make_call(name: str, arguments: str) -> dict[str, Any]:
    """Return the assistant's message with one call."""
    function = {"name": name, "arguments": arguments}
    call = {"id": CALL_ID, "type": "function", "function": function}
    return {"role": "assistant", "content": "", "tool_calls": [call]}


def make_result(content: str) -> dict[str, str]:
    """Return the result of that call."""
    return {"role": "tool", "tool_call_id": CALL_ID, "content": content}


def tells(reply: ChatReply | ModelError, stock: str) -> bool:
    """Return whether an answer holds a number, with or without a mark at its thousands."""
    if isinstance(reply, ModelError):
        return False
    return stock in "".join(char for char in reply.text if char not in ",. '\u202f\u00a0")
