"""Handover: clause 38, what is handed to a person and with which words."""

import re

from tracer.domains.airline.guards.actions import ACTIONS
from tracer.domains.airline.guards.identity import ACCOUNTS
from tracer.domains.airline.guards.wording import BAG
from tracer.domains.checking.handover import Errands, judge_hand_overs
from tracer.domains.guard import Finding
from tracer.domains.state import Base
from tracer.domains.transcript import Transcript

_GONE = r"(?:lost|missing|damaged|delayed bag|broken|stolen)"
FORBIDDEN = re.compile(
    r"\b(?:discount\w*|vouchers?|goodwill|price match\w*|waiv\w+|(?:higher|better|new|another) tier"
    r"|(?:silver|gold) (?:tier|status)|(?:add|new|another) (?:\w+ )?(?:payment method|credit card"
    r"|debit card)|(?:add|drop|remove|buy|cancel) (?:\w+ ){0,3}insurance"
    r"|(?:remov\w+|drop\w*|fewer) (?:\w+ ){0,2}bags?|(?:another|different) person in"
    r"|(?:add\w*|remov\w+|drop\w*) (?:\w+ ){0,2}passengers?)\b"
    rf"|^(?!.*\b{_GONE}\b).*\bcompensat\w*",
    re.DOTALL,
)
COVERED = re.compile(
    rf"\b(?:cancel\w*|re-?book\w*|book\w*|upgrad\w*|downgrad\w*|compensat\w*|certificate"
    r"|chang\w* (?:\w+ ){0,5}(?:flights?|cabin|trip|reservation|names?)|(?:later|earlier) flight"
    rf"|(?:add\w*|extra|more|another) (?:\w+ ){{0,2}}{BAG}"
    r"|correct\w* (?:\w+ ){0,5}(?:name|spelling|birth))\b"
)
UNCOVERED = re.compile(
    rf"\b(?:{_GONE}|window|aisle|seat(?:s|ed|ing)?|row|legroom|together|e-?mail|mail address|phone"
    r"|address|wheelchair|assistance|meals?|vegan|allerg\w+|pets?|dogs?|cats?|infant"
    r"|unaccompanied|medical|oxygen|visa|passport|check(?:ed)?[- ]in|boarding|invoice|receipt"
    r"|complain\w*|fraud\w*|technical|error|nobody|no account|account (?:was|is|could) not"
    r"|not (?:be )?f(?:ind|ound)|no (?:\w+ )?match\w*|left (?:\w+ ){0,4}(?:on board|plane)"
    r"|instrument|sports|bicycle|group)\b"
)
ERRANDS = Errands(
    look_ups=ACCOUNTS.look_ups,
    writes=ACTIONS.words,
    forbidden=FORBIDDEN,
    covered=COVERED,
    uncovered=UNCOVERED,
)


def guard_hand_over(transcript: Transcript, base: Base) -> Finding:
    """Judge the part of clause 38 that code can see: refusals, forbidden matters, the summary."""
    return judge_hand_overs(transcript, base, ERRANDS)
