import json
import random
from collections.abc import Sequence
from typing import Any

import pytest

from schemas.draft import FactKind, TaskDraft
from schemas.grounded import Action, ActionRole, GroundedWorkflow, Refusal
from schemas.workflow import name_cell
from tasks.ground.solve import ground_workflow
from tasks.refine.write import refine_workflow
from tests.support.builders import make_workflow
from tests.unit.tracer.domains.airline import small_airline as air
from tracer.domains.airline import describer as module
from tracer.domains.airline.describer import DESCRIBER, Portrait
from tracer.domains.airline.reservations import ReservationNamer
from tracer.domains.describer import Said, load_describer, stand_in
from tracer.domains.domain import load_domain
from tracer.domains.solver import load_solver

Walks = Sequence[Sequence[str]]
WALKS: list[Walks] = [
    [("get_reservation", "cancel_reservation", "send_certificate")],
    [("get_reservation", "search_direct_flights", "change_flights")],
    [("list_airports", "search_one_stop_flights", "book_reservation")],
    [("get_reservation", "change_cabin", "add_bags")],
    [("get_reservation", "change_passenger", "change_passenger")],
    [("get_flight", "get_reservation")],
    [("list_airports", "search_direct_flights")],
    [("get_customer",), ("get_reservation",)],
]
BY_MAIL = {"email": "ada@example.com"}


def ground(walks: Walks, seed: int = 1) -> GroundedWorkflow:
    cell = name_cell([len(walk) for walk in walks])
    made = make_workflow(
        domain="airline", walks=[list(walk) for walk in walks], cell=cell, seed=seed
    )
    found = ground_workflow(made, load_domain("airline"), load_solver("airline"))
    assert isinstance(found, GroundedWorkflow), found
    return found


def describe(tool: str, arguments: dict[str, Any], seed: int = 1) -> list[Said]:
    """Return what Ada knows of one call."""
    base = air.open_airline().base
    customer = base.tables["customers"]["cus-10001"]
    rng = random.Random(seed)
    portrait = Portrait(base, customer, ReservationNamer(base, customer, rng), rng)
    action = Action(
        tool=tool,
        arguments=json.dumps(arguments),
        result="null",
        state_digest="",
        role=ActionRole.WALK,
        intent=0,
        topic=0,
    )
    return list(portrait.describe(action, None))


def list_words(pieces: Sequence[Said]) -> list[str]:
    return [piece.wording for piece in pieces]


def test_describer_of_the_domain_is_loaded_by_its_name() -> None:
    assert load_describer("airline") is DESCRIBER


@pytest.mark.parametrize("walks", WALKS, ids=str)
@pytest.mark.parametrize("seed", [1, 2])
def test_walks_become_instructions_without_internal_ids(walks: Walks, seed: int) -> None:
    grounded = ground(walks, seed)
    draft = refine_workflow(grounded, load_domain("airline"), DESCRIBER)
    assert isinstance(draft, TaskDraft), draft
    assert DESCRIBER.find_ids(draft.instruction) == []
    asked = [fact.topic for fact in draft.facts if fact.kind is FactKind.REQUEST]
    assert set(asked) == grounded.list_topics()
    assert draft.facts[0].kind is FactKind.IDENTITY


def test_booking_is_described_from_route_to_payment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "FLIGHT_RATE", 1)
    pieces = describe(
        "book_reservation",
        {
            "customer_id": "cus-10001",
            "cabin": "economy",
            "flights": air.name_flights(air.OUT),
            "passengers": [air.ADA, air.BEN],
            "payments": [{"payment_id": air.CREDIT, "amount": "200.00"}],
            "n_bags": 0,
            "insurance": False,
        },
    )
    assert [(piece.wording, piece.slots[-1][1]) for piece in pieces] == [
        ("book_reservation", "book_reservation"),
        ("route", "London"),
        ("day", "20 May"),
        ("flight", "TW211"),
        ("cabin", "economy"),
        ("passenger", "10 December 1985"),
        ("passenger", "15 March 2015"),
        ("bags", "zero"),
        ("insurance.no", ""),
        ("payment", "credit card"),
    ]


