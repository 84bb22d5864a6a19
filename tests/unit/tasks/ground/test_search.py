import random
from collections.abc import Iterable, Sequence

import pytest

from graphs.graph import LinkKind
from tasks.ground import search as module
from tasks.ground.search import Search, list_nodes
from tests.support.making import CANCEL, Walks, load_retail, make_draw
from tests.unit.tasks.ground.solver import PlainSolver
from tracer.domains.solver import Arguments, Solver, Step
from tracer.domains.state import Base, State


class OneCustomer(PlainSolver):
    """Knows one customer, and proposes the orders in the order of the file."""

    def __init__(self, n_pending: int) -> None:
        self.n_pending = n_pending

    def list_customers(self, base: Base) -> Sequence[str]:
        for key, row in base.tables["customers"].items():
            orders = [base.tables["orders"][order] for order in row["orders"]]
            if sum(order["status"] == "pending" for order in orders) == self.n_pending:
                return [key]
        raise LookupError(self.n_pending)


class LeadsOnFromTheSecond(OneCustomer):
    """Has nothing to propose after the first order that is cancelled."""

    def __init__(self, n_pending: int) -> None:
        super().__init__(n_pending)
        self.cancelled: list[str] = []

    def propose(
        self, tool: str, state: State, customer_id: str, trail: Sequence[Step], rng: random.Random
    ) -> Iterable[Arguments]:
        if trail:
            self.cancelled.append(trail[-1].arguments["order_id"])
        if len(self.cancelled) == 1:
            return []
        return super().propose(tool, state, customer_id, trail, rng)


class Stubborn(PlainSolver):
    """Never proposes anything that the tool takes."""

    def propose(
        self, tool: str, state: State, customer_id: str, trail: Sequence[Step], rng: random.Random
    ) -> Iterable[Arguments]:
        del tool, state, customer_id, trail, rng
        return [{"order_id": f"K00-{number:04}"} for number in range(100)]

    def touch(self, tool: str, arguments: Arguments, state: State) -> frozenset[tuple[str, str]]:
        del tool, arguments, state
        return frozenset()


def search(walks: Walks, solver: Solver, seed: int = 1) -> Search:
    return Search(load_retail(), solver, list_nodes(make_draw(walks)), random.Random(seed))


def test_nodes_carry_the_link_to_the_tool_before_them_in_their_walk() -> None:
    nodes = list_nodes(make_draw([("get_order", "cancel_order"), ("get_customer", "get_order")]))
    assert [(node.tool, node.intent) for node in nodes] == [
        ("get_order", 0),
        ("cancel_order", 0),
        ("get_customer", 1),
        ("get_order", 1),
    ]
    assert [node.link and node.link.kind for node in nodes] == [
        None,
        LinkKind.DATA,
        None,
        LinkKind.DATA,
    ]


def test_second_call_is_on_the_order_the_first_one_showed() -> None:
    for seed in range(10):
        found = search(CANCEL, PlainSolver(), seed).run()
        assert found is not None
        looked, cancelled = found[1]
        assert looked.arguments["order_id"] == cancelled.arguments["order_id"]


def test_repeated_write_is_on_another_order() -> None:
    found = search([("get_order", "cancel_order", "cancel_order")], OneCustomer(2)).run()
    assert found is not None
    orders = [step.arguments["order_id"] for step in found[1][1:]]
    assert len(set(orders)) == 2


def test_one_pending_order_is_not_cancelled_twice() -> None:
    walks = [("get_order", "cancel_order"), ("get_order", "cancel_order")]
    assert search(walks, OneCustomer(1)).run() is None


def test_one_pending_order_is_not_sent_to_two_addresses() -> None:
    # The tool would take it: it is the search that has no customer want both.
    walks = [("change_order_address",), ("change_order_address",)]
    assert search(walks, OneCustomer(1)).run() is None
    assert search(walks, OneCustomer(2)).run() is not None


def test_second_walk_may_look_at_what_the_first_one_looked_at() -> None:
    solver = OneCustomer(1)
    found = search([("get_customer",), ("get_customer",)], solver).run()
    assert found is not None
    assert found[1][0].arguments == found[1][1].arguments


def test_dead_end_is_left_again_and_its_writes_undone() -> None:
    solver = LeadsOnFromTheSecond(2)
    walks = [("cancel_order", "change_default_address")]
    tried, state = search(walks, solver), load_retail().start()
    (customer_id,) = solver.list_customers(state.base)
    found = tried.extend(state, customer_id, [])
    assert found is not None
    statuses = [(state.get("orders", key) or {})["status"] for key in solver.cancelled]
    assert statuses == ["pending", "cancelled"]
    assert found[0].arguments["order_id"] == solver.cancelled[1]
    assert tried.n_runs == 3


def test_search_remembers_the_refusal_and_how_deep_it_came() -> None:
    tried = search(CANCEL, Stubborn())
    assert tried.run() is None
    assert tried.refused == (
        "get_order: There is no order K00-0007. An order id looks like K48-2071."
    )
    assert tried.depth == 0


def test_search_gives_up_after_so_many_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_RUNS", 10)
    tried = search(CANCEL, Stubborn())
    assert tried.run() is None
    assert tried.n_runs == 11
