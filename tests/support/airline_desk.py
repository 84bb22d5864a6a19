"""What a desk of Tern Airways does for Ada Lovelace, its reads run on the small airline."""

import json
from typing import Any

from tests.unit.tracer.domains.airline import small_airline as air
from tracer.domains.airline.planning import PLANS
from tracer.domains.airline.playbook import PLAYBOOK
from tracer.domains.playbook import Call, Concern, Mention, Notebook, Plan, Propose
from tracer.domains.state import State

MAX_CALLS = 40


def note(notebook: Notebook, state: State, call: Call) -> None:
    """Make a call and write down its result."""
    arguments = dict(call.arguments)
    notebook.note(call.tool, arguments, json.dumps(air.call(state, call.tool, **arguments)))


def meet_ada(state: State | None = None) -> Notebook:
    """Return a notebook in which Ada was found and her profile looked up, and nothing else."""
    notebook, state = Notebook(), state or air.open_airline()
    note(notebook, state, Call("find_customer_by_email", {"email": "ada@example.com"}))
    note(notebook, state, Call("get_customer", {"customer_id": "cus-10001"}))
    return notebook


def make_concern(intent: str, *mentions: tuple[str, str], topic: int = 0) -> Concern:
    """Return a concern with (slot, value) mentioned."""
    return Concern(topic, intent, [Mention(*mention) for mention in mentions])


def work(concern: Concern, notebook: Notebook | None = None, state: State | None = None) -> Plan:
    """Return what the desk comes to once every call it needs was made."""
    state = state or air.open_airline()
    notebook = notebook or meet_ada(state)
    for _ in range(MAX_CALLS):
        plan = PLAYBOOK.plan(concern, notebook)
        if not isinstance(plan, Call):
            return plan
        note(notebook, state, plan)
    msg = f"{concern.intent} needs ever more calls"
    raise AssertionError(msg)


def list_write(intent: str, *mentions: tuple[str, str], state: State | None = None) -> Propose:
    """Return the listing of a write, whose call then really runs."""
    state = state or air.open_airline()
    plan = work(make_concern(intent, *mentions), state=state)
    assert isinstance(plan, Propose), plan
    assert plan.call.tool == intent
    assert intent in PLANS
    air.call(state, plan.call.tool, **dict(plan.call.arguments))
    return plan


def read_arguments(plan: Propose) -> dict[str, Any]:
    """Return the arguments of a listing's call."""
    return dict(plan.call.arguments)
