"""Items: clause 15, the items of an order in one call, announced as the only one."""

import re

from schemas.message import Role
from tracer.domains.checking.wording import normalise
from tracer.domains.guard import COMPLIED, Finding, doubt, violate
from tracer.domains.state import Base
from tracer.domains.transcript import Said, Transcript

ITEM_TOOLS = frozenset({"change_order_items", "return_items", "exchange_items"})
ONLY_ONCE = re.compile(
    r"\b(?:only|just|at most|no more than) (?:\w+ ){0,5}?(?:once|one time"
    r"|one (?:change|return|exchange|go|chance))\b"
    r"|\b(?:once only|one[- ]time|one[- ]off|one[- ]shot"
    r"|single (?:change|return|exchange|time|go))\b"
    r"|\bonce (?:for|per|on|with) (?:\w+ )?(?:order|one)\b"
    r"|\bone (?:change|return|exchange|go|chance)(?: or (?:\w+ )?(?:return|exchange))?\b"
    r"|\b(?:can't|cannot|can not|won't|not|no longer|never|nor)\b[^.?!]{0,60}"
    r"\b(?:again|a second time|twice|afterwards|any ?more|further|once more|another time)\b"
    r"|\bno (?:further|second|more|other|later) (?:changes?|returns?|exchanges?|items?|swaps?)\b"
    r"|\bthe only (?:\w+ )?(?:change|return|exchange|one|time)\b|\b(?:just|only) one\b(?! of)"
    r"|\bone and only\b"
    r"|\b(?:can't|cannot|can not|won't|not) (?:\w+ ){0,2}?(?:be )?(?:repeated|redone)\b"
    r"|\b(?:won't|not|can't|cannot) (?:\w+ ){0,2}?(?:another|a second)\b|\btakes? no other\b"
    r"|\b(?:nothing|anything) else (?:from|in|of) (?:\w+ ){0,3}can be\b"
    r"|\b(?:can't|cannot|won't) [^.?!]{0,40}\banything else\b"
    r"|\b(?:chang|alter|exchang|return|swap)\w+ once\b"
    r"|\bstays? fixed\b|\bitems (?:\w+ ){0,4}stay as they are\b"
    r"|\block(?:s|ed)?\b|\bfinal\b(?! sale)|\bonly (?:be )?(?:\w+ )?once\b"
)
HINT = re.compile(
    r"\b(?:once|in one go|all together|all at once|together|at the same time"
    r"|must (?:go back|come along|go|be) (?:\w+ )?(?:now|too|in it|included))\b"
)


def guard_items(transcript: Transcript, base: Base) -> Finding:
    """Judge clause 15 as far as words and calls show it.

    No call on items follows a successful one on the same order; before the first, the assistant has
    told that it can be done only once. Whether all items were collected is for a judge.
    """
    del base
    done: set[str] = set()
    words = ""
    finding = COMPLIED
    for event in transcript.events:
        if isinstance(event, Said):
            if event.role is Role.ASSISTANT:
                words += f"\n{normalise(event.text)}"
        elif event.tool in ITEM_TOOLS:
            order_id = str(event.arguments.get("order_id", ""))
            where = f"message {event.index}: {event.tool} on {order_id}"
            if order_id in done:
                return violate(f"{where}, whose items had been dealt with already")
            finding = judge_words(words, where)
            if finding is not COMPLIED:
                return finding
            if event.ok:
                done.add(order_id)
    return finding


def judge_words(words: str, where: str) -> Finding:
    """Return whether the assistant's words before a call tell that it is the only one."""
    if ONLY_ONCE.search(words):
        return COMPLIED
    if HINT.search(words):
        return doubt(f"{where}: perhaps not told that it can be done only once")
    return violate(f"{where} without telling that it can be done only once")
