import json
import random
from collections.abc import Sequence
from typing import Any

import pytest

from schemas.draft import FactKind
from schemas.grounded import Action, ActionRole, GroundedWorkflow
from schemas.verdict import Reason
from tasks.refine.write import refine_workflow
from tests.support.making import Walks, expect_reject, ground, load_retail, refine
from tests.unit.tracer.domains.retail import small_shop as shop
from tracer.domains.describer import Said, load_describer, number_facts
from tracer.domains.domain import Domain
from tracer.domains.retail import orders
from tracer.domains.retail.describer import DESCRIBER, Portrait
from tracer.domains.retail.orders import OrderNamer
from tracer.domains.state import Base

WALKS: list[Walks] = [
    [("get_order", "cancel_order")],
    [("change_order_address", "change_order_address")],
    [("get_customer", "change_default_address", "change_order_address")],
    [("change_order_payment",)],
    [("get_order", "get_product", "exchange_items")],
    [("change_order_items",)],
    [("return_items",)],
    [("list_products", "get_product")],
    [("list_products",)],
    [("track_delivery",)],
    [("get_customer",), ("get_order",)],
]


def describe(walks: Walks, seed: int = 1) -> tuple[GroundedWorkflow, list[Said]]:
    grounded = ground(walks, seed)
    pieces = DESCRIBER.describe(grounded, load_retail().base, random.Random(seed))
    return grounded, list(pieces)


def list_slots(pieces: Sequence[Said]) -> list[str]:
    return [slot for piece in pieces for slot, _ in piece.slots]


def list_concerns(grounded: GroundedWorkflow) -> list[tuple[Action, dict[str, Any]]]:
    found = [action for action in grounded.actions if action.topic is not None]
    return [(item, json.loads(item.arguments)) for item in sorted(found, key=read_topic)]


def read_topic(action: Action) -> int:
    return action.topic or 0


def test_describer_of_the_domain_is_loaded_by_its_name() -> None:
    assert load_describer("retail") is DESCRIBER


@pytest.mark.parametrize("walks", WALKS, ids=str)
def test_customer_knows_one_identity_and_one_request_per_concern(walks: Walks) -> None:
    grounded, pieces = describe(walks)
    kinds = [piece.kind for piece in pieces]
    topics = [piece.topic for piece in pieces if piece.kind is FactKind.REQUEST]
    assert kinds[0] is FactKind.IDENTITY
    assert kinds.count(FactKind.IDENTITY) == 1
    assert topics == [action.topic for action, _ in list_concerns(grounded)]


@pytest.mark.parametrize("walks", WALKS, ids=str)
def test_customer_never_says_an_internal_id(walks: Walks) -> None:
    for seed in range(6):
        _, pieces = describe(walks, seed)
        values = [value for piece in pieces for _, value in piece.slots]
        assert DESCRIBER.find_ids(" ".join(values)) == []


def test_identity_is_what_the_look_up_was_given() -> None:
    for seed in range(12):
        grounded, pieces = describe([("get_customer",)], seed)
        assert dict(pieces[0].slots) == json.loads(grounded.actions[0].arguments)
        by_mail = grounded.actions[0].tool == "find_customer_by_email"
        assert pieces[0].wording == ("email" if by_mail else "identity")


def test_question_is_the_intent_of_a_read() -> None:
    grounded, pieces = describe([("track_delivery",)])
    request = next(piece for piece in pieces if piece.kind is FactKind.REQUEST)
    assert request.wording == f"ask_delivery.{grounded.information[0].question}"


def test_new_variant_is_told_by_the_options_that_change() -> None:
    base = load_retail().base
    for seed in range(10):
        grounded, pieces = describe([("exchange_items",)], seed)
        ((_, arguments),) = list_concerns(grounded)
        order = base.tables["orders"][arguments["order_id"]]
        items = {item["item_id"]: item for item in order["items"]}
        expected = []
        for old_id, new_id in zip(arguments["item_ids"], arguments["new_item_ids"], strict=True):
            item = items[old_id]
            new = base.tables["products"][item["product_id"]]["variants"][new_id]["options"]
            expected += [
                (f"change.{key}", value)
                for key, value in new.items()
                if item["options"][key] != value
            ]
        told = [pair for piece in pieces for pair in piece.slots if pair[0].startswith("change.")]
        assert told == expected != []


def test_price_is_asked_of_the_variant_with_all_its_options() -> None:
    grounded, pieces = describe([("list_products", "get_product")])
    (asked,) = grounded.information
    ((_, arguments),) = list_concerns(grounded)
    product = load_retail().base.tables["products"][arguments["product_id"]]
    options = product["variants"][asked.subject]["options"]
    told = dict(pieces[-1].slots)
    assert told == {f"option.{key}": value for key, value in options.items()}


def test_reason_of_a_cancellation_is_told() -> None:
    grounded, pieces = describe([("get_order", "cancel_order")])
    ((_, arguments),) = list_concerns(grounded)
    assert f"reason.{arguments['reason']}" in list_slots(pieces)


