from typing import Any

import pytest

from tests.support.retail_desk import (
    BOTH,
    EMAIL,
    ORDERS,
    find_ana,
    make_concern,
    note,
    open_orders,
    open_shop,
)
from tracer.domains.playbook import Ask, Call, Notebook, Propose, Stuck
from tracer.domains.retail.answering import ANSWERS
from tracer.domains.retail.planning import PLANS
from tracer.domains.retail.playbook import PLAYBOOK
from tracer.domains.retail.world import TOOLS
from tracer.domains.tool import ToolKind

BY_EMAIL = Call("find_customer_by_email", {"email": EMAIL})
NAMED = {"name": "Ana Weiß", "postcode": "LS1 4AB"}
BY_NAME = Call("find_customer_by_name_and_postcode", NAMED)


def identify(identity: dict[str, str], *refused: Call) -> Call | Ask | None:
    notebook = Notebook(identity=identity)
    for call in refused:
        note(notebook, call.tool, dict(call.arguments), {"error": "There is no such customer."})
    return PLAYBOOK.identify(notebook)


@pytest.mark.parametrize("identity", [{}, {"name": "Ana Weiß"}, {"postcode": "LS1 4AB"}])
def test_customer_who_gave_too_little_is_asked_who_they_are(identity: dict[str, str]) -> None:
    assert identify(identity) == Ask("identity")


def test_customer_is_looked_up_by_what_they_gave() -> None:
    assert identify({"email": EMAIL}) == BY_EMAIL
    assert identify(NAMED) == BY_NAME
    assert identify({"email": EMAIL, **NAMED}) == BY_EMAIL


def test_refused_look_up_is_not_made_again() -> None:
    assert identify({"email": EMAIL}, BY_EMAIL) == Ask("identity_again")


def test_name_and_postcode_are_tried_when_the_email_finds_nobody() -> None:
    identity = {"email": EMAIL, **NAMED}
    assert identify(identity, BY_EMAIL) == BY_NAME
    assert identify(identity, BY_EMAIL, BY_NAME) == Ask("identity_again")


def test_found_customer_is_looked_up_before_any_concern() -> None:
    notebook = Notebook()
    note(notebook, BY_EMAIL.tool, dict(BY_EMAIL.arguments), {"customer_id": "cus-10001"})
    assert PLAYBOOK.identify(notebook) == Call("get_customer", {"customer_id": "cus-10001"})


def test_known_customer_needs_nothing_more() -> None:
    assert PLAYBOOK.identify(find_ana()) is None


def test_every_writing_tool_has_a_procedure() -> None:
    writes = {tool.name for tool in TOOLS if tool.kind is ToolKind.WRITE}
    assert set(PLANS) == writes
    assert not set(PLANS) & set(ANSWERS)


def test_wish_without_a_procedure_is_turned_down() -> None:
    assert isinstance(PLAYBOOK.plan(make_concern("gift_wrap"), open_shop()), Stuck)


def test_question_is_answered_by_its_kind() -> None:
    concern = make_concern("ask_order.total", ("order.id", BOTH))
    plan: Any = PLAYBOOK.plan(concern, open_orders())
    assert plan.values["amount"] == "164.50"


@pytest.mark.parametrize(("kind", "when"), [("gift card", "gift"), ("wallet", "other")])
def test_report_says_when_a_refund_arrives(kind: str, when: str) -> None:
    listing = Propose(Call("return_items", {}), {"payment": kind}, ())
    assert PLAYBOOK.report(listing, None) == {"payment": kind, "when": when}


def test_row_that_a_write_changed_replaces_what_was_looked_up() -> None:
    notebook = open_orders()
    cancelled = {**ORDERS[BOTH], "status": "cancelled"}
    PLAYBOOK.apply(Call("cancel_order", {"order_id": BOTH, "reason": "x"}), cancelled, notebook)
    assert notebook.look("get_order", order_id=BOTH) == cancelled
