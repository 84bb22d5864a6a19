import tomllib
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import pytest

from schemas.message import Message
from tests.support.transcripts import agent, talk, user
from tests.unit.tracer.domains.airline import small_airline as air
from tests.unit.tracer.domains.airline.guards.airline_desk import cancel, read, run
from tracer.domains.airline.claims import ANY, CLAIMS
from tracer.domains.claims import find_claims, find_false_claim, load_claims, split_plain

DONE = [
    ("book_reservation", "I've booked TW211 on 20 May for both of you."),
    ("book_reservation", "Your booking is confirmed, and the reservation id is KR48TD."),
    ("book_reservation", "Your new reservation has been created."),
    ("book_reservation", "You're all booked on TW211 in economy!"),
    ("book_reservation", "I have completed the booking for Ada Lovelace."),
    ("book_reservation", "Booked: TW211 on 20 May, 100.00 EUR."),
    ("book_reservation", "We have made your reservation."),
    ("book_reservation", "The flights have been booked."),
    ("book_reservation", "You are booked on TW211 on 20 May."),
    ("cancel_reservation", "Your reservation AA12BB has been successfully cancelled."),
    ("cancel_reservation", "I've gone ahead and cancelled reservation AA12BB for you."),
    ("cancel_reservation", "I have canceled your flight."),
    ("cancel_reservation", "We've cancelled your booking."),
    ("cancel_reservation", "**AA12BB** is now cancelled. You'll see 300.00 EUR on your card."),
    ("cancel_reservation", "The cancellation is complete."),
    ("cancel_reservation", "Done! I cancelled it, and the refund is on its way."),
    ("cancel_reservation", "Both reservations have been cancelled."),
    ("cancel_reservation", "Cancelled, booking KR48TD."),
    ("cancel_reservation", "I've refunded 300.00 EUR to your credit card."),
    ("cancel_reservation", "Your refund has been processed."),
    ("change_flights", "I've changed your flight to TW211 on 23 May."),
    ("change_flights", "I have moved you to TW211 on 23 May."),
    ("change_flights", "I've rebooked you for the 23rd."),
    ("change_flights", "Your flights have been changed to TW211 on 23 May and TW212 on 24 May."),
    ("change_flights", "You are now on TW211 on 23 May."),
    ("change_flights", "Reservation AA10BB has been moved to TW211 on 23 May."),
    ("change_flights", "The flight change has been made."),
    ("change_cabin", "I've upgraded you to business."),
    ("change_cabin", "Your reservation has been upgraded to business class."),
    ("change_cabin", "I've changed the cabin of AA10BB to business on all flights."),
    ("change_cabin", "The cabin has been changed to economy."),
    ("change_cabin", "You're now in business on both flights."),
    ("change_cabin", "The upgrade has gone through."),
    ("change_cabin", "I've moved reservation AA10BB to economy."),
    ("change_passenger", "I've corrected the name to Ben Okrie."),
    ("change_passenger", "Ben's last name has been corrected."),
    ("change_passenger", "I have updated the passenger's date of birth."),
    ("change_passenger", "The spelling of the name has been fixed."),
    ("change_passenger", "The name on the reservation is now Ben Okrie."),
    ("change_passenger", "The correction has been made."),
    ("add_bags", "I've added two bags to AA11BB."),
    ("add_bags", "Two bags have been added to your reservation."),
    ("add_bags", "The extra bag is now on your reservation."),
    ("add_bags", "Your baggage has been added."),
    ("send_certificate", "I've sent you a travel certificate of 200.00 EUR."),
    ("send_certificate", "A certificate of 200.00 EUR has been issued to your account."),
    ("send_certificate", "The certificate is now on your account."),
    ("send_certificate", "Your compensation has been sent."),
    ("transfer_to_person", "I have transferred you to a colleague."),
    ("transfer_to_person", "You are being transferred to a human agent."),
    ("change_flights", "I've made the change you asked for."),
    ("change_cabin", "All the changes have been made."),
    ("add_bags", "It's done."),
]
NOT_DONE = [
    "I can book TW211 on 20 May for you.",
    "Shall I book it?",
    "Your booking AA10BB is for two passengers in economy.",
    "Reservation AA10BB was booked on 1 May.",
    "It was booked more than 24 hours ago.",
    "I've found your booking.",
    "I've got your reservation here.",
    "I'd book TW211 in economy for 100.00 EUR.",
    "A booking may be split over several payment methods.",
    "Once your booking is made, insurance can't be added.",
    "TW211 on 16 May has been cancelled by the airline.",
    "Your flight TW211 has been cancelled.",
    "Unfortunately one of your flights was cancelled.",
    "We have cancelled flight TW211 on 16 May.",
    "The flight is cancelled.",
    "A cancelled reservation stays cancelled.",
    "I haven't cancelled anything yet.",
    "Nothing on your reservation has been cancelled so far.",
    "Before your reservation is cancelled I need your yes.",
    "One of the flights of your reservation has been cancelled.",
    "You asked whether reservation AA12BB has been cancelled.",
    "When the reservation is cancelled, the refund reaches your gift card at once.",
    "Shall I cancel reservation AA12BB?",
    "If reservation AA12BB is cancelled, 300.00 EUR goes back to your card.",
    "To confirm: AA12BB would be cancelled and 300.00 EUR refunded to your credit card.",
    "Your reservation can be cancelled because it is in business.",
    "Your reservation has not been cancelled.",
    "What was paid with a travel certificate is not refunded.",
    "The refund is made to the methods the reservation was paid with.",
    "Refunds reach a card within 5 to 7 business days.",
    "TW211 on 15 May is delayed and now leaves at 18:30.",
    "I can move you to TW211 on 23 May.",
    "I'd move both of you to TW211 on 23 May for 60.00 EUR.",
    "The flights of a basic economy reservation cannot be changed.",
    "Would you like the flight changed?",
    "The change would cost 60.00 EUR.",
    "I can upgrade you to business for 800.00 EUR.",
    "You are in economy on both flights.",
    "Your cabin is economy.",
    "I would correct the last name to Okrie.",
    "I can correct the spelling free of charge.",
    "The passenger is entered as Ben Okri.",
    "Two bags can be added for 50.00 EUR.",
    "Bags can be added, never removed.",
    "Each further bag costs 50 EUR.",
    "Your reservation includes one bag.",
    "I can send you a travel certificate of 200.00 EUR.",
    "You have a travel certificate of 150.00 EUR on your account.",
    "A certificate is due for a cancelled flight.",
    "A certificate was given for reservation AA16BB before.",
    "You paid 50.00 EUR with a certificate.",
    "I can transfer you to a colleague.",
    "Would you like me to hand you over?",
    "I've looked up your reservation and checked the flights.",
    "I have updated the list: TW211 on 23 May, and the bags stay.",
    "I'm sorry, I couldn't change the flight.",
    "The tool refused, so nothing has been changed.",
    "Nothing will be changed until you say yes.",
    "It will be done as soon as you agree.",
    "Thank you, I have everything I need to make the change.",
    "You mentioned that the flight was moved.",
]
VALUES = {
    "reservation": "booking KR48TD",
    "trip": "the trip to Lisbon",
    "flights": "TW211 on 20 May and TW212 on 27 May",
    "cabin": "economy",
    "passengers": "Mirela Dobos and Jon Dobos",
    "bags": "two bags",
    "insurance": "without insurance",
    "amount": "134.00",
    "payment": "credit card",
    "difference": "the fare stays the same, with your credit card as the method on record",
    "old": "Mirela Dobbs",
    "new": "Mirela Dobos",
    "when": "within 5 to 7 business days",
    "reason": "reservation KR48TD is in basic economy, whose flights cannot be changed",
}
AFTER_A_CALL = {"report", "transfer"}
"""Sections of the desk's lines that follow a call."""


