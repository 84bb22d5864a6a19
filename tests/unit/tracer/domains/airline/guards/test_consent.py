import pytest

from schemas.message import Message
from schemas.verdict import ClauseVerdict
from tests.support.transcripts import agent, talk, user
from tests.unit.tracer.domains.airline import small_airline as air
from tests.unit.tracer.domains.airline.guards.airline_desk import BASE, FOUND, book, cancel, run
from tracer.domains.airline.guards.consent import guard_consent

YES = user("Yes, please go ahead.")
CANCEL = cancel(air.BUSINESS)
LIST_CANCEL = agent(
    "I'd cancel reservation AA12BB, your business trip to London on 20 May, and refund 300.00 EUR"
    " to your credit card. Shall I?"
)
MOVE = run(
    "change_flights",
    reservation_id=air.ECONOMY,
    flights=air.name_flights(air.DEARER, air.BACK),
    payment_id=air.CREDIT,
)
UPGRADE = run("change_cabin", reservation_id=air.ECONOMY, cabin="business", payment_id=air.DEBIT)
CORRECT = run(
    "change_passenger",
    reservation_id=air.ECONOMY,
    name="Ben Okri",
    passenger={**air.BEN, "last": "Okrie"},
)
REBIRTH = run(
    "change_passenger",
    reservation_id=air.ECONOMY,
    name="Ben Okri",
    passenger={**air.BEN, "birth_date": "2015-03-16"},
)
BAGS = run("add_bags", reservation_id=air.BASIC, n_bags=2, payment_id=air.CREDIT)
FREE_BAG = run("add_bags", reservation_id=air.ECONOMY, n_bags=2, payment_id=air.CREDIT)
SEND = run("send_certificate", customer_id="cus-10001", reservation_id=air.STRUCK, amount="200.00")
SPLIT = book(
    air.ADA,
    air.BEN,
    flights=(air.OUT, air.BACK),
    n_bags=2,
    insurance=True,
    shares=((air.CREDIT, "410.00"), (air.GIFT, "50.00")),
)


def judge(*parts: list[Message]) -> ClauseVerdict:
    return guard_consent(talk(FOUND, *parts), BASE).verdict


LISTINGS: list[tuple[str, list[Message]]] = [
    (
        "I'd book TW211 on 20 May for you in economy, 100.00 EUR on your credit card. Shall I?",
        book(air.ADA),
    ),
    (
        (
            "To book, then: Ada Lovelace and Ben Okri, TW211 on 20 and TW212 on 24 May, economy,"
            " two bags, with insurance. 460.00 EUR: 410.00 EUR from your credit card and"
            " 50.00 EUR from your gift card. Do you agree?"
        ),
        SPLIT,
    ),
    (
        (
            "**New booking**\n- Passengers: both of you\n- TW211, 20 May 2026, 14:00\n- TW212,"
            " 24 May 2026, 07:00\n- Cabin: economy, insured\n- Bags: 2\n- Total: 460.00 EUR, credit"
            " card 410.00, gift card 50.00\n\nIs this right?"
        ),
        SPLIT,
    ),
    (
        (
            "So that would be the 2 pm flight tomorrow in business for Ada Lovelace, 300.00 EUR to"
            " be taken from the card ending in 4242. May I book that?"
        ),
        book(air.ADA, flights=(air.LATE,), cabin="business", shares=((air.CREDIT, "300.00"),)),
    ),
    ("Cancel AA12BB and pay 300.00 EUR back to your credit card?", CANCEL),
    (
        (
            "Your reservation AA12BB would be cancelled whole, with 300.00 EUR going back to the"
            " card you paid with. Is that a yes?"
        ),
        CANCEL,
    ),
    (
        (
            "I'd move both of you in AA10BB from TW211 on 20 May to TW211 on 23 May; the way back"
            " stays. That is 60.00 EUR, from your credit card. All right?"
        ),
        MOVE,
    ),
    (
        "May I change AA10BB to the 14:00 flight on 23rd May, 60 euros more on the credit card?",
        MOVE,
    ),
    (
        "I can upgrade AA10BB to business on all flights for 800.00 EUR on your debit card. Yes?",
        UPGRADE,
    ),
    (
        (
            "Reservation AA10BB would then be in business, and 800.00 EUR would be charged to your"
            " debit card. Do you want that?"
        ),
        UPGRADE,
    ),
    ("Shall I correct Ben's last name in AA10BB to Okrie? It is free of charge.", CORRECT),
    ("In AA10BB Ben Okri's birth date would become 16 March 2015. Is that right?", REBIRTH),
    ("I'd add two bags to AA11BB for 50.00 EUR on your credit card. Do you agree?", BAGS),
    ("Shall I add 2 bags to AA10BB at no charge?", FREE_BAG),
    ("I'd send you a travel certificate of 200.00 EUR for AA16BB. Is that all right?", SEND),
]


