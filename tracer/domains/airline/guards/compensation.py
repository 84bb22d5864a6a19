"""Compensation: clause 35, none offered unasked, and nothing but a certificate ever."""

import re
from collections.abc import Iterator
from enum import IntEnum

from schemas.message import Role
from schemas.verdict import ClauseVerdict
from tracer.domains.checking.wording import normalise, split_sentences
from tracer.domains.guard import COMPLIED, Finding, doubt, violate
from tracer.domains.state import Base
from tracer.domains.transcript import Said, Transcript

SEND = "send_certificate"
_TROUBLE = r"(?:troubles?|delay\w*|cancell\w*|inconvenience|wait\w*|mess|hassle|late\w*|disruption)"
ASKED = re.compile(
    r"\bcompensat\w*|\breimburs\w*|\bgoodwill\b|\bvouchers?\b|\bowe(?:s|d)? (?:me|us)\b"
    r"|\b(?:entitled|eligible)\b|\bclaim\b|\bmake (?:it|this|that|things) (?:up|good|right)\b"
    r"|\bmak(?:e|ing) up for\b|\bmake amends\b|\bdamages\b"
    r"|\b(?:something|anything|money|payment|credit|certificate)\b[^.?!]{0,30}"
    rf"\b(?:for|in return|as)\b[^.?!]{{0,40}}\b{_TROUBLE}\b"
    r"|\bwhat (?:do|will|would|can|could|am|are|should) (?:i|we) (?:get|due|owed|claim|expect)\b"
    r"|\b(?:get|have|receive|due|send|give|issue|want|expect|deserve|ask(?:ing)? for)\b"
    r"[^.?!]{0,40}\bcertificate\b"
    r"|\bcertificate\b[^.?!]{0,40}\b(?:due|owed|for (?:the|my|our|this))\b"
    r"|\b(?:pay|give|offer|do)\b[^.?!]{0,30}\b(?:for|about) (?:the|this|that|my|our) (?:\w+ )?"
    rf"{_TROUBLE}\b"
)
HINTED = re.compile(
    r"\bdo about (?:it|this|that)\b|\bunacceptable\b|\bnot good enough\b|\bwhat now\b"
    r"|\bdo (?:something|anything) for (?:me|us)\b|\bcost (?:me|us)\b|\bout of pocket\b"
    r"|\bsorry (?:isn't|is not|doesn't)\b"
)
STEMS = (
    "compensat",
    "reimburs",
    "goodwill",
    "voucher",
    "owe",
    "entitled",
    "eligible",
    "claim",
    "make",
    "making",
    "damages",
    "certificate",
    "trouble",
    "delay",
    "cancell",
    "inconvenience",
    "wait",
    "mess",
    "hassle",
    "late",
    "disruption",
    "what ",
    "about",
    "accept",
    "enough",
    "anything",
    "something",
    "cost",
    "pocket",
    "sorry",
)
"""Without one of these no text asks for compensation or hints at it: the patterns are slow."""
GIVING_STEMS = (
    "compensat",
    "goodwill",
    "make",
    "certificate",
    "voucher",
    "discount",
    "credit",
    "miles",
    "bonus",
    "waiv",
    "free",
    "complimentary",
    "courtesy",
)
"""Without one of these no text offers anything."""
NAMED = re.compile(r"\bcompensat\w*|\bgoodwill\b|\bmake (?:it|this) up to you\b|\bmake amends\b")
CERTIFICATE = re.compile(
    r"\b(?:send|sending|issue|issuing|offer|offering|give you|giving you|grant\w*|entitled"
    r"|eligible|claim|qualif\w+)\b[^.?!;]{0,60}\bcertificate\b"
    r"|\bcertificate\b[^.?!;]{0,60}\b(?:is|would be|are|as) (?:\w+ )?"
    r"(?:due|available|owed|compensation|an apology)\b"
)
GIFT = re.compile(
    r"\b(?:vouchers?|discounts?|store credit|travel credit|miles|bonus points|waiv\w+|goodwill"
    r"|free (?:up-?grade|seat|meal|flight|ticket)"
    r"|(?:complimentary|courtesy) (?:up-?grade|bags?|seat|meal|flight|ticket))\b"
)
OFFERING = re.compile(
    r"\b(?:i|we)(?:'d| would| can| could|'ll| will|'ve| have| am going to| may)?(?: \w+){0,3}?"
    r" (?:offer\w*|give|given|giving|add\w*|send|sent|arrange\w*|provide\w*|grant\w*|include\w*"
    r"|waiv\w+|credit\w*|appl\w+|issu\w+|throw in|put)\b"
    r"|\bas (?:compensation|an? (?:apology|goodwill|gesture))|\bwould you (?:like|accept)\b"
    r"|\bhere is\b|\byou(?:'ll| will| can| could)? (?:get|receive|have)\b"
)
DENIED = re.compile(
    r"\b(?:not|no|never|cannot|nothing|none|nor|neither|unable|without|only)\b|n't\b"
)


