import random
from typing import Any

import pytest

from tests.unit.tracer.domains.airline import small_airline as air
from tracer.domains.airline.forbidden import FORBIDDEN
from tracer.domains.airline.material import read_material
from tracer.domains.airline.solver import SOLVER, name_thing
from tracer.domains.domain import load_domain
from tracer.domains.solver import Step, load_solver

TO_LONDON = {"origin": "CPH", "destination": "LHR", "date": "2026-05-22"}
PROFILE = ("get_customer", {"customer_id": "cus-10001"})


def read(key: str) -> tuple[str, dict[str, str]]:
    return "get_reservation", {"reservation_id": key}


def look(key: str) -> tuple[str, dict[str, str]]:
    return "get_flight", air.name_flights(key)[0]


def test_solver_of_the_domain_is_loaded_by_its_name() -> None:
    assert load_solver("airline") is SOLVER
    assert SOLVER.forbiddable == set(FORBIDDEN)


def test_all_customers_are_known() -> None:
    assert SOLVER.list_customers(air.open_airline().base) == ["cus-10001", "cus-10002"]


def test_look_up_is_by_mail_or_by_name_and_birth_date() -> None:
    state = air.open_airline()
    found = [SOLVER.look_up(state, "cus-10001", random.Random(seed)) for seed in range(100)]
    by_mail = ("find_customer_by_email", {"email": "ada@example.com"})
    by_name = (
        "find_customer_by_name_and_birth_date",
        {"name": "Ada Lovelace", "birth_date": "1985-12-10"},
    )
    assert all(item in (by_mail, by_name) for item in found)
    assert 55 < found.count(by_mail) < 85


def test_either_look_up_finds_the_customer() -> None:
    domain = load_domain("airline")
    for number, customer_id in enumerate(domain.base.tables["customers"]):
        tool, arguments = SOLVER.look_up(domain.start(), customer_id, random.Random(number))
        assert domain.tools[tool].run(domain.start(), arguments) == {"customer_id": customer_id}


@pytest.mark.parametrize(
    ("tool", "arguments", "expected"),
    [
        ("get_customer", {"customer_id": "cus-10001"}, {("customer", "cus-10001")}),
        (
            "get_reservation",
            {"reservation_id": air.BASIC},
            {
                ("reservation", air.BASIC),
                ("customer", "cus-10001"),
                ("route", "CPH-LHR"),
                ("flight", air.OUT),
            },
        ),
        ("get_flight", air.name_flights(air.OUT)[0], {("flight", air.OUT)}),
        (
            "search_direct_flights",
            TO_LONDON,
            {("search", "CPH LHR 2026-05-22"), ("route", "CPH-LHR")},
        ),
        (
            "book_reservation",
            {"customer_id": "cus-10001", "flights": air.name_flights(air.OUT)},
            {("trip", air.OUT), ("customer", "cus-10001"), ("flight", air.OUT)},
        ),
        (
            "send_certificate",
            {"customer_id": "cus-10001", "reservation_id": air.BASIC, "amount": "100.00"},
            {
                ("reservation", air.BASIC),
                ("customer", "cus-10001"),
                ("route", "CPH-LHR"),
                ("flight", air.OUT),
            },
        ),
        ("list_airports", {}, {("airports", "list_airports")}),
    ],
)
def test_calls_touch_what_they_name(
    tool: str, arguments: dict[str, Any], expected: set[tuple[str, str]]
) -> None:
    state = air.open_airline()
    assert SOLVER.touch(tool, arguments, state) == expected
    assert SOLVER.act_on(tool, arguments) in expected


