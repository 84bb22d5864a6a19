"""Conversations and records for the tests of the filter stage."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from schemas.message import Message, Role
from schemas.task import Task
from schemas.trajectory import Trajectory
from tests.support.builders import make_task, make_trajectory
from tests.support.transcripts import ANA, BASE, FOUND, ORDER, agent, call, user
from tracer.domains.domain import Domain, load_domain

SYSTEM = Message(role=Role.SYSTEM, content=load_domain("retail").policy.text)
LISTING = (
    "I can cancel order K10-0001 with the walking boots and the desk lamp; 164.50 EUR would go back"
    " to your credit card. Shall I go ahead?"
)
CALL = call(
    "cancel_order",
    {"order_id": "K10-0001", "reason": "no longer needed"},
    {**ORDER, "status": "cancelled"},
)
LOOKED_UP = [
    *FOUND,
    *call("get_customer", {"customer_id": "cus-10001"}, ANA),
    *call("get_order", {"order_id": "K10-0001"}, ORDER),
]
CANCELLED = [
    *LOOKED_UP,
    *agent(LISTING),
    *user("Yes, please. I don't need it any more."),
    *CALL,
    *agent("I've cancelled order K10-0001, and 164.50 EUR goes back to your credit card."),
    *user("Thank you, goodbye."),
    *agent("You're welcome. Goodbye."),
]
"""A flawless conversation of sixteen messages with the system message."""


@cache
def make_domain() -> Domain:
    """Return the shop over a base of three orders."""
    return replace(load_domain("retail"), base=BASE)


def make_episode(messages: Sequence[Message] = CANCELLED, **changes: Any) -> Trajectory:
    """Return the trajectory of a conversation, the system message put before it."""
    # Put in afterwards: half a character has no bytes to make an id from.
    episode = make_trajectory(**changes)
    return episode.model_copy(update={"messages": [SYSTEM, *messages]})


def make_errand(**changes: Any) -> Task:
    """Return the task the flawless conversation settles."""
    instruction = (
        "You are Ana Weiß, a customer of Kestrel Lane. You want to cancel an order. "
        'The reason, in your own words: "I don\'t need it any more."'
    )
    return make_task(**{"instruction": instruction, **changes})
