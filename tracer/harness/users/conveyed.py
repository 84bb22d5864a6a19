"""Conveyed: reads dialogue acts out of what a model said as the customer, for a rule-based agent.

A value makes an act only when it stands in the text: the agent never knows more than it was told.
"""

import re
from collections.abc import Sequence

from schemas.act import Act, ActKind
from schemas.draft import Fact, FactKind
from tracer.harness.draft import make_act
from tracer.harness.parties import Signal
from tracer.harness.users.telling import inform

YES = re.compile(
    r"\b(yes|yeah|yep|sure|ok|okay|agreed|correct|absolutely|confirm(ed)?|i agree|go ahead"
    r"|please do|do (it|that|so)|proceed|carry on|that'?s (right|fine)|sounds (good|right|fine)"
    r"|looks (right|good))\b",
    re.IGNORECASE,
)
NO = re.compile(
    r"\b(no|nope|not|wrong|wait|hold on|stop|instead|rather|but|except|\w+n't)\b", re.IGNORECASE
)


def list_conveyed(
    text: str, told: Sequence[Fact], heard: Sequence[Act], signal: Signal
) -> list[Act]:
    """Return the acts of a customer's message that tells `told` after the desk's acts `heard`."""
    acts = [act for fact in told for act in convey(fact) if act.value in text]
    acts += answer_listings(text, heard)
    if signal is not Signal.NONE:
        acts.append(make_act(ActKind.BYE))
    return acts


def convey(fact: Fact) -> list[Act]:
    """Return the acts that telling a fact means."""
    if fact.kind is FactKind.REQUEST:
        return [make_act(ActKind.REQUEST, fact.topic, fact.wording)]
    return inform(fact)


def answer_listings(text: str, heard: Sequence[Act]) -> list[Act]:
    """Return a yes, a no or a question back to each listing of the desk; nothing without one.

    Only a yes with no word of doubt beside it is one.
    """
    listed = {act.topic for act in heard if is_listing(act)}
    kind = read_consent(text)
    return [make_act(kind, topic) for topic in sorted(listed)] if kind is not None else []


def is_listing(act: Act) -> bool:
    """Return whether an act of the desk waits for a yes."""
    asks = act.kind is ActKind.ASK and act.slot == "confirm"
    return asks or act.kind is ActKind.PROPOSE


def read_consent(text: str) -> ActKind | None:
    """Return whether a text says yes, says no or asks something back; None when it does neither."""
    if text.rstrip().endswith("?"):
        return ActKind.CHECK
    if NO.search(text):
        return ActKind.DENY
    return ActKind.AFFIRM if YES.search(text) else None