@pytest.mark.parametrize(
    ("tool", "arguments", "reads"),
    [
        ("get_customer", {"customer_id": "cus-10001"}, []),
        ("get_flight", air.name_flights(air.OUT)[0], []),
        ("list_airports", {}, []),
        ("get_reservation", {"reservation_id": air.BASIC}, [PROFILE]),
        ("search_direct_flights", TO_LONDON, [("list_airports", {})]),
        (
            "cancel_reservation",
            {"reservation_id": air.ECONOMY, "reason": "other"},
            [PROFILE, read(air.ECONOMY), look(air.OUT), look(air.BACK)],
        ),
        (
            "change_flights",
            {
                "reservation_id": air.ECONOMY,
                "flights": air.name_flights(air.CHEAPER, air.BACK),
                "payment_id": air.CREDIT,
            },
            [
                PROFILE,
                read(air.ECONOMY),
                look(air.OUT),
                look(air.BACK),
                ("search_direct_flights", TO_LONDON),
            ],
        ),
        (
            "book_reservation",
            {"customer_id": "cus-10001", "flights": air.name_flights(air.FROM_OSLO, air.OUT)},
            [
                PROFILE,
                ("list_airports", {}),
                (
                    "search_one_stop_flights",
                    {"origin": "OSL", "destination": "LHR", "date": "2026-05-20"},
                ),
            ],
        ),
    ],
)
def test_reads_show_what_a_call_needs(
    tool: str, arguments: dict[str, Any], reads: list[tuple[str, dict[str, Any]]]
) -> None:
    assert SOLVER.require(tool, arguments, air.open_airline()) == reads


def test_flights_changed_away_from_are_looked_at_before_a_certificate() -> None:
    state = air.open_airline()
    air.call(
        state,
        "change_flights",
        reservation_id=air.DELAYED,
        flights=air.name_flights(air.DEARER),
        payment_id=air.CREDIT,
    )
    arguments = {"customer_id": "cus-10001", "reservation_id": air.DELAYED, "amount": "100.00"}
    assert look(air.LATE) in SOLVER.require("send_certificate", arguments, state)


@pytest.mark.parametrize(
    ("tool", "arguments", "thing"),
    [
        ("get_customer", {"customer_id": "cus-10001"}, "the account"),
        ("add_bags", {"reservation_id": air.ECONOMY}, "the trip to London"),
        ("get_flight", air.name_flights(air.BACK)[0], "the trip to London"),
        ("get_flight", air.name_flights(air.TO_OSLO)[0], "the trip to Oslo"),
        ("search_direct_flights", TO_LONDON, "the trip to London"),
        ("book_reservation", {"flights": air.name_flights(air.TO_OSLO)}, "the trip to Oslo"),
    ],
)
def test_story_is_about_a_trip_or_the_account(
    tool: str, arguments: dict[str, Any], thing: str
) -> None:
    assert name_thing(Step(tool, arguments, {}), air.open_airline(), "cus-10001") == thing


def test_story_of_a_cancellation_has_its_reason() -> None:
    step = Step("cancel_reservation", {"reservation_id": air.BUSINESS, "reason": "health"}, {})
    entries = [
        SOLVER.tell_story(step, air.open_airline(), "cus-10001", random.Random(seed))
        for seed in range(30)
    ]
    assert {story.name for story in entries} == {"Ada"}
    wanted = {
        entry["self"].format(name="Ada", thing="the trip to London")
        for entry in read_material("stories")["cancel_reservation"]
        if entry["reason"] == "health"
    }
    assert {story.voiced for story in entries} == wanted


def test_nothing_is_forbidden_for_a_read() -> None:
    state = air.open_airline()
    assert list(SOLVER.forbid("get_customer", state, "cus-10001", [], random.Random(1))) == []
    assert list(SOLVER.forbid("add_bags", state, "cus-10001", [], random.Random(1)))


def test_proposals_outlive_calls_that_were_undone() -> None:
    state = air.open_airline()
    saved = state.save()
    found = iter(SOLVER.propose("book_reservation", state, "cus-10001", [], random.Random(1)))
    air.call(state, "book_reservation", **next(found))
    state.restore(saved)
    assert next(found)


def test_question_is_asked_of_reads_alone() -> None:
    profile = Step("get_customer", {}, air.CUSTOMERS[0])
    assert SOLVER.ask(profile, random.Random(1)) is not None
    assert SOLVER.ask(Step("add_bags", {}, {}), random.Random(1)) is None
