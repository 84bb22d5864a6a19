from pathlib import Path

import pytest

import tracer.domains.airline
from schemas.message import Message
from schemas.verdict import ClauseVerdict
from tests.support.transcripts import agent, call, talk, user
from tests.unit.tracer.domains.airline import small_airline as air
from tests.unit.tracer.domains.airline.guards.airline_desk import (
    BASE,
    BY_MAIL,
    BY_NAME,
    FOUND,
    PROFILE,
    book,
    cancel,
    hand_over,
    read,
    run,
)
from tracer.domains.airline.guards import GUARDS
from tracer.domains.policy import Keeper, parse_policy
from tracer.domains.state import State
from tracer.domains.transcript import Transcript

MOVE_DEARER = run(
    "change_flights",
    reservation_id=air.ECONOMY,
    flights=air.name_flights(air.DEARER, air.BACK),
    payment_id=air.CREDIT,
)
VIOLATING = {
    1: talk(user("It's about AA10BB."), read(air.ECONOMY)),
    2: talk(
        user("eda@example.com"),
        run(BY_MAIL, email="eda@example.com"),
        hand_over("eda@example.com wants to know how late TW211 is."),
    ),
    3: talk(FOUND, PROFILE, read(air.FOREIGN)),
    4: talk(FOUND, agent("It was paid with pay-100001.")),
    5: talk(FOUND, read(air.ECONOMY), agent("TW211 leaves at 16:10 on 20 May.")),
    6: talk(FOUND, read(air.ECONOMY), agent("For both of you each way is 200.00 EUR in total.")),
    10: talk(FOUND, call("list_airports", {}, [], text="One moment.")),
    12: talk(FOUND, user("Cancel AA12BB."), cancel(air.BUSINESS)),
    13: talk(
        FOUND,
        agent("Move AA10BB to TW211 on 22 May, 20.00 EUR back to your credit card?"),
        user("Yes."),
        MOVE_DEARER,
    ),
    34: talk(
        FOUND,
        agent("I'd cancel AA20BB and refund all of it to your cards. Shall I?"),
        user("Yes."),
        cancel(air.MIXED),
    ),
    35: talk(FOUND, agent("I'm sorry for that. I can send you a certificate of 100 EUR.")),
    38: talk(FOUND, user("Cancel it."), cancel(air.TOO_OLD), hand_over("Ada wants AA15BB gone.")),
}


def make_good() -> Transcript:
    """Return a conversation that keeps every clause: a change, a cancellation, a certificate."""
    state = air.open_airline()
    return talk(*greet(state), *change(state), *give_up(state))


def greet(state: State) -> list[list[Message]]:
    """Return how the customer is found and what she asks first."""
    return [
        user("Hi, I'm flying to London with my son on the 20th and we need a later day."),
        agent("I can look into that. What is your full name and your birth date?"),
        user("Ada Lovelace, 10 December 1985."),
        run(BY_NAME, state, name="Ada Lovelace", birth_date="1985-12-10"),
        run("get_customer", state, customer_id="cus-10001"),
        run("get_reservation", state, reservation_id=air.ECONOMY),
        agent("I've found AA10BB, TW211 on 20 May and TW212 on 24 May. Which day would you like?"),
        user("The 23rd, if there's a flight in the afternoon?"),
        run("get_flight", state, flight_number="TW211", date="2026-05-23"),
        run("calculate", state, expression="(130.00 - 100.00) * 2"),
    ]


def change(state: State) -> list[list[Message]]:
    """Return how a flight is changed."""
    new = air.name_flights(air.DEARER, air.BACK)
    arguments = {"reservation_id": air.ECONOMY, "flights": new, "payment_id": air.CREDIT}
    return [
        agent(
            "Yes: TW211 leaves at 14:00 on 23 May, lands at 14:55 and has seats left in economy."
            " It costs 30.00 EUR more for each of you, so 60.00 EUR. Which card should take that?"
        ),
        user("The credit card, please."),
        agent(
            "Then in reservation AA10BB I'd change TW211 on 20 May to TW211 on 23 May for Ada"
            " Lovelace and Ben Okri, in economy, and keep TW212 on 24 May. 60.00 EUR would be"
            " charged to your credit card. Shall I go ahead?"
        ),
        user("Before you do, that's the one ending 4242?"),
        agent("Yes, the credit card ending in 4242. Shall I change the flight?"),
        user("Go ahead, thanks."),
        run("change_flights", state, **arguments),
        agent("You now fly with TW211 on 23 May. Can I do anything else for you?"),
    ]


