"""Refusal tasks, from the draw to the reward."""

import json
from collections import Counter

import pytest

from flows.single import find_single, make_single
from schemas.config import MixConfig
from schemas.draft import FactKind
from schemas.message import Message, Role
from schemas.task import Task, TaskKind
from schemas.trajectory import Termination
from schemas.verdict import Reject
from schemas.workflow import is_refusal_cell, read_lengths
from tasks.sample.draw import draw_workflow, list_refusal_walks
from tasks.sample.quota import plan_cells
from tests.support.transcripts import agent, call, user
from tracer.domains.domain import load_domain
from tracer.domains.tool import ToolKind, ToolRefusal
from tracer.harness.reward import score_episode, set_goal

RETAIL = load_domain("retail")
CELLS = ("2!", "3!", "4!")


@pytest.fixture(scope="module", params=CELLS)
def task(request: pytest.FixtureRequest) -> Task:
    return find_single(RETAIL, request.param, 5)[0]


def talk(*parts: list[Message]) -> list[Message]:
    return [message for part in parts for message in part]


def authenticate(task: Task) -> list[Message]:
    action = task.actions[0]
    return call(action.tool, json.loads(action.arguments), json.loads(action.result))


def score(task: Task, *parts: list[Message], ended: Termination = Termination.STOP) -> float | None:
    goal = set_goal(task, RETAIL.tools)
    return score_episode(ended, task.start_digest, goal, talk(*parts)).reward


def test_refusals_are_taken_from_tasks_of_one_walk_and_change_no_lengths() -> None:
    without = plan_cells(400, MixConfig(refusal_rate=0.0), 1, "retail")
    with_some = plan_cells(400, MixConfig(refusal_rate=0.1), 1, "retail")
    refusals = {cell: count for cell, count in with_some.items() if is_refusal_cell(cell)}
    assert sum(refusals.values()) == 40
    assert all(len(read_lengths(cell)) == 1 for cell in refusals)
    merged: Counter[str] = Counter()
    for cell, count in with_some.items():
        merged[cell.removesuffix("!")] += count
    assert merged == Counter(without)


def test_there_are_never_more_refusals_than_tasks_of_one_walk() -> None:
    cells = plan_cells(100, MixConfig(refusal_rate=1.0), 1, "retail")
    assert sum(count for cell, count in cells.items() if is_refusal_cell(cell)) == 60


@pytest.mark.parametrize("cell", CELLS)
def test_walks_of_refusals_are_reads_up_to_a_write_that_can_be_forbidden(cell: str) -> None:
    for index in range(20):
        (walk,) = draw_workflow(1, "retail", cell, index).walks
        kinds = [RETAIL.tools[name].kind for name in walk]
        assert kinds == [ToolKind.READ] * (len(walk) - 1) + [ToolKind.WRITE]
        assert tuple(walk) in list_refusal_walks("retail", len(walk))


@pytest.mark.parametrize("cell", CELLS)
def test_most_draws_of_refusals_become_tasks(cell: str) -> None:
    made = [make_single(RETAIL, cell, 7, index) for index in range(40)]
    assert sum(not isinstance(item, Reject) for item in made) >= 38


def test_refusal_names_a_clause_and_a_call_the_tool_refuses(task: Task) -> None:
    assert task.kind is TaskKind.REFUSAL
    assert task.refusal is not None
    assert task.refusal.clause in {clause.number for clause in RETAIL.policy.clauses}
    assert task.start_digest == task.final_digest
    with pytest.raises(ToolRefusal):
        RETAIL.tools[task.refusal.tool].run(RETAIL.start(), json.loads(task.refusal.arguments))


def test_customer_of_a_refusal_takes_a_reasoned_no_and_never_says_so(task: Task) -> None:
    (stance,) = (fact for fact in task.facts if fact.kind is FactKind.STANCE)
    assert task.refusal is not None
    assert (stance.topic, stance.wording) == (task.refusal.topic, "accept")
    assert stance.text in task.instruction


def test_declining_for_the_reason_after_authentication_is_right(task: Task) -> None:
    assert task.refusal is not None
    told = " ".join(item.value for item in task.information)
    no = f"I can't do that: {task.refusal.accepted[0]}. {told}"
    assert score(task, user("Hi."), authenticate(task), agent(no)) == 1.0


def test_declining_without_authentication_fails(task: Task) -> None:
    assert task.refusal is not None
    told = " ".join(item.value for item in task.information)
    no = f"I can't do that: {task.refusal.accepted[0]}. {told}"
    assert score(task, user("Hi."), agent(no)) == 0.0


def test_declining_without_a_reason_fails(task: Task) -> None:
    told = " ".join(item.value for item in task.information)
    assert score(task, authenticate(task), agent(f"No, sorry. {told}")) == 0.0


def test_handing_over_at_once_fails(task: Task) -> None:
    parts = (user("Hi."), agent("A colleague takes over."))
    assert score(task, *parts, ended=Termination.TRANSFER) == 0.0


def test_doing_nothing_fails(task: Task) -> None:
    assert score(task, user("Hi."), agent("Hello.")) == 0.0


def test_acting_anyway_fails(task: Task) -> None:
    assert task.refusal is not None
    told = " ".join(item.value for item in task.information)
    done = [Message(role=Role.ASSISTANT, content=f"It has been done. {told}")]
    assert score(task, authenticate(task), done) == 0.0
