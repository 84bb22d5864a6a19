import pytest

from schemas.verdict import ClauseVerdict
from tests.support.transcripts import talk, user
from tests.unit.tracer.domains.airline import small_airline as air
from tests.unit.tracer.domains.airline.guards.airline_desk import (
    BASE,
    BY_MAIL,
    FOUND,
    cancel,
    hand_over,
    run,
)
from tracer.domains.airline.guards.handover import guard_hand_over


def judge(summary: str) -> ClauseVerdict:
    return guard_hand_over(talk(FOUND, hand_over(summary)), BASE).verdict


@pytest.mark.parametrize(
    "summary",
    [
        "Ada Lovelace would like a seat by the window on AA10BB.",
        "Ada Lovelace (ada@example.com): a bag was lost on the flight from London.",
        "Ada Lovelace wants a new mail address on her account.",
        "Ada Lovelace has booked AA10BB and needs a wheelchair at the airport.",
        "Ada Lovelace wants compensation for her lost bag.",
    ],
)
def test_matter_outside_the_tools_complies(summary: str) -> None:
    assert judge(summary) is ClauseVerdict.COMPLIED


@pytest.mark.parametrize(
    "summary",
    [
        "Ada Lovelace wants compensation for the delay of TW211.",
        "Ada Lovelace wants a discount on her next flight.",
        "Ada Lovelace would like to add a payment method to her account.",
        "Ada Lovelace asks for the gold tier.",
        "Ada Lovelace wants to drop the insurance on AA13BB.",
        "The customer wants a seat by the window.",
    ],
)
def test_forbidden_matter_or_nameless_customer_violates(summary: str) -> None:
    assert judge(summary) is ClauseVerdict.VIOLATED


@pytest.mark.parametrize(
    "summary",
    ["Ada Lovelace wants to cancel AA10BB.", "Ada Lovelace wants to add two bags.", "Ada Lovelace"],
)
def test_matter_of_a_tool_or_no_matter_is_unclear(summary: str) -> None:
    assert judge(summary) is ClauseVerdict.UNCLEAR


def test_handing_over_a_refusal_violates() -> None:
    summary = hand_over("Ada Lovelace wants AA15BB cancelled although it is too old.")
    refused = (user("Cancel AA15BB."), cancel(air.TOO_OLD))
    assert guard_hand_over(talk(FOUND, *refused, summary), BASE).verdict is ClauseVerdict.VIOLATED
    wish = user("Then at least a seat by the window.")
    seat = hand_over("Ada Lovelace wants a seat by the window on AA15BB.")
    judged = guard_hand_over(talk(FOUND, *refused, wish, seat), BASE)
    assert judged.verdict is ClauseVerdict.COMPLIED


def test_customer_nobody_found_is_named_by_what_they_gave() -> None:
    transcript = talk(
        user("eda@example.com"),
        run(BY_MAIL, email="eda@example.com"),
        hand_over("The customer with mail eda@example.com is not found and wants to fly earlier."),
    )
    assert guard_hand_over(transcript, BASE).verdict is ClauseVerdict.COMPLIED
