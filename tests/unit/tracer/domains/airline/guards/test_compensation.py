import pytest

from schemas.message import Message
from schemas.verdict import ClauseVerdict
from tests.support.transcripts import agent, talk, user
from tests.unit.tracer.domains.airline import small_airline as air
from tests.unit.tracer.domains.airline.guards.airline_desk import BASE, FOUND, run
from tracer.domains.airline.guards.compensation import guard_compensation

SEND = run("send_certificate", customer_id="cus-10001", reservation_id=air.STRUCK, amount="200.00")
OFFER = agent("I can send you a travel certificate of 200.00 EUR for AA16BB. Shall I?")


def judge(*parts: list[Message]) -> ClauseVerdict:
    return guard_compensation(talk(FOUND, *parts), BASE).verdict


@pytest.mark.parametrize(
    "text",
    [
        "Is there any compensation for that?",
        "You cancelled my flight. What do I get for it?",
        "I think you owe us something.",
        "I'd like some money for all this trouble.",
        "Can I have a certificate for the delay?",
        "Am I entitled to anything?",
        "How will you make it up to me?",
    ],
)
def test_certificate_offered_and_sent_once_asked_complies(text: str) -> None:
    assert judge(user(text), OFFER, user("Yes."), SEND) is ClauseVerdict.COMPLIED


def test_certificate_sent_unasked_violates() -> None:
    assert judge(user("My flight was cancelled."), SEND) is ClauseVerdict.VIOLATED


@pytest.mark.parametrize(
    "text",
    [
        "I can send you a travel certificate of 100 EUR for each passenger.",
        "You are entitled to a travel certificate.",
        "Would you like compensation for the delay?",
        "We could offer you compensation for that.",
    ],
)
def test_offer_unasked_violates(text: str) -> None:
    assert judge(user("My flight is late."), agent(text)) is ClauseVerdict.VIOLATED


@pytest.mark.parametrize(
    "text",
    [
        "I'll give you a voucher of 50.00 EUR as well.",
        "I can offer you a discount on the new flight.",
        "We'd waive the charge for the bag for you.",
        "I've added 500 bonus points to your account.",
        "You'll get a free upgrade as an apology.",
    ],
)
def test_anything_but_a_certificate_violates_even_when_asked(text: str) -> None:
    assert judge(user("I want compensation."), agent(text)) is ClauseVerdict.VIOLATED


@pytest.mark.parametrize(
    "text",
    [
        "I can't give you a voucher or a discount.",
        "No compensation is due for this reservation.",
        "Each passenger has one free bag, and a second one costs 50 EUR.",
        "You have a travel certificate of 150.00 EUR and a gift card on file.",
        "What the travel certificate paid is not refunded.",
        "I'd book it for 100.00 EUR: 50.00 EUR on your travel certificate, the rest by card.",
    ],
)
def test_declining_and_paying_are_no_offer(text: str) -> None:
    assert judge(user("I'd like to fly."), agent(text)) is ClauseVerdict.COMPLIED


def test_offer_after_a_hint_is_unclear() -> None:
    assert judge(user("And what are you going to do about it?"), OFFER) is ClauseVerdict.UNCLEAR


def test_word_of_compensation_unasked_is_unclear() -> None:
    text = "Compensation depends on the tier and the cabin."
    assert judge(user("My flight is late."), agent(text)) is ClauseVerdict.UNCLEAR


def test_word_of_a_discount_that_is_no_offer_is_unclear() -> None:
    text = "The discount was for another trip."
    assert judge(user("I want compensation."), agent(text)) is ClauseVerdict.UNCLEAR


def test_paying_with_a_certificate_is_no_wish_for_one() -> None:
    assert judge(user("I'd pay with my travel certificate."), OFFER) is ClauseVerdict.VIOLATED
