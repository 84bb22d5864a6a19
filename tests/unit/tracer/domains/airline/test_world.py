import re

from tracer.domains.airline.clock import NOW
from tracer.domains.airline.generate_flights import HOME, read_airports
from tracer.domains.airline.prices import FREE_BAGS, MAX_BAGS
from tracer.domains.domain import load_domain
from tracer.domains.policy import Keeper


def test_domain_is_built_once() -> None:
    assert load_domain("airline") is load_domain("airline")


def test_policy_and_tools_live_at_the_same_time() -> None:
    airline = load_domain("airline")
    date, time = NOW.split("T")
    assert airline.today == date == "2026-05-14"
    assert f"Now is Thursday, {date}, {time} in Copenhagen." in airline.policy.text
    assert (read_airports()[0]["code"], read_airports()[0]["city"]) == (HOME, "Copenhagen")


def test_policy_names_only_tools_that_exist() -> None:
    airline = load_domain("airline")
    named = set(airline.policy.text.split("`")[1::2])
    assert named <= set(airline.tools)
    assert "transfer_to_person" in named


def test_guards_judge_only_clauses_marked_for_them() -> None:
    airline = load_domain("airline")
    assert set(airline.guards) <= set(airline.policy.list_numbers(Keeper.GUARD))


def test_policy_states_the_free_bags_that_are_charged_by() -> None:
    text = load_domain("airline").policy.text
    rows = re.findall(r"(\d), (\d) and (\d) for (?:a )?(regular|silver|gold)", text)
    stated = {tier: [int(number) for number in numbers] for *numbers, tier in rows}
    assert stated == {tier: list(free.values()) for tier, free in FREE_BAGS.items()}
    assert max(max(free.values()) for free in FREE_BAGS.values()) <= MAX_BAGS


def test_episodes_do_not_see_each_other() -> None:
    airline = load_domain("airline")
    one, other = airline.start(), airline.start()
    before = other.digest()
    key, row = next(
        (key, row)
        for key, row in one.rows("reservations")
        if row["status"] == "booked" and row["booked_on"] > "2026-05-13T15:00"
    )
    airline.tools["cancel_reservation"].run(one, {"reservation_id": key, "reason": "other"})
    assert row["status"] == "booked"
    assert one.digest() != before
    assert other.digest() == before
