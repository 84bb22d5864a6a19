"""Five of each defect in both domains: the first stage able to see it says what it is."""

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

from schemas.grounded import GroundedWorkflow
from schemas.identity import derive_seed
from schemas.task import Task
from schemas.verdict import Reason, Stage
from schemas.workflow import Workflow
from tasks.ground.solve import ground_workflow
from tasks.refine.write import refine_workflow
from tasks.verify.check import verify_task
from tests.support.builders import make_workflow
from tests.support.planted import (
    Change,
    SpoiltDescriber,
    SpoiltSolver,
    expect_reject,
    list_candidates,
    list_grounded,
)
from tracer.domains.airline.material import name_cities
from tracer.domains.airline.reservations import ReservationNamer
from tracer.domains.describer import Said, load_describer
from tracer.domains.domain import DOMAIN_NAMES, load_domain
from tracer.domains.retail.material import shorten
from tracer.domains.solver import Arguments, load_solver
from tracer.domains.state import Row, State

N_EACH = 5
N_DRAWS = 60
N_CLEAN = 50

pytestmark = pytest.mark.parametrize("domain", DOMAIN_NAMES)


# ------------------------------------------------------------------ ground


def draw_walk(domain: str, tools: list[str], seed: int) -> Workflow:
    return make_workflow(domain=domain, walks=[tools], cell=str(len(tools)), seed=seed)


def ground_spoilt(domain: str, tool: str, seed: int, change: Change, *, reads: bool = True) -> Any:
    solver = SpoiltSolver(load_solver(domain), change, reads)
    return ground_workflow(draw_walk(domain, [tool], seed), load_domain(domain), solver)


WRITES = {"retail": "change_order_payment", "airline": "add_bags"}


@pytest.mark.parametrize("seed", range(N_EACH))
def test_failing_write_is_seen_when_grounding(domain: str, seed: int) -> None:
    def pay_by_nothing(_tool: str, arguments: Arguments, _state: State) -> Arguments:
        return {**arguments, "payment_id": "pay-000000"}

    made = ground_spoilt(domain, WRITES[domain], seed, pay_by_nothing)
    expect_reject(made, Stage.GROUND, Reason.POLICY_BLOCKED)


def send_where_it_goes(_tool: str, arguments: Arguments, state: State) -> Arguments | None:
    order = state.get("orders", arguments["order_id"])
    assert order is not None
    return {**arguments, "address": order["address"]}


def write_what_stands(_tool: str, arguments: Arguments, state: State) -> Arguments | None:
    row = state.get("reservations", arguments["reservation_id"])
    assert row is not None
    (first, *_) = row["passengers"]
    return {**arguments, "name": f"{first['first']} {first['last']}", "passenger": dict(first)}


IDLE: dict[str, tuple[str, Change, Reason]] = {
    "retail": ("change_order_address", send_where_it_goes, Reason.ALREADY_TRUE),
    # No write of the airline runs without changing something: its tools say so themselves.
    "airline": ("change_passenger", write_what_stands, Reason.POLICY_BLOCKED),
}


@pytest.mark.parametrize("seed", range(N_EACH))
def test_goal_already_true_is_seen_when_grounding(domain: str, seed: int) -> None:
    tool, change, reason = IDLE[domain]
    expect_reject(ground_spoilt(domain, tool, seed, change), Stage.GROUND, reason)


@pytest.mark.parametrize("seed", range(N_EACH))
def test_id_that_no_call_shows_is_seen_when_grounding(domain: str, seed: int) -> None:
    def leave(_tool: str, arguments: Arguments, _state: State) -> Arguments:
        return arguments

    made = ground_spoilt(domain, WRITES[domain], seed, leave, reads=False)
    expect_reject(made, Stage.GROUND, Reason.UNGROUNDED_VALUE)


# ------------------------------------------------------------------ refine


def refine_all(domain: str, describer: SpoiltDescriber) -> Iterator[tuple[GroundedWorkflow, Any]]:
    world = load_domain(domain)
    for _, grounded in list_grounded(domain, N_DRAWS, 3):
        yield grounded, refine_workflow(grounded, world, describer)


def expect_five(made: Iterator[Any], reason: Reason) -> None:
    found = list(islice(made, N_EACH))
    assert len(found) == N_EACH
    for item in found:
        expect_reject(item, Stage.REFINE, reason)