class Wish(IntEnum):
    """How far the customer has gone in asking for compensation."""

    NONE = 0
    HINTED = 1
    ASKED = 2


def guard_compensation(transcript: Transcript, base: Base) -> Finding:
    """Judge the part of clause 35 that code can see.

    An offer of compensation or a certificate before the customer asks is a violation, as is an
    offer of anything else at any time. Where the customer only hints at it, or the assistant only
    speaks of it, it is unclear. Declining is no offer.
    """
    del base
    wish = Wish.NONE
    finding = COMPLIED
    for event in transcript.events:
        if isinstance(event, Said):
            text = normalise(event.text)
            if event.role is Role.USER:
                wish = wish if wish is Wish.ASKED else max(wish, read_wish(text))
                continue
            judged = next(judge_text(text, wish), COMPLIED)
        else:
            judged = judge_sending(wish) if event.tool == SEND else COMPLIED
        if judged.verdict is ClauseVerdict.VIOLATED:
            return violate(f"message {event.index}: {judged.detail}")
        if judged is not COMPLIED and finding is COMPLIED:
            finding = doubt(f"message {event.index}: {judged.detail}")
    return finding


def read_wish(text: str) -> Wish:
    """Return how far a text of the customer asks for compensation."""
    if not any(stem in text for stem in STEMS):
        return Wish.NONE
    if ASKED.search(text):
        return Wish.ASKED
    return Wish.HINTED if HINTED.search(text) else Wish.NONE


def judge_sending(wish: Wish) -> Finding:
    """Return the finding for a certificate sent when the customer has asked so far."""
    if wish is Wish.ASKED:
        return COMPLIED
    detail = "a certificate sent though the customer had not asked for compensation"
    return doubt(detail) if wish is Wish.HINTED else violate(detail)


def judge_text(text: str, wish: Wish) -> Iterator[Finding]:
    """Yield what is wrong with a text of the assistant, the worst first."""
    found = list(judge_sentences(text, wish))
    yield from (one for one in found if one.verdict is ClauseVerdict.VIOLATED)
    yield from found


def judge_sentences(text: str, wish: Wish) -> Iterator[Finding]:
    """Yield what is wrong with each sentence that speaks of compensation or of gifts."""
    for sentence in split_sentences(text):
        if not any(stem in sentence for stem in GIVING_STEMS):
            continue
        denied = DENIED.search(sentence) is not None
        if GIFT.search(sentence) and not denied:
            is_offer = OFFERING.search(sentence) is not None
            yield (violate if is_offer else doubt)(f"{sentence!r} offers more than a certificate")
        if wish is Wish.ASKED or denied:
            continue
        if CERTIFICATE.search(sentence) or (NAMED.search(sentence) and OFFERING.search(sentence)):
            is_hinted = wish is Wish.HINTED
            yield (doubt if is_hinted else violate)(f"{sentence!r} offers compensation unasked")
        elif NAMED.search(sentence):
            yield doubt(f"{sentence!r} speaks of compensation unasked")
