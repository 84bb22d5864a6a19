"""What agents earn that do nothing, give up or give in, and what the reference itself earns."""

import json
from functools import cache

import pytest

from bench.material import make_tasks
from flows.single import find_single
from schemas.grounded import Action
from schemas.message import Message
from schemas.task import Task, TaskKind
from schemas.trajectory import Termination
from tests.support.transcripts import agent, call, user
from tracer.domains.domain import DOMAIN_NAMES, load_domain
from tracer.domains.tool import ToolRefusal
from tracer.harness.reward import score_episode, set_goal

N_TASKS = 60
N_REFUSALS = 12
DONE = "It is all done now. Is there anything else?"

pytestmark = pytest.mark.parametrize("domain", DOMAIN_NAMES)


@cache
def list_refusals(domain: str) -> tuple[Task, ...]:
    """Return tasks to decline, of walks of several lengths."""
    world = load_domain(domain)
    return tuple(
        find_single(world, cell, 11, 200 * place)[0]
        for cell in ("2!", "3!", "4!")
        for place in range(N_REFUSALS // 3)
    )


@cache
def list_tasks(domain: str) -> tuple[Task, ...]:
    """Return tasks in the usual mix and some more to decline."""
    return (*(task for task, _ in make_tasks(N_TASKS, 9, domain)), *list_refusals(domain))


class Desk:
    """Plays one task on a fresh state and keeps what is said and done."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.messages: list[Message] = user("Hello, I need help.")
        self.world = load_domain(task.domain)
        self.state = self.world.start()

    def call(self, tool: str, arguments: str) -> None:
        try:
            result = self.world.tools[tool].run(self.state, json.loads(arguments))
        except ToolRefusal as refusal:
            result = {"error": str(refusal)}
        self.messages += call(tool, json.loads(arguments), result)

    def follow(self, actions: list[Action]) -> None:
        for action in actions:
            self.call(action.tool, action.arguments)

    def say(self, text: str) -> None:
        self.messages += agent(text)

    def tell(self) -> None:
        """Tell what must be told."""
        for item in self.task.information:
            self.say(f"The answer is {item.value}.")

    def score(self, ended: Termination = Termination.STOP) -> float | None:
        goal = set_goal(self.task, self.world.tools)
        return score_episode(ended, self.state.digest(), goal, self.messages).reward


def do_nothing(task: Task) -> float | None:
    desk = Desk(task)
    desk.say("Hello. Goodbye.")
    return desk.score()


def hand_over(task: Task) -> float | None:
    desk = Desk(task)
    desk.call("transfer_to_person", '{"summary": "A customer wants something."}')
    return desk.score(Termination.TRANSFER)


def claim_all(task: Task) -> float | None:
    """Look the customer up, do nothing and say that it is done."""
    desk = Desk(task)
    desk.follow(task.actions[:1])
    desk.say(DONE)
    return desk.score()


def act_anyway(task: Task) -> float | None:
    """Do all of the reference, then what must be declined, and say that it is done."""
    assert task.refusal is not None
    desk = Desk(task)
    desk.follow(task.actions)
    desk.tell()
    desk.call(task.refusal.tool, task.refusal.arguments)
    desk.say(DONE)
    return desk.score()


def follow_reference(task: Task) -> float | None:
    desk = Desk(task)
    desk.follow(task.actions)
    desk.tell()
    if task.refusal is not None:
        desk.say(f"I'm sorry, but that can't be done: {task.refusal.accepted[0]}.")
    desk.say("Is there anything else?")
    return desk.score()


def test_tasks_are_of_every_kind(domain: str) -> None:
    tasks = list_tasks(domain)
    assert len(tasks) == N_TASKS + N_REFUSALS
    assert {task.kind for task in tasks} == set(TaskKind)
    assert all(task.kind is TaskKind.REFUSAL for task in list_refusals(domain))


def test_doing_nothing_earns_nothing(domain: str) -> None:
    assert {do_nothing(task) for task in list_tasks(domain)} == {0.0}


def test_handing_over_at_once_earns_nothing(domain: str) -> None:
    assert {hand_over(task) for task in list_tasks(domain)} == {0.0}


def test_claiming_it_is_done_earns_nothing(domain: str) -> None:
    assert {claim_all(task) for task in list_tasks(domain)} == {0.0}


def test_doing_what_must_be_declined_earns_nothing(domain: str) -> None:
    assert {act_anyway(task) for task in list_tasks(domain) if task.refusal is not None} == {0.0}


def test_the_reference_earns_everything(domain: str) -> None:
    assert {follow_reference(task) for task in list_tasks(domain)} == {1.0}