@pytest.mark.parametrize("leaked", ["cus-10007", "pay-123456"])
def test_leaked_id_is_seen_when_refining(domain: str, leaked: str) -> None:
    describer = SpoiltDescriber(load_describer(domain), f"You are {leaked} there.")
    expect_five((made for _, made in refine_all(domain, describer)), Reason.LEAKED_ID)


INVERTED = (
    "How can I help you today?",
    "I will look up your order now.",
    "Our policy does not allow this.",
    "Your request has been received.",
    "The customer wants a refund.",
    "Could you please confirm your name?",
    "You are a helpful support agent.",
)


@pytest.mark.parametrize("added", INVERTED)
def test_role_inversion_is_seen_when_refining(domain: str, added: str) -> None:
    describer = SpoiltDescriber(load_describer(domain), added)
    expect_five((made for _, made in refine_all(domain, describer)), Reason.ROLE_INVERTED)


NEEDED = {
    "retail": ("payment", "reason", "address"),
    "airline": ("payment", "reason", "day", "cabin", "route"),
}


def describe(domain: str, grounded: GroundedWorkflow) -> list[Said]:
    """Return what the describer says, drawn as the stage draws it."""
    rng = random.Random(derive_seed(grounded.id, "refine"))
    return list(load_describer(domain).describe(grounded, load_domain(domain).base, rng))


def test_missing_fact_is_seen_when_refining(domain: str) -> None:
    """One value is left out that a call needs and no tool shows."""
    for root in NEEDED[domain]:

        def keeps(piece: Said, root: str = root) -> bool:
            return piece.slots[0][0].partition(".")[0] != root

        lacking = (
            made
            for grounded, made in refine_all(
                domain, SpoiltDescriber(load_describer(domain), "", keeps)
            )
            if grounded.refusal is None and not all(map(keeps, describe(domain, grounded)))
        )
        expect_five(lacking, Reason.MISSING_FACT)


def take_any_trip(_namer: ReservationNamer, row: Row) -> tuple[tuple[str, str], ...]:
    return (("reservation.destination", name_cities()[row["destination"]]),)


def count_trips(grounded: GroundedWorkflow, piece: Said) -> int:
    """Return how many reservations of the customer go to the city named."""
    tables = load_domain("airline").base.tables
    keys = tables["customers"][grounded.customer_id]["reservations"]
    cities = [name_cities()[tables["reservations"][key]["destination"]] for key in keys]
    return cities.count(dict(piece.slots).get("reservation.destination", ""))


def cut_options(piece: Said) -> Said:
    """Say only the first option of a version asked about."""
    return replace(piece, slots=piece.slots[:1]) if piece.key == "option" else piece


def count_versions(_grounded: GroundedWorkflow, piece: Said) -> int:
    """Return how many versions of the product have the one option named."""
    if piece.key != "option":
        return 0
    name, value = piece.slots[0][0].removeprefix("option."), piece.slots[0][1]
    products = load_domain("retail").base.tables["products"].values()
    (product,) = (row for row in products if shorten(row["name"]) == piece.about)
    return sum(row["options"].get(name) == value for row in product["variants"].values())


COUNTS = {"retail": count_versions, "airline": count_trips}


def test_ambiguous_preference_is_seen_when_refining(
    domain: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The describers no longer see to it that what they say selects one thing."""
    monkeypatch.setattr(ReservationNamer, "name_trip", take_any_trip)
    describer = SpoiltDescriber(load_describer(domain), cut=cut_options)
    made = (
        made
        for grounded, made in refine_all(domain, describer)
        if grounded.refusal is None
        and any(COUNTS[domain](grounded, piece) > 1 for piece in describe(domain, grounded))
    )
    expect_five(made, Reason.AMBIGUOUS_PREFERENCE)


# ------------------------------------------------------------------ clean ones


def test_clean_ones_are_not_rejected(domain: str) -> None:
    grounded = list_grounded(domain, N_DRAWS, 3)
    assert len(grounded) >= N_CLEAN
    candidates = list_candidates(domain, N_DRAWS, 3)
    assert len(candidates) == len(grounded)
    made = [verify_task(item) for item in candidates]
    assert [item for item in made if not isinstance(item, Task)] == []
