import json
import random

from schemas.grounded import ActionRole, GroundedWorkflow
from tasks.ground.reference import Reference
from tests.support.making import ground, load_retail
from tracer.domains.retail.solver import SOLVER
from tracer.domains.solver import Step


def list_calls(grounded: GroundedWorkflow) -> list[tuple[str, ActionRole, int | None]]:
    return [(action.tool, action.role, action.topic) for action in grounded.actions]


def test_write_comes_after_the_reads_that_supply_its_arguments() -> None:
    assert list_calls(ground([("return_items",)]))[1:] == [
        ("get_customer", ActionRole.SUPPORT, None),
        ("get_order", ActionRole.SUPPORT, None),
        ("return_items", ActionRole.WALK, 0),
    ]


def test_read_on_the_way_is_no_topic() -> None:
    calls = list_calls(ground([("get_order", "cancel_order")]))
    assert ("get_order", ActionRole.WALK, None) in calls
    assert calls[-1] == ("cancel_order", ActionRole.WALK, 0)


def test_read_before_an_entity_edge_is_a_topic_of_its_own() -> None:
    grounded = ground([("track_delivery", "change_default_address")])
    calls = list_calls(grounded)
    assert ("track_delivery", ActionRole.WALK, 0) in calls
    assert calls[-1] == ("change_default_address", ActionRole.WALK, 1)
    assert [item.topic for item in grounded.information] == [0]


def test_read_done_on_the_way_is_not_done_twice_and_goes_over_to_its_walk() -> None:
    grounded = ground([("return_items",), ("get_customer",)])
    reads = [action for action in grounded.actions if action.tool == "get_customer"]
    assert len(reads) == 1
    assert (reads[0].role, reads[0].intent, reads[0].topic) == (ActionRole.WALK, 1, 1)


def test_no_call_but_a_topic_stands_twice() -> None:
    grounded = ground([("get_order", "get_product", "exchange_items"), ("get_customer",)])
    quiet = [(action.tool, action.arguments) for action in grounded.actions if action.topic is None]
    assert len(set(quiet)) == len(quiet)


def test_nothing_is_asked_about_what_the_task_itself_has_changed() -> None:
    reference = open_reference()
    customer_id = next(iter(reference.domain.base.tables["customers"]))
    profile = dict(reference.domain.base.tables["customers"][customer_id])
    asked = Step("get_customer", {"customer_id": customer_id}, profile)
    changed = Step(asked.tool, asked.arguments, {**profile, "email": "new@example.com"})
    assert reference.choose_question(asked) is not None
    assert reference.choose_question(changed) is None


def test_same_question_is_not_asked_twice_of_one_call() -> None:
    grounded = [ground([("get_customer",), ("get_customer",)], seed) for seed in range(10)]
    for item in grounded:
        questions = [row.question for row in item.information]
        assert len(set(questions)) == len(questions)
    assert any(len(item.information) == 2 for item in grounded)


def test_records_are_canonical_json_with_the_digest_after_each_call() -> None:
    reference = open_reference()
    order_id = next(
        key
        for key, row in reference.domain.base.tables["orders"].items()
        if row["status"] == "pending"
    )
    start = reference.state.digest()
    arguments = {"reason": "no longer needed", "order_id": order_id}
    reference.act("cancel_order", arguments, ActionRole.WALK, 0, 0)
    action = reference.actions[0]
    assert action.arguments == f'{{"order_id":"{order_id}","reason":"no longer needed"}}'
    assert json.loads(action.result)["status"] == "cancelled"
    assert action.state_digest == reference.state.digest() != start


def open_reference() -> Reference:
    domain = load_retail()
    return Reference(domain, SOLVER, random.Random(1), domain.start())
