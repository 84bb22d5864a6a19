import pytest

from schemas.message import Message
from schemas.verdict import ClauseVerdict
from tests.support.transcripts import agent, talk, user
from tests.unit.tracer.domains.airline import small_airline as air
from tests.unit.tracer.domains.airline.guards.airline_desk import (
    BASE,
    FOUND,
    book,
    cancel,
    read,
)
from tracer.domains.airline.guards.refunds import guard_refunds

YES = user("Yes.")
ASK = "I'd cancel AA20BB and refund 200.00 EUR to your credit card and 40.00 EUR to your gift card."


def judge(*parts: list[Message]) -> ClauseVerdict:
    return guard_refunds(talk(FOUND, *parts), BASE).verdict


@pytest.mark.parametrize(
    "text",
    [
        "The 60.00 EUR paid with the travel certificate are not refunded.",
        "What you paid with your certificate won't come back.",
        "60.00 EUR came from a travel certificate. That part can't be refunded.",
        "You'd lose the 60.00 EUR of the travel certificate.",
        "Travel certificates are non-refundable, so those 60.00 EUR are gone.",
        "Everything is refunded except the part paid with the travel certificate.",
        "There is no refund for the amount on your travel certificate.",
    ],
)
def test_loss_told_before_the_yes_complies(text: str) -> None:
    verdict = judge(agent(f"{ASK} {text} Shall I?"), YES, cancel(air.MIXED))
    assert verdict is ClauseVerdict.COMPLIED


@pytest.mark.parametrize(
    "text",
    [
        "",
        "I'm sorry that you can't fly.",
        "The other 60.00 EUR go back to your travel certificate.",
    ],
)
def test_loss_not_told_violates(text: str) -> None:
    verdict = judge(agent(f"{ASK} {text} Shall I?"), YES, cancel(air.MIXED))
    assert verdict is ClauseVerdict.VIOLATED


@pytest.mark.parametrize(
    "text", ["You also paid with a travel certificate.", "That is the only money that moves."]
)
def test_hint_at_the_loss_is_unclear(text: str) -> None:
    verdict = judge(agent(f"{ASK} {text} Shall I?"), YES, cancel(air.MIXED))
    assert verdict is ClauseVerdict.UNCLEAR


def test_loss_told_after_the_question_is_unclear() -> None:
    late = agent("Mind that what the certificate paid is not refunded.")
    verdict = judge(agent(f"{ASK} Shall I?"), YES, late, user("Fine."), cancel(air.MIXED))
    assert verdict is ClauseVerdict.UNCLEAR


def test_loss_told_in_an_earlier_message_complies() -> None:
    early = agent("If you cancel, the part paid with the certificate is not refunded.")
    parts = (read(air.MIXED), early, user("I know."), agent(f"{ASK} Shall I?"), YES)
    assert judge(*parts, cancel(air.MIXED)) is ClauseVerdict.COMPLIED


def test_reservation_paid_by_card_needs_no_such_words() -> None:
    assert judge(agent("Cancel AA12BB?"), YES, cancel(air.BUSINESS)) is ClauseVerdict.COMPLIED


def test_reservation_booked_with_a_certificate_before_is_known() -> None:
    booked = book(air.ADA, shares=((air.CERTIFICATE, "100.00"),))
    key = talk(booked).calls[0].result["reservation_id"]
    verdict = judge(booked, agent("Cancel it again, with a full refund?"), YES, cancel(key))
    assert verdict is ClauseVerdict.VIOLATED
