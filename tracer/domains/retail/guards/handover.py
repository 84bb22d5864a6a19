"""Handover: clause 36, what is handed to a person and with which words."""

import re

from tracer.domains.checking.handover import Errands, judge_hand_overs
from tracer.domains.guard import Finding
from tracer.domains.retail.guards.identity import ACCOUNTS
from tracer.domains.retail.guards.listing import ACTIONS
from tracer.domains.state import Base
from tracer.domains.transcript import Transcript

FORBIDDEN = re.compile(
    r"\b(?:compensat\w*|discount\w*|voucher\w*|goodwill|store credit|price match\w*"
    r"|waive\w*|new order|place an order)\b"
)
# What the tools can do, unless the parcel or the account is the matter.
COVERED = re.compile(
    r"\b(?:cancel\w*|exchang\w*|return(?:s|ed|ing)?|chang\w* (?:\w+ ){0,3}address"
    r"|chang\w* (?:\w+ ){0,3}payment|payment method)\b"
)
UNCOVERED = re.compile(
    r"\b(?:never (?:came|arrived)|not (?:\w+ )?(?:arrived|received|come|found|been delivered)"
    r"|missing|lost|damaged|broken|faulty|wrong|did ?n[o']t (?:arrive|come)"
    r"|has ?n[o']t (?:arrived|come)|name|e-?mail|phone|no account"
    r"|account (?:was|is|could) not|not find|no (?:\w+ )?match\w*|nobody"
    r"|invoice|receipt|carrier|parcel|fraud\w*|complain\w*|technical|error)\b"
)
ERRANDS = Errands(
    look_ups=ACCOUNTS.look_ups,
    writes=ACTIONS.words,
    forbidden=FORBIDDEN,
    covered=COVERED,
    uncovered=UNCOVERED,
)


def guard_hand_over(transcript: Transcript, base: Base) -> Finding:
    """Judge the part of clause 36 that code can see: refusals, forbidden matters, the summary."""
    return judge_hand_overs(transcript, base, ERRANDS)
