import random
from collections.abc import Sequence
from typing import Any

import pytest

from tests.support.making import load_retail
from tests.unit.tracer.domains.retail import small_shop as shop
from tracer.domains.retail import proposals as module
from tracer.domains.retail.proposals import PROPOSALS, choose_variant, is_returnable
from tracer.domains.solver import Step
from tracer.domains.state import Row
from tracer.domains.tool import ToolKind, ToolRefusal

N_CUSTOMERS = 60


@pytest.fixture(autouse=True)
def spare(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "list_spare_addresses", lambda _country: [shop.AWAY])


def propose(
    tool: str, trail: Sequence[Step] = (), customer_id: str = "cus-10001", seed: int = 1
) -> list[dict[str, Any]]:
    state = shop.open_shop()
    customer = state.get("customers", customer_id)
    assert customer is not None
    return list(PROPOSALS[tool](state, customer, trail, random.Random(seed)))


def propose_often(tool: str, trail: Sequence[Step] = ()) -> list[dict[str, Any]]:
    return [item for seed in range(30) for item in propose(tool, trail, seed=seed)]


def list_order_ids(tool: str, trail: Sequence[Step] = ()) -> set[str]:
    return {item["order_id"] for item in propose_often(tool, trail)}


@pytest.mark.parametrize("tool", sorted(PROPOSALS))
def test_tool_takes_what_is_proposed_unless_a_gift_card_is_too_small(tool: str) -> None:
    domain = load_retail()
    customers = list(domain.base.tables["customers"].items())[:N_CUSTOMERS]
    n_taken = 0
    refusals: list[str] = []
    for number, (_, customer) in enumerate(customers):
        for arguments in PROPOSALS[tool](domain.start(), customer, [], random.Random(number)):
            assert domain.tools[tool].find_fault(arguments) is None
            try:
                domain.tools[tool].run(domain.start(), arguments)
                n_taken += 1
            except ToolRefusal as refusal:
                refusals.append(str(refusal))
    assert all("which does not cover" in text for text in refusals)
    assert n_taken >= 20


@pytest.mark.parametrize("tool", sorted(PROPOSALS))
def test_proposals_follow_from_the_seed(tool: str) -> None:
    assert propose(tool, seed=4) == propose(tool, seed=4)


def test_every_node_of_the_graph_has_proposals() -> None:
    tools = load_retail().tools
    wanted = {
        name
        for name, tool in tools.items()
        if tool.kind in (ToolKind.READ, ToolKind.WRITE) and not tool.identifies
    }
    assert set(PROPOSALS) == wanted


def test_customer_without_orders_has_nothing_to_change() -> None:
    tools = sorted(set(PROPOSALS) - {"get_customer", "get_product", "list_products"})
    found = {tool: propose(tool, customer_id="cus-10002") for tool in tools}
    assert [tool for tool, items in found.items() if items] == ["change_default_address"]


@pytest.mark.parametrize(
    ("tool", "expected"),
    [
        ("get_order", {order["order_id"] for order in shop.ORDERS}),
        ("track_delivery", {shop.THIRTY_DAYS, shop.TOO_OLD, shop.SHIPPED, shop.FRESH}),
        ("cancel_order", {shop.PENDING, shop.CHEAP, shop.CHANGED, shop.GIFTED}),
        ("change_order_address", {shop.PENDING, shop.CHEAP, shop.CHANGED, shop.GIFTED}),
        ("change_order_payment", {shop.PENDING, shop.CHEAP, shop.CHANGED, shop.GIFTED}),
        ("change_order_items", {shop.PENDING, shop.CHEAP, shop.GIFTED}),
        ("return_items", {shop.THIRTY_DAYS, shop.FRESH}),
        ("exchange_items", {shop.THIRTY_DAYS, shop.FRESH}),
    ],
)
def test_orders_proposed_are_those_the_tool_is_for(tool: str, expected: set[str]) -> None:
    assert list_order_ids(tool) == expected


@pytest.mark.parametrize(
    ("order_id", "expected"),
    [(shop.THIRTY_DAYS, True), (shop.TOO_OLD, False), (shop.FRESH, True), (shop.SHIPPED, False)],
    ids=["30 days", "31 days", "today", "not there yet"],
)
def test_goods_come_back_within_thirty_days(order_id: str, *, expected: bool) -> None:
    assert is_returnable(shop.open_shop().base.tables["orders"][order_id]) is expected


