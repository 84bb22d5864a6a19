import pytest

from schemas.message import Message
from schemas.verdict import ClauseVerdict
from tests.support.transcripts import agent, talk, user
from tests.unit.tracer.domains.airline import small_airline as air
from tests.unit.tracer.domains.airline.guards.airline_desk import BASE, FOUND, book, run
from tests.unit.tracer.domains.airline.guards.test_consent import (
    BAGS,
    LISTINGS,
    MOVE,
    SEND,
    SPLIT,
    UPGRADE,
)
from tracer.domains.airline.guards.consent import guard_scope

YES = user("Yes.")


def judge(*parts: list[Message]) -> ClauseVerdict:
    return guard_scope(talk(FOUND, *parts), BASE).verdict


@pytest.mark.parametrize(("text", "write"), LISTINGS)
def test_what_was_listed_is_what_is_done(text: str, write: list[Message]) -> None:
    finding = guard_scope(talk(FOUND, agent(text), YES, write), BASE)
    assert finding.verdict is ClauseVerdict.COMPLIED, finding.detail


@pytest.mark.parametrize(("text", "write"), LISTINGS)
def test_short_question_after_the_listing_takes_nothing_back(
    text: str, write: list[Message]
) -> None:
    parts = (agent(text), user("How long does a refund take?"), agent("Thank you, Ada. Shall I?"))
    assert judge(*parts, YES, write) is ClauseVerdict.COMPLIED


@pytest.mark.parametrize(
    ("text", "write"),
    [
        ("Move AA10BB to TW211 on 22 May, 60.00 EUR on your credit card?", MOVE),
        ("Move AA10BB to TW243 on 23 May, 60.00 EUR on your credit card?", MOVE),
        ("Move AA10BB to TW211 on 23 May, 60.00 EUR on your gift card?", MOVE),
        ("Move AA10BB to basic economy, 40.00 EUR back on your debit card?", UPGRADE),
        ("Upgrade AA10BB to business, 800.00 EUR on your credit card?", UPGRADE),
        ("Add 3 bags to AA11BB for 100.00 EUR on your credit card?", BAGS),
        ("Send a certificate of 100.00 EUR for AA16BB?", SEND),
        ("Book TW211 on 21 May for you in economy, 100.00 EUR by credit card?", book(air.ADA)),
        ("Book TW211 on 20 May for you in business, 300.00 EUR by credit card?", book(air.ADA)),
        ("Book TW211 on 20 May for you in economy, 100.00 EUR by debit card?", book(air.ADA)),
        (
            (
                "Book Ben Okri on TW211 on 20 and TW212 on 24 May in economy, insured, 2 bags,"
                " 460.00 EUR, credit card and gift card?"
            ),
            SPLIT,
        ),
        (
            (
                "Book both of you on TW211 on 20 and TW212 on 24 May in economy, insured, 2 bags,"
                " 460 EUR on the credit card?"
            ),
            SPLIT,
        ),
    ],
)
def test_something_else_than_was_listed_violates(text: str, write: list[Message]) -> None:
    assert judge(agent(text), YES, write) is ClauseVerdict.VIOLATED


def test_detail_changed_after_the_listing_violates() -> None:
    verdict = judge(
        agent("Move AA10BB to the later flight, 60.00 EUR on your credit card?"),
        user("Yes. The one on 23 May, I mean."),
        MOVE,
    )
    assert verdict is ClauseVerdict.VIOLATED


def test_passenger_of_an_earlier_listing_is_unclear() -> None:
    cleo = {"first": "Cleo", "last": "Marr", "birth_date": "2001-01-01"}
    write = book(air.BEN, cleo, shares=((air.CREDIT, "200.00"),))
    verdict = judge(
        agent("Book Cleo on TW211 on 20 May in economy, 100.00 EUR by credit card?"),
        user("Yes, and Ben."),
        agent("Book Ben as well, 200.00 EUR by credit card?"),
        YES,
        write,
    )
    assert verdict is ClauseVerdict.UNCLEAR


def test_old_flight_and_days_of_a_refund_are_no_other_flight() -> None:
    cheaper = run(
        "change_flights",
        reservation_id=air.ECONOMY,
        flights=air.name_flights(air.CHEAPER, air.BACK),
        payment_id=air.CREDIT,
    )
    text = (
        "In AA10BB I'd change TW211 on 20 May for the one on 22 May. TW212 on 24 May stays. 20.00"
        " EUR go back to your credit card by 25 May. Agreed?"
    )
    assert judge(agent(text), YES, cheaper) is ClauseVerdict.COMPLIED
