import random
from collections.abc import Sequence

import pytest

from schemas.draft import FactKind, SlotValue, TaskDraft
from schemas.grounded import GroundedWorkflow
from schemas.verdict import STAGE_REASONS, Reason, Stage
from tasks.refine.write import list_missing, refine_workflow, write_instruction
from tests.support.builders import make_fact
from tests.support.making import CANCEL, expect_reject, ground, load_retail, refine
from tracer.domains.describer import AmbiguousError, Said
from tracer.domains.retail.describer import RetailDescriber
from tracer.domains.state import Base


class NamesAnItem(RetailDescriber):
    def introduce(self, grounded: GroundedWorkflow, base: Base, rng: random.Random) -> str:
        return f"{super().introduce(grounded, base, rng)} You hold itm-620418."


class ForgetsTheRequest(RetailDescriber):
    def describe(
        self, grounded: GroundedWorkflow, base: Base, rng: random.Random
    ) -> Sequence[Said]:
        pieces = super().describe(grounded, base, rng)
        return [piece for piece in pieces if piece.kind is not FactKind.REQUEST]


class LeavesOutValues(RetailDescriber):
    def word(self, piece: Said, rng: random.Random) -> str:
        if piece.kind is FactKind.REQUEST:
            return super().word(piece, rng)
        return "You know how to be found."


class FindsNoDescription(RetailDescriber):
    def describe(
        self, grounded: GroundedWorkflow, base: Base, rng: random.Random
    ) -> Sequence[Said]:
        del base, rng
        raise AmbiguousError(f"two things fit in {grounded.customer_id}")


@pytest.mark.parametrize(
    ("describer", "reason", "detail"),
    [
        (NamesAnItem(), Reason.LEAKED_ID, "the instruction holds itm-620418"),
        (ForgetsTheRequest(), Reason.MISSING_FACT, "concerns [0] are not asked for"),
        (LeavesOutValues(), Reason.MISSING_FACT, "not in the instruction: "),
        (FindsNoDescription(), Reason.AMBIGUOUS_PREFERENCE, "two things fit in cus-"),
    ],
    ids=["id leaked", "no request", "value left out", "ambiguous"],
)
def test_draft_with_a_fault_leaves_with_its_reason(
    describer: RetailDescriber, reason: Reason, detail: str
) -> None:
    grounded = ground(CANCEL)
    lost = expect_reject(refine_workflow(grounded, load_retail(), describer))
    assert (lost.reason, lost.stage) == (reason, Stage.REFINE)
    assert lost.reason in STAGE_REASONS[Stage.REFINE]
    assert detail in lost.detail
    assert (lost.workflow_id, lost.record_id) == (grounded.workflow_id, grounded.id)


def test_draft_asks_for_every_concern_of_the_reference() -> None:
    grounded = ground([("track_delivery", "change_default_address")])
    requests = [fact for fact in refine(grounded).facts if fact.kind is FactKind.REQUEST]
    assert [fact.topic for fact in requests] == [0, 1]


def test_every_fact_stands_in_the_instruction() -> None:
    draft = refine(ground([("get_order", "get_product", "exchange_items")]))
    assert [fact.id for fact in draft.facts] == [f"f{n}" for n in range(1, len(draft.facts) + 1)]
    assert all(fact.text in draft.instruction for fact in draft.facts)


def test_preferences_are_the_facts_of_that_kind() -> None:
    drafts = [refine(ground([("exchange_items",)], seed)) for seed in range(12)]
    with_some = [draft for draft in drafts if draft.preferences]
    assert with_some
    for draft in with_some:
        kinds = {fact.kind for fact in draft.facts if fact.text in draft.preferences}
        assert kinds == {FactKind.PREFERENCE}


def test_same_reference_is_worded_the_same() -> None:
    grounded = ground(CANCEL)
    made = [refine(grounded) for _ in range(2)]
    assert isinstance(made[0], TaskDraft)
    assert made[0] == made[1]


def test_instruction_has_who_then_why_then_a_line_per_concern_then_how() -> None:
    facts = [
        make_fact(id="f1", kind=FactKind.IDENTITY, text="Your mail is a@b.c."),
        make_fact(id="f2", text="You want a refund."),
        make_fact(id="f3", kind=FactKind.DETAIL, text="It is the lamp."),
        make_fact(id="f4", topic=1, text="You ask for the total."),
    ]
    assert write_instruction("You are Zoë.", "I'm moving.", facts, "Be brief.").split("\n") == [
        "You are Zoë. Your mail is a@b.c.",
        'The reason, in your own words: "I\'m moving."',
        "You want a refund. It is the lamp.",
        "You ask for the total.",
        "Be brief.",
    ]


def test_missing_values_are_those_of_details_not_of_requests() -> None:
    slots = [SlotValue(slot="a", value="lamp"), SlotValue(slot="b", value="rug")]
    detail = make_fact(kind=FactKind.DETAIL, slots=slots, text="It is the lamp.")
    request = make_fact(slots=[SlotValue(slot="intent", value="cancel_order")], text="Stop it.")
    assert list_missing([detail, request]) == ["rug"]
