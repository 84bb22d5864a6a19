import pytest

from tracer.domains.playbook import Concern, Mention, Notebook, is_below, load_playbook
from tracer.domains.retail.playbook import PLAYBOOK

CONCERN = Concern(
    0,
    "exchange_items",
    [
        Mention("item", "boots"),
        Mention("change.size", "41", "boots"),
        Mention("change.size", "42", "boots"),
        Mention("change.colour", "ink", "mugs"),
    ],
)


def test_latest_value_of_a_slot_counts() -> None:
    assert CONCERN.get("change.size") == "42"
    assert CONCERN.get("payment") is None


def test_slot_holds_what_lies_below_it_and_no_namesake() -> None:
    assert is_below("order", "order")
    assert is_below("order.id", "order")
    assert not is_below("ordered", "order")
    assert not is_below("order", "order.id")
    assert (CONCERN.has("change"), CONCERN.has("chang")) == (True, False)


def test_values_may_be_listed_about_one_thing() -> None:
    assert [item.value for item in CONCERN.list("change", "mugs")] == ["ink"]
    assert [item.value for item in CONCERN.list("change")] == ["41", "42", "ink"]


def test_result_is_found_under_its_call_whatever_the_order_of_keys() -> None:
    notebook = Notebook()
    notebook.note("look", {"b": 2, "a": 1}, '{"found": true}')
    assert notebook.look("look", a=1, b=2) == {"found": True}
    assert notebook.look("look", a=1) is None


def test_refusal_is_no_result() -> None:
    notebook = Notebook()
    notebook.note("look", {"a": 1}, '{"error": "There is none."}')
    assert notebook.look("look", a=1) is None
    assert notebook.get_refusal("look", {"a": 1}) == "There is none."
    assert notebook.get_refusal("look", {"a": 2}) is None


def test_row_with_an_error_among_other_keys_is_a_result() -> None:
    notebook = Notebook()
    notebook.note("look", {}, '{"error": "none", "id": 1}')
    assert notebook.look("look") == {"error": "none", "id": 1}


def test_playbook_of_a_domain_is_found_by_its_name() -> None:
    assert load_playbook("retail") is PLAYBOOK
    with pytest.raises(ModuleNotFoundError):
        load_playbook("nowhere")
