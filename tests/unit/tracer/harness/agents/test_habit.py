import json
import random

import pytest

from tracer.domains.playbook import Call, Notebook
from tracer.harness.agents.habit import (
    WEIGHTS,
    Habit,
    draw_habits,
    find_sibling,
    list_groups,
    mistake_argument,
)

ORDERS = {"orders": ["K1", "K2"], "payment_methods": {"pay-1": {}, "pay-2": {}}, "name": "Ana"}


def make_notebook(result: object) -> Notebook:
    notebook = Notebook()
    notebook.note("look", {}, json.dumps(result))
    return notebook


@pytest.mark.parametrize("seed", range(20))
def test_flawless_agent_has_no_habit_and_a_flawed_one_has(seed: int) -> None:
    assert draw_habits(random.Random(seed), 1.0) == {}
    habits = draw_habits(random.Random(seed), 0.0)
    assert 1 <= len(habits) <= 2
    assert all(1 <= count <= 4 for count in habits.values())


def test_every_habit_is_drawn() -> None:
    assert set(WEIGHTS) == set(Habit)
    drawn = {habit for seed in range(200) for habit in draw_habits(random.Random(seed), 0.0)}
    assert drawn == set(Habit)


def test_share_of_flawless_agents_is_the_rate() -> None:
    rng = random.Random(1)
    n_flawless = sum(not draw_habits(rng, 0.6) for _ in range(2000))
    assert 1100 < n_flawless < 1300


def test_mistaken_id_stood_beside_the_right_one() -> None:
    call = Call("change_order_payment", {"order_id": "K1", "payment_id": "pay-1"})
    wrong = mistake_argument(call, make_notebook(ORDERS), random.Random(1))
    assert wrong == Call("change_order_payment", {"order_id": "K1", "payment_id": "pay-2"})


def test_only_the_last_of_a_list_is_mistaken() -> None:
    notebook = make_notebook({"variants": {"i1": {}, "i2": {}}})
    call = Call("exchange_items", {"new_item_ids": ["i9", "i1"]})
    assert mistake_argument(call, notebook, random.Random(1)).arguments == {
        "new_item_ids": ["i9", "i2"]
    }


def test_call_stays_right_when_there_is_no_other_id() -> None:
    call = Call("cancel_order", {"order_id": "K1"})
    notebook = make_notebook({"orders": ["K1"]})
    assert mistake_argument(call, notebook, random.Random(1)) is call
    assert find_sibling(None, notebook, random.Random(1)) is None


def test_groups_are_id_lists_and_mappings_of_an_object() -> None:
    assert list_groups(ORDERS) == [["pay-1", "pay-2"], ["K1", "K2"]]
    assert list_groups("12.50") == []
