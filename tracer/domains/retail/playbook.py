"""Playbook: the shop desk's procedures, from policy and tools alone."""

from collections.abc import Mapping
from typing import Any

from schemas.identity import dump_canonical
from tracer.domains.playbook import Ask, Call, Concern, Notebook, Plan, Propose
from tracer.domains.retail.answering import ANSWERS
from tracer.domains.retail.finding import get_customer_id
from tracer.domains.retail.planning import PLANS, plan_nothing


class RetailPlaybook:
    """Implements `Playbook` for Kestrel Lane."""

    def identify(self, notebook: Notebook) -> Call | Ask | None:
        """Return the look-up, the question for what it needs, the profile, or None."""
        customer_id = get_customer_id(notebook)
        if customer_id is not None:
            profile = Call("get_customer", {"customer_id": customer_id})
            return None if notebook.look(profile.tool, **profile.arguments) else profile
        calls = list_look_ups(notebook.identity)
        untried = [
            call for call in calls if notebook.get_refusal(call.tool, call.arguments) is None
        ]
        if untried:
            return untried[0]
        return Ask("identity_again" if calls else "identity")

    def needs_record(self, intent: str) -> bool:
        """Return whether a concern is about an order."""
        return "order" in intent or intent.startswith(("return", "exchange", "ask_delivery"))

    def plan(self, concern: Concern, notebook: Notebook) -> Plan:
        """Return the next thing to do for a concern."""
        kind = concern.intent.partition(".")[0]
        maker = ANSWERS.get(kind) or PLANS.get(concern.intent, plan_nothing)
        return maker(concern, notebook)

    def report(self, propose: Propose, _result: Any) -> Mapping[str, str]:
        """Return the values of the listing, with when a refund arrives."""
        to_gift_card = propose.values.get("payment") == "gift card"
        return {**propose.values, "when": "gift" if to_gift_card else "other"}

    def apply(self, call: Call, result: Any, notebook: Notebook) -> None:
        """Replace the row that a write changed."""
        for table, tool in (("order_id", "get_order"), ("customer_id", "get_customer")):
            if table in call.arguments:
                key = dump_canonical({table: call.arguments[table]})
                notebook.results[tool, key] = result


def list_look_ups(identity: Mapping[str, str]) -> list[Call]:
    """Return the look-ups that what the customer gave allows, the surest first."""
    calls = []
    if "email" in identity:
        calls.append(Call("find_customer_by_email", {"email": identity["email"]}))
    if {"name", "postcode"} <= set(identity):
        values = {"name": identity["name"], "postcode": identity["postcode"]}
        calls.append(Call("find_customer_by_name_and_postcode", values))
    return calls


PLAYBOOK = RetailPlaybook()