def test_methods_are_told_by_their_kind() -> None:
    base = load_retail().base
    for tool, slot, key in (
        ("change_order_payment", "payment", "payment_id"),
        ("return_items", "refund", "refund_to"),
    ):
        grounded, pieces = describe([(tool,)])
        ((_, arguments),) = list_concerns(grounded)
        methods = base.tables["customers"][grounded.customer_id]["payment_methods"]
        told = dict(pair for piece in pieces for pair in piece.slots)
        assert told[slot] == methods[arguments[key]]["kind"]


def test_second_use_of_an_address_is_the_same_one() -> None:
    found = set()
    for seed in range(12):
        grounded, pieces = describe([("change_order_address", "change_order_address")], seed)
        addresses = [arguments["address"] for _, arguments in list_concerns(grounded)]
        slots = [slot for slot in list_slots(pieces) if slot.startswith("address")]
        found.add(slots[-1])
        assert (slots[-1] == "address.same") == (addresses[0] == addresses[1])
    assert found == {"address.same"}


def test_address_on_file_need_not_be_spelt_out() -> None:
    base = load_retail().base
    seen = set()
    for seed in range(30):
        grounded, pieces = describe([("change_order_address",)], seed)
        ((_, arguments),) = list_concerns(grounded)
        is_known = arguments["address"] == base.tables["customers"][grounded.customer_id]["address"]
        assert ("address.file" in list_slots(pieces)) is is_known
        assert ("address.street" in list_slots(pieces)) is not is_known
        seen.add(is_known)
    assert seen == {True, False}


def test_address_on_file_is_the_one_it_was_changed_to() -> None:
    old, new, other = ({**shop.HOME, "street": f"{n} Mill Street"} for n in (1, 2, 3))
    base = load_retail().base
    rng = random.Random(1)
    portrait = Portrait(base, {}, OrderNamer(base, {}, rng), rng, old)
    told = [
        portrait.name_address(0, {"customer_id": "c", "address": new}),
        portrait.name_address(1, {"order_id": "K1", "address": other}),
        portrait.name_address(2, {"order_id": "K2", "address": new}),
        portrait.name_address(3, {"order_id": "K3", "address": old}),
    ]
    assert [piece.wording for piece in told] == ["address", "address", "address.file", "address"]


def test_every_slot_value_stands_in_its_wording() -> None:
    for walks in WALKS:
        _, pieces = describe(walks)
        for piece in pieces:
            text = DESCRIBER.word(piece, random.Random(2))
            values = [value for _, value in piece.slots if piece.kind is not FactKind.REQUEST]
            assert all(value in text for value in values)
            assert not any(mark in text for mark in "{}")


def test_introduction_says_the_full_name() -> None:
    grounded, _ = describe([("get_customer",)])
    name = load_retail().base.tables["customers"][grounded.customer_id]["name"]
    text = DESCRIBER.introduce(grounded, load_retail().base, random.Random(1))
    assert f"{name['first']} {name['last']}" in text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("order K48-2071", []),
        ("itm-620418 and pay-903144", ["itm-620418", "pay-903144"]),
        ("(cus-48213)", ["cus-48213"]),
        ("prd-7312.", ["prd-7312"]),
        ("the itm- prefix, or submit-42", []),
    ],
)
def test_internal_ids_are_found_and_order_numbers_are_the_customers(
    text: str, expected: list[str]
) -> None:
    assert DESCRIBER.find_ids(text) == expected


def test_facts_are_numbered_from_one() -> None:
    piece = Said(FactKind.DETAIL, 1, (("item", "lamp"),))
    facts = number_facts([(piece, "It is the lamp."), (piece, "The lamp.")])
    assert [(fact.id, fact.text) for fact in facts] == [
        ("f1", "It is the lamp."),
        ("f2", "The lamp."),
    ]
    assert facts[0].wording == "item"


def test_order_with_a_twin_is_rejected_as_ambiguous(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(orders, "ORDER_ID_RATE", 0.0)
    grounded = ground([("get_order",)])
    domain = with_twin(load_retail(), grounded)
    lost = expect_reject(refine_workflow(grounded, domain, DESCRIBER))
    assert lost.reason is Reason.AMBIGUOUS_PREFERENCE
    assert refine(grounded).facts


def with_twin(domain: Domain, grounded: GroundedWorkflow) -> Domain:
    """Give the customer a second order with the same goods on the same day."""
    ((action, arguments),) = list_concerns(grounded)
    assert action.role is ActionRole.WALK
    order_id = arguments["order_id"]
    tables = domain.base.tables
    twin = {**tables["orders"][order_id], "order_id": "K00-0000"}
    customer = tables["customers"][grounded.customer_id]
    base = Base(
        {
            **tables,
            "orders": {**tables["orders"], "K00-0000": twin},
            "customers": {
                **tables["customers"],
                grounded.customer_id: {**customer, "orders": [*customer["orders"], "K00-0000"]},
            },
        },
        "twin",
    )
    return Domain(
        domain.name, domain.today, domain.policy, domain.tools, base=base, guards=domain.guards
    )
