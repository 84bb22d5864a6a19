import json
import random
from collections.abc import Iterator
from fnmatch import fnmatchcase
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from graphs.graph import Link, LinkKind
from schemas.grounded import ActionRole, GroundedWorkflow
from schemas.workflow import name_cell
from tasks.ground.search import Search, list_nodes
from tasks.ground.solve import ground_workflow
from tasks.sample.draw import draw_workflow
from tests.support.making import load_retail
from tracer.domains.retail.solver import SOLVER
from tracer.domains.tool import ToolKind

CELLS = st.lists(st.integers(1, 4), min_size=1, max_size=3).map(name_cell)
INDEXES = st.integers(0, 100_000)
SEED = 20


def ground(cell: str, index: int) -> GroundedWorkflow | None:
    workflow = draw_workflow(SEED, "retail", cell, index)
    made = ground_workflow(workflow, load_retail(), SOLVER)
    return made if isinstance(made, GroundedWorkflow) else None


@given(cell=CELLS, index=INDEXES)
@settings(max_examples=80)
def test_grounding_replays_to_its_recorded_results_and_digests(cell: str, index: int) -> None:
    grounded = ground(cell, index)
    if grounded is None:
        return
    domain, state = load_retail(), load_retail().start()
    assert grounded.start_digest == state.digest()
    for action in grounded.actions:
        tool, arguments = domain.tools[action.tool], json.loads(action.arguments)
        before = state.digest()
        assert tool.find_fault(arguments) is None
        assert tool.run(state, arguments) == json.loads(action.result)
        assert state.digest() == action.state_digest
        if tool.kind is not ToolKind.WRITE:
            assert state.digest() == before
    assert state.digest() == grounded.final_digest


@given(cell=CELLS, index=INDEXES)
@settings(max_examples=80)
def test_topics_are_numbered_without_a_gap_and_every_read_among_them_is_asked(
    cell: str, index: int
) -> None:
    grounded = ground(cell, index)
    if grounded is None:
        return
    topics = {action.topic: action for action in grounded.actions if action.topic is not None}
    assert sorted(topics) == list(range(len(topics)))
    assert len(topics) == sum(action.topic is not None for action in grounded.actions)
    reads = {
        topic
        for topic, action in topics.items()
        if load_retail().tools[action.tool].kind is ToolKind.READ
    }
    assert {item.topic for item in grounded.information} == reads
    assert all(action.role is ActionRole.WALK for action in topics.values())
    walks = [name for walk in grounded.walks for name in walk]
    assert {item.tool for item in grounded.actions if item.role is ActionRole.WALK} == set(walks)


@given(cell=CELLS, index=INDEXES)
@settings(max_examples=80)
def test_arguments_hold_the_link_of_every_edge(cell: str, index: int) -> None:
    workflow = draw_workflow(SEED, "retail", cell, index)
    nodes = list_nodes(workflow)
    found = Search(load_retail(), SOLVER, nodes, random.Random(index)).run()
    if found is None:
        return
    customer_id, steps = found
    state = load_retail().start()
    result: Any = None
    owners: set[str] = set()
    for node, step in zip(nodes, steps, strict=True):
        assert step.tool == node.tool
        before = owners
        owners = list_owners(step.arguments, customer_id)
        if node.link is not None:
            assert holds(node.link, result, step.arguments, (before, owners))
        result = load_retail().tools[step.tool].run(state, step.arguments)


def holds(
    link: Link, result: Any, arguments: dict[str, Any], owners: tuple[set[str], set[str]]
) -> bool:
    """Check a link by another road: every path of the result, matched against the pattern."""
    if link.kind is LinkKind.ENTITY:
        return bool(owners[0] & owners[1])
    wanted = arguments[link.argument]
    items = wanted if isinstance(wanted, list) else [wanted]
    values = [value for path, value in walk_json(result, "") if fnmatchcase(path, link.source)]
    return any(item in values for item in items)


def walk_json(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    """Yield every path with its value, and for every key its own name at the path with `*~`."""
    yield path, value
    if isinstance(value, dict):
        for key, item in value.items():
            yield join(path, "*~"), key
            yield from walk_json(item, join(path, key))
    if isinstance(value, list):
        for place, item in enumerate(value):
            yield from walk_json(item, join(path, str(place)))


def join(path: str, step: str) -> str:
    return f"{path}.{step}" if path else step


def list_owners(arguments: dict[str, Any], customer_id: str) -> set[str]:
    """Return the customer or the category that stands behind the arguments."""
    tables = load_retail().base.tables
    if "order_id" in arguments:
        return {tables["orders"][arguments["order_id"]]["customer_id"]} & {customer_id}
    if "product_id" in arguments:
        return {tables["products"][arguments["product_id"]]["category"]}
    return {arguments["customer_id"]} if "customer_id" in arguments else set()
