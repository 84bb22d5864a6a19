import pytest

from schemas.verdict import ClauseVerdict
from tests.support.transcripts import BASE, FOUND, ORDER, agent, call, refuse, talk, user
from tracer.domains.retail.guards.claims import guard_claims, guard_sums

READ = [*FOUND, *call("get_order", {"order_id": "K10-0001"}, ORDER)]
DELIVERED = {
    **ORDER,
    "delivery": {
        "tracking": "GN11336060",
        "delivered_on": "2026-05-04",
        "shipped_on": "2026-05-01",
    },
}


def judge_claim(text: str) -> ClauseVerdict:
    return guard_claims(talk(READ, agent(text)), BASE).verdict


@pytest.mark.parametrize(
    "text",
    [
        "Order K10-0001 comes to €164.50.",
        "The boots are 119 euros, the lamp is EUR 45.5.",
        "It was placed on Friday, 8 May.",
        "It was placed on the 8th of May 2026, six days ago.",
        "You placed it on May 8th, 2026.",
        "It was placed on 08/05/2026.",
        "The refund reaches the card within 5 to 7 business days, so by 25 May at the latest.",
        "Returns are taken within 30 days of delivery.",
        "Today is 14 May 2026.",
        "There is no charge: 0.00 EUR.",
        "I don't know that.",
    ],
)
def test_figures_from_tools_and_policy_comply(text: str) -> None:
    assert judge_claim(text) is ClauseVerdict.COMPLIED


@pytest.mark.parametrize(
    "text",
    [
        "The lamp costs 46.20.",
        "Order K10-0009 is pending.",
        "It was placed on 9 May.",
        "It was placed on 2026-05-09.",
        "The refund takes 3 to 5 business days.",
        "A colleague will answer within 24 hours.",
        "You can return it within 14 days.",
        "It was paid with your card ending in 9999.",
        "The tracking number is GN99999999.",
    ],
)
def test_figures_without_source_violate(text: str) -> None:
    assert judge_claim(text) is ClauseVerdict.VIOLATED


def test_weekday_of_no_known_day_is_unclear() -> None:
    assert judge_claim("It can be picked up on Sunday.") is ClauseVerdict.UNCLEAR


def test_customers_own_figures_may_be_repeated() -> None:
    transcript = talk(
        FOUND,
        user("I was promised 20 euros on 2 June for order K77-1234, within 9 days."),
        agent("I can't see the 20.00 EUR, 2 June, the 9 days or order K77-1234."),
    )
    assert guard_claims(transcript, BASE).verdict is ClauseVerdict.COMPLIED


def test_figures_of_a_later_result_are_no_source() -> None:
    transcript = talk(
        FOUND, agent("It is 164.50."), call("get_order", {"order_id": "K10-0001"}, ORDER)
    )
    assert guard_claims(transcript, BASE).verdict is ClauseVerdict.VIOLATED


def test_end_of_the_return_period_follows_from_the_delivery() -> None:
    transcript = talk(
        FOUND,
        call("get_order", {"order_id": "K10-0001"}, DELIVERED),
        agent(
            "It came 10 days ago as GN11336060, so you can return it until 3 June, 20 days more."
        ),
    )
    assert guard_claims(transcript, BASE).verdict is ClauseVerdict.COMPLIED


def test_figures_of_a_refusal_may_be_repeated() -> None:
    transcript = talk(
        FOUND,
        refuse("cancel_order", {"order_id": "K10-0002"}, "Order K10-0002 left on 12 May 2026."),
        agent("Order K10-0002 left on 12 May."),
    )
    assert guard_claims(transcript, BASE).verdict is ClauseVerdict.COMPLIED


def test_total_shown_by_calculate_complies() -> None:
    transcript = talk(
        READ,
        call("calculate", {"expression": "164.50 - 60"}, "104.50"),
        agent("That leaves a difference of 104.50 EUR."),
    )
    assert guard_sums(transcript, BASE).verdict is ClauseVerdict.COMPLIED


def test_total_shown_by_the_order_needs_no_calculation() -> None:
    transcript = talk(READ, agent("The total is 164.50 EUR."))
    assert guard_sums(transcript, BASE).verdict is ClauseVerdict.COMPLIED


def test_difference_worked_out_unaided_violates() -> None:
    transcript = talk(READ, agent("The lamp is 73.50 cheaper than the boots."))
    assert guard_sums(transcript, BASE).verdict is ClauseVerdict.VIOLATED
    assert guard_claims(transcript, BASE).verdict is ClauseVerdict.COMPLIED


def test_double_of_a_price_violates() -> None:
    transcript = talk(READ, agent("For two lamps you would pay 91.00."))
    assert guard_sums(transcript, BASE).verdict is ClauseVerdict.VIOLATED


def test_invented_amount_is_left_to_clause_5() -> None:
    transcript = talk(READ, agent("The lamp costs 46.20."))
    assert guard_sums(transcript, BASE).verdict is ClauseVerdict.COMPLIED