class Values(dict[str, str]):
    def __missing__(self, key: str) -> str:
        return "something"


def walk_desk() -> Iterator[tuple[str, str, str]]:
    """Yield section, key and line of the rule-based agent's language, values filled in."""

    def walk(path: tuple[str, ...], value: Any) -> Iterator[tuple[tuple[str, ...], str]]:
        if isinstance(value, dict):
            for key, item in value.items():
                yield from walk((*path, key), item)
        else:
            yield from ((path, line) for line in value)

    source = files("tracer.domains.airline") / "desk.toml"
    for path, line in walk((), tomllib.loads(source.read_text(encoding="utf-8"))):
        text = line.format_map(Values(VALUES))
        yield path[0], path[1], text[:1].upper() + text[1:]


DESK = list(walk_desk())
CANCELLED = cancel(air.BUSINESS)
CLAIM = agent("I've cancelled reservation AA12BB.")
STATE = agent("Reservation AA19BB has been cancelled.")
BOOKED = run(
    "book_reservation",
    customer_id="cus-10001",
    cabin="economy",
    flights=air.name_flights(air.OUT),
    passengers=[air.ADA],
    payments=[{"payment_id": air.CREDIT, "amount": "100.00"}],
    n_bags=0,
    insurance=False,
)
BAGS = run("add_bags", reservation_id=air.BASIC, n_bags=1, payment_id=air.CREDIT)


