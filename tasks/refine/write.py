"""Write: turns a grounded workflow into an instruction and facts by the grammar, and checks them.

arXiv:2610.19560 (reverse refinement): one natural request with feasible preferences, in the
customer's terms.
"""

import random

from schemas.draft import Fact, FactKind, TaskDraft
from schemas.grounded import GroundedWorkflow
from schemas.identity import derive_seed
from schemas.verdict import Reason, Reject, Stage
from tasks.refine.role import find_inversion
from tasks.resolver import Gap, find_lack
from tracer.domains.describer import AmbiguousError, Describer, number_facts
from tracer.domains.domain import Domain

GAP_REASONS = {
    Gap.MISSING: Reason.MISSING_FACT,
    Gap.AMBIGUOUS: Reason.AMBIGUOUS_PREFERENCE,
}


def refine_workflow(
    grounded: GroundedWorkflow, domain: Domain, describer: Describer
) -> TaskDraft | Reject:
    """Return the draft of a grounded workflow, or a reject with its reason."""
    rng = random.Random(derive_seed(grounded.id, "refine"))
    try:
        pieces = describer.describe(grounded, domain.base, rng)
    except AmbiguousError as error:
        return reject(grounded, Reason.AMBIGUOUS_PREFERENCE, str(error))
    facts = number_facts([(piece, describer.word(piece, rng)) for piece in pieces])
    intro = describer.introduce(grounded, domain.base, rng)
    text = write_instruction(intro, grounded.story.voiced, facts, describer.close(rng))
    fault = find_fault(text, facts, grounded, describer) or find_choice(facts, grounded, domain)
    if fault is not None:
        return reject(grounded, *fault)
    return TaskDraft.create(
        workflow_id=grounded.workflow_id,
        instruction=text,
        preferences=[fact.text for fact in facts if fact.kind is FactKind.PREFERENCE],
        facts=facts,
    )


def write_instruction(intro: str, voiced: str, facts: list[Fact], closing: str) -> str:
    """Return the instruction: who, then each concern in a paragraph of its own, then how."""
    identity = " ".join(fact.text for fact in facts if fact.kind is FactKind.IDENTITY)
    n_topics = 1 + max(fact.topic for fact in facts)
    concerns = [
        " ".join(
            fact.text
            for fact in facts
            if fact.topic == topic and fact.kind is not FactKind.IDENTITY
        )
        for topic in range(n_topics)
    ]
    why = f'The reason, in your own words: "{voiced}"'
    return "\n".join([f"{intro} {identity}", why, *concerns, closing])


def find_fault(
    text: str, facts: list[Fact], grounded: GroundedWorkflow, describer: Describer
) -> tuple[Reason, str] | None:
    """Return the reason to reject an instruction, or None."""
    leaked = describer.find_ids(text)
    if leaked:
        return Reason.LEAKED_ID, f"the instruction holds {leaked[0]}"
    inverted = find_inversion(text)
    if inverted:
        return Reason.ROLE_INVERTED, f"the instruction {inverted}"
    topics = grounded.list_topics()
    asked = {fact.topic for fact in facts if fact.kind is FactKind.REQUEST}
    if topics != asked:
        return Reason.MISSING_FACT, f"concerns {sorted(topics - asked)} are not asked for"
    missing = list_missing(facts)
    if missing:
        return Reason.MISSING_FACT, f"not in the instruction: {missing[0]}"
    return None


def find_choice(
    facts: list[Fact], grounded: GroundedWorkflow, domain: Domain
) -> tuple[Reason, str] | None:
    """Return the reason to reject facts that do not select the reference's own calls, or None."""
    lack = find_lack(facts, grounded, domain)
    return None if lack is None else (GAP_REASONS[lack[0]], lack[1])


def list_missing(facts: list[Fact]) -> list[str]:
    """Return the slot values that do not stand in the text of their fact; requests carry none."""
    return [
        slot.value
        for fact in facts
        if fact.kind is not FactKind.REQUEST
        for slot in fact.slots
        if slot.value not in fact.text
    ]


def reject(grounded: GroundedWorkflow, reason: Reason, detail: str) -> Reject:
    """Return the reject of a grounded workflow in this stage."""
    return Reject(
        workflow_id=grounded.workflow_id,
        record_id=grounded.id,
        stage=Stage.REFINE,
        reason=reason,
        detail=detail,
    )