def test_final_sale_goods_are_neither_returned_nor_exchanged() -> None:
    items = propose_often("return_items") + propose_often("exchange_items")
    assert not any(shop.SANDALS in item["item_ids"] for item in items)


def test_refund_goes_to_the_method_of_the_order_or_to_a_gift_card() -> None:
    found = {
        item["refund_to"]
        for item in propose_often("return_items")
        if item["order_id"] == shop.THIRTY_DAYS
    }
    assert found == {shop.CREDIT, shop.GIFT}


def test_order_that_was_changed_in_the_talk_is_not_cancelled_after() -> None:
    changed = Step("change_order_address", {"order_id": shop.PENDING, "address": shop.AWAY}, {})
    looked = Step("get_order", {"order_id": shop.CHEAP}, {})
    found = list_order_ids("cancel_order", [changed, looked])
    assert shop.PENDING not in found
    assert shop.CHEAP in found


def test_address_used_before_comes_first() -> None:
    other = {**shop.AWAY, "street": "3 Long Lane"}
    trail = [Step("change_default_address", {"customer_id": "c", "address": other}, {})]
    assert propose("change_order_address", trail)[0]["address"] == other


def test_address_that_is_there_already_is_not_proposed() -> None:
    assert all(item["address"] != shop.HOME for item in propose_often("change_order_address"))
    assert all(item["address"] != shop.HOME for item in propose_often("change_default_address"))


def test_payment_moves_to_another_method() -> None:
    paid = {order["order_id"]: order["payment_id"] for order in shop.ORDERS}
    items = propose_often("change_order_payment")
    assert all(item["payment_id"] != paid[item["order_id"]] for item in items)


def test_products_the_customer_has_bought_come_first_then_a_few_others() -> None:
    base = load_retail().base
    customer = next(row for row in base.tables["customers"].values() if row["orders"])
    orders = [base.tables["orders"][key] for key in customer["orders"]]
    bought = {item["product_id"] for order in orders for item in order["items"]}
    found = [
        item["product_id"]
        for item in PROPOSALS["get_product"](load_retail().start(), customer, [], random.Random(1))
    ]
    assert set(found[: len(bought)]) == bought
    assert len(set(found)) == len(found) == len(bought) + 8


def test_shop_of_few_products_proposes_those_it_has() -> None:
    found = [item["product_id"] for item in propose("get_product", customer_id="cus-10002")]
    assert sorted(found) == ["prd-1001", "prd-1002", "prd-1003"]


def test_new_variants_pair_up_with_the_items_and_are_others() -> None:
    for item in propose_often("change_order_items") + propose_often("exchange_items"):
        assert len(item["item_ids"]) == len(item["new_item_ids"]) in (1, 2)
        assert not set(item["item_ids"]) & set(item["new_item_ids"])


def make_item(*values: str) -> Row:
    options = dict(zip(("size", "colour", "fit"), values, strict=True))
    return {"product_id": "p", "item_id": "-".join(values), "options": options}


@pytest.mark.parametrize(
    ("others", "expected"),
    [
        ([("9", "red", "wide"), ("9", "blue", "slim")], {"9-red-wide", "9-blue-slim"}),
        ([("8", "blue", "slim")], {"8-blue-slim"}),
        ([("8", "blue", "wide")], {"8-blue-wide"}),
        ([("8", "red", "slim")], {None}),
        ([], {None}),
    ],
    ids=["near and far", "near", "far", "three options apart", "the same alone"],
)
def test_variant_is_one_or_two_options_apart(
    others: list[tuple[str, str, str]], expected: set[str | None]
) -> None:
    mine = make_item("9", "blue", "wide")
    rows = [mine, *(make_item(*values) for values in others)]
    assert choose(mine, rows) == expected


def test_variant_out_of_stock_is_never_chosen() -> None:
    mine, gone = make_item("9", "blue", "wide"), make_item("8", "blue", "wide")
    assert choose(mine, [mine, gone], in_stock=False) == {None}


def choose(mine: Row, rows: list[Row], *, in_stock: bool = True) -> set[str | None]:
    state = shop.open_shop()
    variants = {row["item_id"]: {**row, "in_stock": in_stock} for row in rows}
    state.put("products", "p", {"product_id": "p", "variants": variants})
    return {choose_variant(state, mine, random.Random(seed)) for seed in range(40)}