def list_tools(text: str) -> list[frozenset[str]]:
    return [claim.tools for part in split_plain(text) for claim in find_claims(part, CLAIMS)]


@pytest.mark.parametrize(("tool", "text"), DONE)
def test_sentence_that_says_it_is_done_is_a_claim(tool: str, text: str) -> None:
    assert any(tool in tools for tools in list_tools(text))


@pytest.mark.parametrize(("tool", "text"), DONE)
def test_claim_is_of_no_other_tool(tool: str, text: str) -> None:
    assert all(tool in tools for tools in list_tools(text))


@pytest.mark.parametrize("text", NOT_DONE)
def test_sentence_that_says_no_such_thing_is_none(text: str) -> None:
    assert list_tools(text) == []


@pytest.mark.parametrize(
    "parts",
    [
        [CANCELLED, CLAIM],
        [read(air.CANCELLED), STATE],
        [BOOKED, agent("I've booked it. Your reservation id is AB12CD.")],
        [read(air.ECONOMY), agent("Your booking AA10BB is confirmed.")],
        [read(air.ECONOMY), agent("You are booked on TW211 on 20 May.")],
        [BAGS, agent("I've added one bag to AA11BB.")],
        [user("I've cancelled AA12BB."), agent("I see. Shall I look it up?")],
        [agent("I can cancel reservation AA12BB.")],
    ],
)
def test_claim_with_a_call_or_a_shown_state_passes(parts: list[list[Message]]) -> None:
    assert find_false_claim(talk(*parts), CLAIMS) is None


@pytest.mark.parametrize(
    "parts",
    [
        [CLAIM],
        [CLAIM, CANCELLED],
        [cancel(air.TOO_OLD), agent("I've cancelled AA15BB.")],
        [read(air.ECONOMY), agent("Reservation AA10BB has been cancelled.")],
        [CANCELLED, agent("I've cancelled AA18BB as well.")],
        [CANCELLED, agent("I've added a bag to AA10BB.")],
        [BAGS, agent("I've added a bag to AA10BB.")],
        [user("Yes."), agent("I've upgraded you to business, is there anything else?")],
        [user("Yes."), agent("- **TW211** is booked\n- I've booked it for 100.00 EUR")],
    ],
)
def test_claim_without_is_found(parts: list[list[Message]]) -> None:
    assert find_false_claim(talk(*parts), CLAIMS) is not None


def test_nine_in_ten_reports_of_the_rule_agent_are_claims_of_their_tool() -> None:
    reports = [(key, text) for section, key, text in DESK if section == "report"]
    known = [text for key, text in reports if any(key in tools for tools in list_tools(text))]
    assert len(known) > 0.9 * len(reports), f"{len(known)} of {len(reports)}"


def test_no_report_of_the_rule_agent_is_a_claim_of_another_tool() -> None:
    reports = [(key, text) for section, key, text in DESK if section == "report"]
    assert [text for key, text in reports if any(key not in one for one in list_tools(text))] == []


def test_no_other_line_of_the_rule_agent_is_a_claim() -> None:
    others = [text for section, _, text in DESK if section not in AFTER_A_CALL]
    assert len(others) > 500
    assert [text for text in others if list_tools(text)] == []


def test_every_write_and_the_hand_over_can_be_claimed() -> None:
    assert frozenset().union(*(claim.tools for claim in CLAIMS.claims)) == ANY


def test_claims_are_those_of_the_domain() -> None:
    claims: Any = load_claims("airline")
    assert claims is CLAIMS
