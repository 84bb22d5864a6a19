import json
import random
from collections.abc import Iterable, Sequence
from dataclasses import replace

import pytest

from graphs.graph import Edge, Link, LinkKind, load_graph
from schemas.identity import dump_canonical
from schemas.verdict import ClauseVerdict
from tasks.ground.search import Node
from tasks.witness.rehearsal import Rehearsal, Stage
from tasks.witness.witness import Witness, find_run, find_witness
from tests.support.making import load_retail
from tracer.domains.domain import Domain
from tracer.domains.guard import COMPLIED, Finding, Guard, violate
from tracer.domains.retail.solver import RetailSolver
from tracer.domains.solver import Arguments, Step, load_solver
from tracer.domains.state import Base, State
from tracer.domains.transcript import Transcript

RETAIL = load_graph("retail")
STAGE = Stage(load_retail(), load_solver("retail"))


def name_edge(edge: Edge) -> str:
    return f"{edge.first}-{edge.second}"


def make_edge(first: str, second: str, link: Link) -> Edge:
    return Edge(first, second, link, (), "so")


def expect(made: Witness | str) -> Witness:
    assert isinstance(made, Witness), made
    return made


@pytest.mark.parametrize("edge", RETAIL.edges, ids=name_edge)
def test_every_edge_of_retail_has_a_witness(edge: Edge) -> None:
    witness = expect(find_witness(edge, STAGE))
    assert [step.tool for step in witness.rehearsal.steps] == [edge.first, edge.second]


@pytest.mark.parametrize("edge", RETAIL.edges, ids=name_edge)
def test_calls_of_a_witness_run_on_a_fresh_world(edge: Edge) -> None:
    rehearsal = expect(find_witness(edge, STAGE)).rehearsal
    state = load_retail().start()
    for action in rehearsal.actions:
        result = load_retail().tools[action.tool].run(state, json.loads(action.arguments))
        assert dump_canonical(result) == action.result
        assert state.digest() == action.state_digest
    assert rehearsal.actions[0].tool.startswith("find_customer_by")


def test_witness_is_told_in_one_line() -> None:
    witness = expect(find_witness(RETAIL.find_edge("get_order", "track_delivery"), STAGE))
    order = witness.rehearsal.steps[0].arguments["order_id"]
    assert witness.describe() == (
        f'{witness.rehearsal.customer_id}: get_order {{"order_id":"{order}"}} > '
        f'track_delivery {{"order_id":"{order}"}}'
    )


@pytest.mark.parametrize(
    ("first", "second", "link"),
    [
        ("get_product", "cancel_order", Link(LinkKind.ENTITY, "order")),
        ("list_products", "get_order", Link(LinkKind.DATA, "*.*", "order_id")),
        ("get_customer", "get_customer", Link(LinkKind.ENTITY, "customer")),
    ],
    ids=["no shared entity", "no data", "same call again"],
)
def test_edge_nothing_backs_has_no_witness(first: str, second: str, link: Link) -> None:
    cause = find_witness(make_edge(first, second, link), STAGE)
    assert cause == f"no customer has what {second} needs"


def test_edge_whose_calls_a_tool_refuses_says_what_it_said() -> None:
    class CancelsAgain(RetailSolver):
        def propose(
            self,
            tool: str,
            state: State,
            customer_id: str,
            trail: Sequence[Step],
            rng: random.Random,
        ) -> Iterable[Arguments]:
            if tool == "change_order_payment" and trail:
                order = trail[-1].arguments["order_id"]
                return [{"order_id": order, "payment_id": trail[-1].result["payment_id"]}]
            return super().propose(tool, state, customer_id, trail, rng)

    edge = make_edge(
        "cancel_order", "change_order_payment", Link(LinkKind.DATA, "order_id", "order_id")
    )
    cause = find_witness(edge, Stage(load_retail(), CancelsAgain()))
    assert isinstance(cause, str)
    assert "is cancelled" in cause


def forbid_tracking_after_look(transcript: Transcript, base: Base) -> Finding:
    del base
    tools = [call.tool for call in transcript.calls]
    return violate("tracked") if tools[-2:] == ["get_order", "track_delivery"] else COMPLIED


def forbid_all(transcript: Transcript, base: Base) -> Finding:
    del transcript, base
    return violate("never said before")


def doubt_all(transcript: Transcript, base: Base) -> Finding:
    del transcript, base
    return Finding(ClauseVerdict.UNCLEAR, "who knows")


def guard_by(guards: dict[int, Guard]) -> Domain:
    return replace(load_retail(), guards=guards)


def test_clause_broken_by_the_order_of_the_calls_leaves_no_witness() -> None:
    stage = Stage(guard_by({7: forbid_tracking_after_look}), load_solver("retail"))
    edge = RETAIL.find_edge("get_order", "track_delivery")
    assert find_witness(edge, stage) == "clause 7 is broken: tracked"
    expect(find_witness(RETAIL.find_edge("get_customer", "track_delivery"), stage))


def test_clause_about_words_that_each_call_breaks_alone_counts_for_nothing() -> None:
    stage = Stage(guard_by({7: forbid_all, 8: doubt_all}), load_solver("retail"))
    expect(find_witness(RETAIL.find_edge("get_order", "cancel_order"), stage))
    assert stage.list_wordless("cancel_order") == {7}


def test_consent_is_what_retail_writes_break_without_words() -> None:
    assert STAGE.list_wordless("get_order") == frozenset()
    assert 13 in STAGE.list_wordless("cancel_order")
    assert not {1, 3, 10} & STAGE.list_wordless("return_items")


def test_call_on_another_customers_order_breaks_clause_3() -> None:
    edge = RETAIL.find_edge("get_customer", "get_order")
    rehearsal = expect(find_witness(edge, STAGE)).rehearsal
    orders = load_retail().base.tables["orders"]
    other = next(key for key, row in orders.items() if row["customer_id"] != rehearsal.customer_id)
    action = rehearsal.actions[-1].model_copy(
        update={"arguments": f'{{"order_id":"{other}"}}', "result": "{}"}
    )
    swapped = replace(rehearsal, actions=[*rehearsal.actions[:-1], action])
    assert 3 in STAGE.list_broken(swapped)


def test_link_that_the_calls_do_not_use_is_noticed() -> None:
    edge = RETAIL.find_edge("get_order", "track_delivery")
    rehearsal = expect(find_witness(edge, STAGE)).rehearsal
    declared = [Node(edge.first, 0, None), Node(edge.second, 0, edge.link)]
    assert STAGE.uses_link(declared, rehearsal)
    other = Link(LinkKind.DATA, "customer_id", "order_id")
    assert not STAGE.uses_link([declared[0], Node(edge.second, 0, other)], rehearsal)


def test_pair_that_is_no_edge_shows_calls_or_why_it_has_none() -> None:
    assert isinstance(find_run("get_product", "cancel_order", STAGE), Witness)
    cause = find_run("list_products", "list_products", STAGE)
    assert cause == "no customer has what list_products needs"


def test_same_seed_finds_the_same_witness() -> None:
    edge = RETAIL.find_edge("cancel_order", "return_items")
    first, second = (expect(find_witness(edge, STAGE)) for _ in range(2))
    assert first.describe() == second.describe()


def test_transcript_holds_the_customers_details_and_no_other_words() -> None:
    made = STAGE.rehearse([Node("get_order", 0, None)], 0)
    assert isinstance(made, Rehearsal)
    transcript = made.write_transcript()
    assert len(transcript.events) == 1 + len(made.actions)
    assert [call.tool for call in transcript.calls] == [action.tool for action in made.actions]
    assert all(call.ok for call in transcript.calls)