@pytest.mark.parametrize(("text", "write"), LISTINGS)
def test_listing_then_yes_complies(text: str, write: list[Message]) -> None:
    finding = guard_consent(talk(FOUND, agent(text), YES, write), BASE)
    assert finding.verdict is ClauseVerdict.COMPLIED, finding.detail


@pytest.mark.parametrize(("text", "write"), LISTINGS)
def test_write_on_a_no_violates(text: str, write: list[Message]) -> None:
    assert judge(agent(text), user("No, leave it."), write) is ClauseVerdict.VIOLATED


@pytest.mark.parametrize(("text", "write"), LISTINGS)
def test_write_before_the_answer_violates(text: str, write: list[Message]) -> None:
    assert judge(user("Go on."), agent(text), write) is ClauseVerdict.VIOLATED


@pytest.mark.parametrize(("text", "write"), LISTINGS)
def test_conditional_yes_is_unclear(text: str, write: list[Message]) -> None:
    answer = user("Yes, but only if it's refundable.")
    assert judge(agent(text), answer, write) is ClauseVerdict.UNCLEAR


WRITES = [book(air.ADA), CANCEL, MOVE, UPGRADE, CORRECT, BAGS, SEND]


@pytest.mark.parametrize("write", WRITES)
def test_write_on_the_request_alone_violates(write: list[Message]) -> None:
    assert judge(user("Just do it, please."), write) is ClauseVerdict.VIOLATED


@pytest.mark.parametrize("write", [*WRITES[:1], *WRITES[2:]])
def test_listing_of_a_cancellation_is_none_of_another_write(write: list[Message]) -> None:
    assert judge(LIST_CANCEL, YES, write) is ClauseVerdict.VIOLATED


@pytest.mark.parametrize("write", [CANCEL, MOVE, UPGRADE, CORRECT, SEND])
def test_listing_of_bags_is_none_of_another_write(write: list[Message]) -> None:
    text = "I'd add two bags to AA11BB for 50.00 EUR on your credit card. Do you agree?"
    assert judge(agent(text), YES, write) is ClauseVerdict.VIOLATED


@pytest.mark.parametrize(
    ("text", "write"),
    [
        ("Shall I book TW211 in economy for you, 100.00 EUR on your credit card?", book(air.ADA)),
        ("Shall I book TW211 on 20 May in economy for you?", book(air.ADA)),
        ("Shall I book TW211 on 20 May for you, 100.00 EUR on your credit card?", book(air.ADA)),
        ("Shall I cancel AA12BB?", CANCEL),
        ("Shall I move AA10BB to the later flight for 60.00 EUR on your credit card?", MOVE),
        ("Shall I upgrade AA10BB to business on your debit card?", UPGRADE),
        ("Shall I correct Ben's last name in AA10BB?", CORRECT),
        ("Shall I add the bags to AA11BB for 50.00 EUR on your credit card?", BAGS),
        ("Shall I send you a certificate for AA16BB, 100 EUR for each passenger?", SEND),
    ],
)
def test_listing_without_a_detail_is_unclear(text: str, write: list[Message]) -> None:
    assert judge(agent(text), YES, write) is ClauseVerdict.UNCLEAR


def test_the_airlines_own_cancellation_is_no_listing() -> None:
    text = "TW211 on 16 May has been cancelled, so reservation AA16BB is affected. Anything else?"
    assert judge(agent(text), user("Yes."), cancel(air.STRUCK)) is ClauseVerdict.VIOLATED


def test_facts_on_a_flight_are_no_listing_of_a_booking() -> None:
    text = "TW211 on 20 May leaves at 14:00 and costs 100.00 EUR in economy."
    assert judge(agent(text), user("Yes."), book(air.ADA)) is ClauseVerdict.VIOLATED


def test_question_answered_before_the_yes_complies() -> None:
    verdict = judge(
        LIST_CANCEL,
        user("Before you do, when is the money back?"),
        agent("Within 5 to 7 business days."),
        user("Ok, go ahead then."),
        CANCEL,
    )
    assert verdict is ClauseVerdict.COMPLIED


def test_two_writes_listed_together_share_one_yes() -> None:
    text = (
        "I'd do both: move AA10BB to TW211 on 23 May for 60.00 EUR on your credit card, and add 2"
        " bags to AA10BB free of charge. Is that a yes to both?"
    )
    assert judge(agent(text), user("Yes to both."), MOVE, FREE_BAG) is ClauseVerdict.COMPLIED


def test_yes_to_another_proposal_is_none_to_this_one() -> None:
    verdict = judge(
        LIST_CANCEL, user("No."), agent("Shall I add a bag instead?"), user("Yes."), CANCEL
    )
    assert verdict is ClauseVerdict.VIOLATED


def test_refused_attempt_without_listing_violates() -> None:
    assert judge(cancel(air.TOO_OLD)) is ClauseVerdict.VIOLATED
