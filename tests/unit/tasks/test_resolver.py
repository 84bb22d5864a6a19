from dataclasses import replace

import pytest

from schemas.draft import Fact, FactKind, SlotValue
from tasks.resolver import Gap, find_lack
from tasks.verify.check import Candidate
from tests.support.making import make_candidate
from tests.support.planted import list_candidates
from tracer.domains.domain import DOMAIN_NAMES

CANCEL = make_candidate()
EXCHANGE = make_candidate([("get_order", "get_product", "exchange_items")])


def lack(candidate: Candidate, facts: list[Fact]) -> tuple[Gap, str] | None:
    return find_lack(facts, candidate.grounded, candidate.domain)


def without(candidate: Candidate, root: str) -> list[Fact]:
    """Return the facts but those of a slot or one below it."""
    return [fact for fact in candidate.draft.facts if fact.slots[0].slot.partition(".")[0] != root]


def say(candidate: Candidate, slot: str, value: str) -> list[Fact]:
    """Return the facts with another value for a slot."""
    return [
        fact.model_copy(update={"slots": [SlotValue(slot=slot, value=value)]})
        if fact.slots[0].slot == slot
        else fact
        for fact in candidate.draft.facts
    ]


@pytest.mark.parametrize("domain", DOMAIN_NAMES)
def test_facts_of_a_draft_lead_to_its_reference(domain: str) -> None:
    candidates = list_candidates(domain, 60, 3)
    assert len(candidates) > 50
    assert [lack(item, item.draft.facts) for item in candidates] == [None] * len(candidates)


def test_customer_nobody_finds_is_a_missing_fact() -> None:
    facts = [fact for fact in CANCEL.draft.facts if fact.kind is not FactKind.IDENTITY]
    assert lack(CANCEL, facts) == (Gap.MISSING, "nothing finds the customer")


def test_value_not_told_is_missing() -> None:
    assert lack(CANCEL, without(CANCEL, "reason")) == (
        Gap.MISSING,
        "concern 0 cancel_order: a desk would have to ask for reason",
    )


def test_other_payment_than_the_reference_leads_elsewhere() -> None:
    method = next(fact for fact in EXCHANGE.draft.facts if fact.slots[0].slot == "payment")
    customer = EXCHANGE.domain.base.tables["customers"][EXCHANGE.grounded.customer_id]
    kinds = {row["kind"] for row in customer["payment_methods"].values()}
    others = sorted(kinds - {method.slots[0].value})
    assert others
    found = lack(EXCHANGE, say(EXCHANGE, "payment", others[0]))
    assert found is not None
    assert found[0] is Gap.AMBIGUOUS
    assert "concern 0 exchange_items: the facts lead to another end" in found[1]


def test_order_that_is_not_there_leads_nowhere() -> None:
    facts = [
        fact.model_copy(update={"slots": [SlotValue(slot="order.id", value="K00-0000")]})
        if fact.slots[0].slot.startswith("order")
        else fact
        for fact in CANCEL.draft.facts
    ]
    found = lack(CANCEL, facts)
    assert found is not None
    assert found[0] is Gap.AMBIGUOUS


def test_write_of_another_tool_leads_elsewhere() -> None:
    *others, last = CANCEL.grounded.actions
    swapped = last.model_copy(update={"tool": "change_order_payment"})
    grounded = CANCEL.grounded.model_copy(update={"actions": [*others, swapped]})
    found = lack(replace(CANCEL, grounded=grounded), CANCEL.draft.facts)
    assert found is not None
    assert found[0] is Gap.AMBIGUOUS