def test_split_booking_names_every_share_and_a_new_certificate() -> None:
    payments = [
        {"payment_id": "pay-910001", "amount": "40.00"},
        {"payment_id": air.CREDIT, "amount": "60.00"},
    ]
    pieces = describe("book_reservation", {"customer_id": "cus-10001", "payments": payments})
    assert [piece.slots for piece in pieces[1:]] == [
        (("split.payment", "travel certificate"), ("split.amount", "40.00")),
        (("split.payment", "credit card"), ("split.amount", "60.00")),
    ]


@pytest.mark.parametrize(
    ("tool", "arguments", "words"),
    [
        (
            "cancel_reservation",
            {"reservation_id": air.DELAYED, "reason": "health"},
            ["reason.health"],
        ),
        (
            "change_flights",
            {
                "reservation_id": air.DELAYED,
                "flights": air.name_flights(air.DEARER),
                "payment_id": air.GIFT,
            },
            ["day.new", "refund"],
        ),
        (
            "change_cabin",
            {"reservation_id": air.DELAYED, "cabin": "business", "payment_id": air.GIFT},
            ["cabin.new", "refund"],
        ),
        (
            "change_passenger",
            {
                "reservation_id": air.DELAYED,
                "name": "Ben Okri",
                "passenger": {**air.BEN, "last": "Okry"},
            },
            ["passenger.wrong", "passenger.right"],
        ),
        (
            "add_bags",
            {"reservation_id": air.DELAYED, "n_bags": 2, "payment_id": air.DEBIT},
            ["bags.more", "payment"],
        ),
        (
            "send_certificate",
            {"customer_id": "cus-10001", "reservation_id": air.DELAYED, "amount": "100.00"},
            ["compensation"],
        ),
    ],
)
def test_change_names_its_reservation_and_what_is_new(
    tool: str, arguments: dict[str, Any], words: list[str]
) -> None:
    first, second, *rest = list_words(describe(tool, arguments))
    assert first == tool
    assert second in ("reservation.date", "reservation.id")
    assert rest == words


def test_flight_is_known_by_number_and_day() -> None:
    pieces = describe("get_flight", air.name_flights(air.OUT)[0])
    assert [piece.slots for piece in pieces[1:]] == [(("flight", "TW211"),), (("day", "20 May"),)]


def test_customer_accepts_a_reasoned_no() -> None:
    refusal = Refusal(
        topic=1, tool="add_bags", arguments="{}", clause=19, reason="too many", accepted=["four"]
    )
    grounded = ground([("get_customer",)]).model_copy(update={"refusal": refusal})
    base = load_domain("airline").base
    last = list(DESCRIBER.describe(grounded, base, random.Random(1)))[-1]
    assert (last.kind, last.topic, last.wording) == (FactKind.STANCE, 1, "accept")
    assert stand_in(refusal).topic == 1


@pytest.mark.parametrize(
    ("arguments", "wording"),
    [
        (BY_MAIL, "email"),
        ({"name": "Ada Lovelace", "birth_date": "1985-12-10"}, "identity"),
    ],
)
def test_customer_can_be_found(arguments: dict[str, str], wording: str) -> None:
    action = stand_in(
        Refusal(
            topic=0,
            tool="find",
            arguments=json.dumps(arguments),
            clause=1,
            reason="x",
            accepted=["x"],
        )
    )
    said = DESCRIBER.identify(action)
    assert said.wording == wording
    assert said.slots[-1][1] in ("ada@example.com", "10 December 1985")


def test_reservation_and_flight_numbers_are_the_customers_own() -> None:
    assert DESCRIBER.find_ids("cus-10001 pay-100001 AA10BB TW211") == ["cus-10001", "pay-100001"]
