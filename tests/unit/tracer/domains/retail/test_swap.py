from decimal import Decimal
from typing import Any

from tests.support.retail_desk import VARIANTS, make_concern, note, open_orders, open_shop
from tests.support.transcripts import BOOTS
from tracer.domains.playbook import Ask, Call, Mention, Stuck
from tracer.domains.retail.swap import Swap, find_difference, find_swap


def swap_to(item_id: str) -> Swap:
    return Swap(BOOTS, VARIANTS[item_id])


def want(*changes: tuple[str, str], about: str = "walking boots") -> Any:
    said = [(f"change.{option}", value, about) for option, value in changes]
    return find_swap(make_concern("exchange_items", *said), BOOTS, open_shop())


def test_swap_names_only_what_changes() -> None:
    swap = swap_to("itm-100002")
    assert swap.changed == {"size": "42"}
    assert swap.write() == "the walking boots from size 41 to size 42"
    assert swap.show() == [
        Mention("item", "walking boots"),
        Mention("change.size", "42", "walking boots"),
    ]


def test_product_is_looked_up_first() -> None:
    found = find_swap(make_concern("exchange_items"), BOOTS, open_orders())
    assert found == Call("get_product", {"product_id": "prd-1001"})


def test_variant_keeps_the_options_nobody_spoke_of() -> None:
    assert want(("size", "43")) == swap_to("itm-100003")


def test_change_of_another_item_is_not_taken() -> None:
    ask = want(("size", "43"), about="desk lamp")
    assert ask == Ask("change", {"about": "the walking boots"})


def test_variant_that_is_not_made_or_sold_out_is_turned_down() -> None:
    assert want(("size", "60")) == Stuck("the walking boots in size 60 can't be had at the moment")
    assert isinstance(want(("size", "39")), Stuck)


def test_corrected_change_counts() -> None:
    assert want(("size", "42"), ("size", "43")) == swap_to("itm-100003")


def test_equal_prices_differ_by_nothing() -> None:
    assert find_difference([swap_to("itm-100002")], open_shop()) == Decimal(0)


def test_difference_is_worked_out_by_the_tool() -> None:
    notebook = open_shop()
    swaps = [swap_to("itm-100003"), swap_to("itm-100004")]
    call = find_difference(swaps, notebook)
    expression = "124.00 + 112.50 - 119.00 - 119.00"
    assert call == Call("calculate", {"expression": expression})
    note(notebook, "calculate", {"expression": expression}, "-1.50")
    assert find_difference(swaps, notebook) == Decimal("-1.50")
