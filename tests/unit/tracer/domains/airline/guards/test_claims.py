import pytest

from schemas.verdict import ClauseVerdict
from tests.support.transcripts import agent, call, talk, user
from tests.unit.tracer.domains.airline import small_airline as air
from tests.unit.tracer.domains.airline.guards.airline_desk import BASE, FOUND, PROFILE, read, run
from tracer.domains.airline.guards.claims import guard_claims, guard_sums

LATE = run("get_flight", flight_number="TW211", date="2026-05-15")
READ = [*FOUND, *PROFILE, *read(air.ECONOMY), *LATE]


def judge_claim(text: str) -> ClauseVerdict:
    return guard_claims(talk(READ, agent(text)), BASE).verdict


def judge_sum(text: str) -> ClauseVerdict:
    return guard_sums(talk(READ, agent(text)), BASE).verdict


@pytest.mark.parametrize(
    "text",
    [
        "Reservation AA10BB is for TW211 on 20 May and TW 212 on 24 May, 400.00 EUR in all.",
        "You fly out on 20 and back on 24 May.",
        "TW211 on 15 May is delayed: it leaves at 18:30 instead of 14:00 and lands after 14:55.",
        "It leaves at 6.30 pm now, 5 hours later than planned.",
        "A further bag costs 50 EUR and insurance 30 EUR for each passenger.",
        "A refund reaches a card within 5 to 7 business days, a gift card at once.",
        "It was booked on 1 May at 10:00, so more than 24 hours ago.",
        "Now it is 15:00 in Copenhagen.",
        "It was paid with your credit card ending in 4242.",
        "Your gift card holds 50.00 EUR and your certificate 150.00 EUR.",
        "The certificate would be 100 EUR for each passenger.",
        "I don't know that.",
    ],
)
def test_figures_from_tools_and_policy_comply(text: str) -> None:
    assert judge_claim(text) is ClauseVerdict.COMPLIED


@pytest.mark.parametrize(
    "text",
    [
        "Your reservation is AA99ZZ.",
        "You could take TW305 instead.",
        "It leaves at 9:40.",
        "It now leaves at 7 pm.",
        "You fly on 27 May.",
        "The fare is 87.30 EUR.",
        "The refund takes 10 business days.",
        "Someone will call you within 36 hours.",
        "It goes to your card ending in 9999.",
    ],
)
def test_figures_without_source_violate(text: str) -> None:
    assert judge_claim(text) is ClauseVerdict.VIOLATED


def test_weekday_of_no_known_day_is_unclear() -> None:
    assert judge_claim("You could fly on a Saturday.") is ClauseVerdict.UNCLEAR


def test_customers_own_figures_may_be_repeated() -> None:
    transcript = talk(
        FOUND,
        user("I was told TW998 leaves at half past nine, 9:30, on 2 June, in 9 hours."),
        agent("I can't see TW998 at 9:30 on 2 June, or the 9 hours."),
    )
    assert guard_claims(transcript, BASE).verdict is ClauseVerdict.COMPLIED


def test_day_of_a_search_that_found_nothing_may_be_named() -> None:
    search = run("search_direct_flights", origin="CPH", destination="LHR", date="2026-05-29")
    transcript = talk(FOUND, user("What about Friday in two weeks?"), search)
    said = talk(FOUND, search, agent("There is no direct flight on 29 May."))
    assert transcript.calls[-1].result == []
    assert guard_claims(said, BASE).verdict is ClauseVerdict.COMPLIED


@pytest.mark.parametrize(
    "text",
    [
        "The total is 400.00 EUR.",
        "Each further bag is 50.00 EUR.",
        "The fare is 100.00 EUR.",
        "It leaves at 14.00.",
    ],
)
def test_amounts_that_are_shown_need_no_calculation(text: str) -> None:
    assert judge_sum(text) is ClauseVerdict.COMPLIED


@pytest.mark.parametrize(
    "text",
    [
        "For both of you that is 200.00 EUR more.",
        "Three more bags come to 149.00 EUR.",
        "That leaves 350.00 EUR on the card.",
        "Insurance for both passengers is 60.00 EUR.",
    ],
)
def test_amounts_worked_out_unaided_violate(text: str) -> None:
    assert judge_sum(text) is ClauseVerdict.VIOLATED


def test_total_shown_by_calculate_complies() -> None:
    transcript = talk(
        READ,
        call("calculate", {"expression": "2 * 30"}, "60.00"),
        agent("Insurance for both passengers is 60.00 EUR in total."),
    )
    assert guard_sums(transcript, BASE).verdict is ClauseVerdict.COMPLIED
    assert guard_claims(transcript, BASE).verdict is ClauseVerdict.COMPLIED