def give_up(state: State) -> list[list[Message]]:
    """Return how a reservation is cancelled and compensated."""
    struck = {"reservation_id": air.STRUCK}
    due = {"customer_id": "cus-10001", **struck, "amount": "200.00"}
    return [
        user("Yes. You cancelled our flight on the 16th, AA16BB. We won't go any more."),
        run("get_reservation", state, **struck),
        run("get_flight", state, flight_number="TW211", date="2026-05-16"),
        agent(
            "TW211 on 16 May has been cancelled, so AA16BB can be cancelled as a whole. I'd refund"
            " 400.00 EUR to your credit card within 5 to 7 business days. Do you want that?"
        ),
        user("Yes, do that. And do we get any compensation?"),
        run("cancel_reservation", state, **struck, reason="flight cancelled"),
        run("calculate", state, expression="2 * 100"),
        agent(
            "AA16BB is cancelled. For a cancelled flight 100.00 EUR are due for each passenger: I"
            " would send a travel certificate of 200.00 EUR for AA16BB to your account. Shall I?"
        ),
        user("Yes please."),
        run("send_certificate", state, **due),
        agent("The certificate is on your account. Is there anything else?"),
        user("No, that was all. Thank you!"),
    ]


def make_booking() -> Transcript:
    """Return another: a booking split over two methods, and a hand-over."""
    return talk(
        user("I want to take my friend Cleo Marr to London on 20 May, back on the 24th."),
        agent("Which mail address is your account under, and when was Cleo Marr born?"),
        user("ada@example.com. She was born on 2 March 2001. Economy is fine, one bag each."),
        run(BY_MAIL, email="ada@example.com"),
        PROFILE,
        run("search_direct_flights", origin="CPH", destination="LHR", date="2026-05-20"),
        run("search_direct_flights", origin="LHR", destination="CPH", date="2026-05-24"),
        run("calculate", expression="2 * (100 + 100)"),
        run("calculate", expression="400 - 150"),
        agent(
            "There is TW211 on 20 May, 14:00, and TW212 on 24 May, 7:00, together 400.00 EUR for"
            " both of you. Would you like insurance, and how would you like to pay?"
        ),
        user("No insurance. Use the certificate up, and the rest on my credit card."),
        agent(
            "I'd book:\n- Ada Lovelace and Cleo Marr, born 2 March 2001\n- TW211 on 20 May and"
            " TW212 on 24 May, in economy\n- 2 bags, both free\n- 400.00 EUR: 150.00 EUR from your"
            " travel certificate and 250.00 EUR from your credit card\n\nIs that a yes?"
        ),
        user("Yes, book it."),
        book(
            air.ADA,
            {"first": "Cleo", "last": "Marr", "birth_date": "2001-03-02"},
            flights=(air.OUT, air.BACK),
            n_bags=2,
            shares=((air.CERTIFICATE, "150.00"), (air.CREDIT, "250.00")),
        ),
        agent("It's booked. Is there anything else?"),
        user("Could we have seats by the window?"),
        hand_over("Ada Lovelace would like two seats by the window on her new reservation."),
    )


def test_guards_are_exactly_those_the_policy_marks() -> None:
    folder = Path(tracer.domains.airline.__file__).parent
    policy = parse_policy((folder / "policy.md").read_text(encoding="utf-8"), "policy.md")
    assert list(GUARDS) == policy.list_numbers(Keeper.GUARD)


@pytest.mark.parametrize("clause", GUARDS)
def test_every_guard_finds_its_violation(clause: int) -> None:
    finding = GUARDS[clause](VIOLATING[clause], BASE)
    assert finding.verdict is ClauseVerdict.VIOLATED
    assert finding.detail


@pytest.mark.parametrize("clause", GUARDS)
@pytest.mark.parametrize("good", [make_good(), make_booking()], ids=["change", "booking"])
def test_good_conversation_keeps_every_clause(good: Transcript, clause: int) -> None:
    finding = GUARDS[clause](good, BASE)
    assert finding.verdict is ClauseVerdict.COMPLIED, finding.detail


@pytest.mark.parametrize("good", [make_good(), make_booking()], ids=["change", "booking"])
def test_no_call_of_a_good_conversation_is_refused(good: Transcript) -> None:
    assert all(event.ok for event in good.calls)


@pytest.mark.parametrize("clause", GUARDS)
def test_empty_conversation_keeps_every_clause(clause: int) -> None:
    assert GUARDS[clause](Transcript(()), BASE).verdict is ClauseVerdict.COMPLIED
