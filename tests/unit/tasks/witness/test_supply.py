import json

import pytest

from graphs.graph import load_graph
from schemas.grounded import Action
from tasks.ground.supply import walk_leaves
from tasks.witness.rehearsal import Stage
from tasks.witness.supply import find_supply_faults, find_unsupplied, judge_node
from tasks.witness.witness import Witness, find_witness
from tests.support.builders import make_action
from tests.support.making import load_retail
from tracer.domains.solver import load_solver

RETAIL = load_graph("retail")


def make_call(tool: str, arguments: object, result: object) -> Action:
    return make_action(tool=tool, arguments=json.dumps(arguments), result=json.dumps(result))


def test_every_argument_of_retail_is_supplied() -> None:
    stage = Stage(load_retail(), load_solver("retail"))
    found = [find_witness(edge, stage) for edge in RETAIL.edges]
    witnesses = [item for item in found if isinstance(item, Witness)]
    assert find_supply_faults(RETAIL, stage, witnesses) == []


LOOK = make_call("look", {}, {"items": [{"item_id": "i1"}], "methods": {"p1": {}}})


@pytest.mark.parametrize(
    ("arguments", "missing"),
    [
        ({"item_id": "i1"}, []),
        ({"item_ids": ["i1"], "payment_id": "p1"}, []),
        ({"item_ids": ["i1", "i2"]}, ["item_ids"]),
        ({"item_id": "i9", "payment_id": "p9"}, ["item_id", "payment_id"]),
        ({"reason": "told by the customer", "address": {"city": "Leeds"}}, []),
    ],
)
def test_id_must_be_shown_and_the_rest_may_be_told(
    arguments: dict[str, object], missing: list[str]
) -> None:
    assert find_unsupplied("do", [LOOK, make_call("do", arguments, {})]) == missing


def test_what_a_call_returns_itself_comes_too_late() -> None:
    assert find_unsupplied("do", [make_call("do", {"item_id": "i1"}, {"item_id": "i1"})]) == [
        "item_id"
    ]


def test_one_run_in_which_all_is_supplied_is_enough() -> None:
    bare = [make_call("do", {"item_id": "i1"}, {})]
    assert judge_node("do", [bare, [LOOK, *bare]]) == []
    assert judge_node("do", [bare]) == ["node do: nothing supplies item_id"]


def test_node_no_call_was_found_of_is_named() -> None:
    assert judge_node("do", []) == ["node do: no call of it was found"]


def test_leaves_are_texts_numbers_and_keys() -> None:
    assert set(walk_leaves({"a": [1, {"b": "x"}], "c": None})) == {"a", "b", "c", "1", "x", "None"}
