"""Random calls of retail tools: whatever an agent tries, the shop's books stay in order."""

from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from tests.unit.tracer.domains.retail import small_shop as shop
from tracer.domains.state import State
from tracer.domains.tool import ToolRefusal

ORDERS = st.sampled_from([order["order_id"] for order in shop.ORDERS] + ["K99-9999"])
METHODS = st.sampled_from([shop.CREDIT, shop.WALLET, shop.GIFT, shop.GIFT, shop.STRANGER])
OLD_ITEMS = st.sampled_from([shop.BOOTS, shop.MUGS, shop.SANDALS, shop.DEARER])
# Mostly swaps that a tool may well make, so that many calls succeed.
PAIRS = st.sampled_from(
    [
        (shop.BOOTS, shop.DEARER),
        (shop.BOOTS, shop.DEAREST),
        (shop.BOOTS, shop.CHEAPER),
        (shop.BOOTS, shop.GONE),
        (shop.MUGS, shop.OTHER_MUGS),
        (shop.MUGS, shop.BOOTS),
        (shop.SANDALS, shop.OTHER_SANDALS),
    ]
)
ADDRESSES = st.sampled_from([shop.HOME, shop.AWAY, {**shop.AWAY, "city": " "}])
REASONS = st.sampled_from(["no longer needed", "ordered by mistake"])
SWAPS = st.lists(PAIRS, min_size=1, max_size=2)
SWAP_TOOLS = st.sampled_from(["change_order_items", "exchange_items"])


def add_cents(amounts: list[str]) -> int:
    return sum(round(float(amount) * 100) for amount in amounts)


class Desk(RuleBasedStateMachine):
    """Calls tools in any order and keeps a record of them."""

    def __init__(self) -> None:
        super().__init__()
        self.state = State(shop.open_shop().base)
        self.calls: list[tuple[str, dict[str, Any]]] = []

    @initialize(balance=st.integers(0, 20_000))
    def fill_gift_card(self, balance: int) -> None:
        base = shop.open_shop().base
        customer: Any = base.tables["customers"]["cus-10001"]
        customer["payment_methods"][shop.GIFT]["balance"] = f"{balance // 100}.{balance % 100:02}"
        self.state = State(base)

    def call(self, tool: str, arguments: dict[str, Any]) -> None:
        before = self.state.digest()
        self.calls.append((tool, arguments))
        assert shop.BY_NAME[tool].find_fault(arguments) is None
        try:
            shop.BY_NAME[tool].run(self.state, arguments)
        except ToolRefusal:
            assert self.state.digest() == before

    @rule(order_id=ORDERS, reason=REASONS)
    def cancel(self, order_id: str, reason: str) -> None:
        self.call("cancel_order", {"order_id": order_id, "reason": reason})

    @rule(order_id=ORDERS, address=ADDRESSES)
    def send_elsewhere(self, order_id: str, address: dict[str, str]) -> None:
        self.call("change_order_address", {"order_id": order_id, "address": address})

    @rule(order_id=ORDERS, payment_id=METHODS)
    def pay_otherwise(self, order_id: str, payment_id: str) -> None:
        self.call("change_order_payment", {"order_id": order_id, "payment_id": payment_id})

    @rule(tool=SWAP_TOOLS, order_id=ORDERS, swaps=SWAPS, payment_id=METHODS)
    def swap(self, tool: str, order_id: str, swaps: list[tuple[str, str]], payment_id: str) -> None:
        old, new = [list(ids) for ids in zip(*swaps, strict=True)]
        arguments = {"item_ids": old, "new_item_ids": new, "payment_id": payment_id}
        self.call(tool, {"order_id": order_id, **arguments})

    @rule(order_id=ORDERS, item_ids=st.lists(OLD_ITEMS, min_size=1, max_size=2), to=METHODS)
    def give_back(self, order_id: str, item_ids: list[str], to: str) -> None:
        arguments = {"order_id": order_id, "item_ids": item_ids, "refund_to": to}
        self.call("return_items", arguments)

    @rule(address=ADDRESSES)
    def move_house(self, address: dict[str, str]) -> None:
        arguments = {"customer_id": "cus-10001", "address": address}
        self.call("change_default_address", arguments)

    @invariant()
    def totals_equal_the_sum_of_items(self) -> None:
        for _, order in self.state.rows("orders"):
            prices = [item["price"] for item in order["items"]]
            assert add_cents([order["total"]]) == add_cents(prices)

    @invariant()
    def gift_card_is_never_overdrawn(self) -> None:
        assert not shop.read_balance(self.state).startswith("-")

    @invariant()
    def gift_card_agrees_with_the_movements_of_the_orders(self) -> None:
        start = shop.read_balance(State(self.state.base))
        moved = {"payment": 0, "refund": 0}
        for key, order in self.state.rows("orders"):
            fresh = order["payments"][len(self.state.base.tables["orders"][key]["payments"]) :]
            for row in fresh:
                if row["payment_id"] == shop.GIFT:
                    moved[row["kind"]] += add_cents([row["amount"]])
        expected = add_cents([start]) - moved["payment"] + moved["refund"]
        assert add_cents([shop.read_balance(self.state)]) == expected

    @invariant()
    def what_an_order_cost_is_what_was_paid(self) -> None:
        for _, order in self.state.rows("orders"):
            paid = {"payment": 0, "refund": 0}
            for row in order["payments"]:
                paid[row["kind"]] += add_cents([row["amount"]])
            assert paid["payment"] - paid["refund"] == cost_order(order)

    def teardown(self) -> None:
        again = State(self.state.base)
        for tool, arguments in self.calls:
            try:
                shop.BY_NAME[tool].run(again, arguments)
            except ToolRefusal:
                continue
        assert again.digest() == self.state.digest()


def cost_order(order: Any) -> int:
    """Return what an order costs in the end, cents."""
    total = add_cents([order["total"]])
    if order["return"] is not None:
        return total - add_cents([order["return"]["refund"]])
    if order["exchange"] is not None:
        return total + add_cents([order["exchange"]["difference"]])
    unpaid = order["status"] == "cancelled" and order["payments"][-1]["kind"] == "refund"
    return 0 if unpaid else total


TestDesk = Desk.TestCase
TestDesk.settings = settings(max_examples=60, stateful_step_count=25, deadline=None)
