"""Solve: grounds one workflow by the seeded search, or says why it cannot be grounded."""

import random

from schemas.grounded import GroundedWorkflow
from schemas.identity import derive_seed
from schemas.verdict import Reason, Reject, Stage
from schemas.workflow import Workflow
from tasks.effect import find_idle_write
from tasks.ground.reference import Reference
from tasks.ground.search import Search, list_nodes
from tasks.ground.supply import find_unsupplied
from tracer.domains.describer import load_describer
from tracer.domains.domain import Domain
from tracer.domains.solver import Solver
from tracer.domains.tool import ToolRefusal


def ground_workflow(
    workflow: Workflow, domain: Domain, solver: Solver
) -> GroundedWorkflow | Reject:
    """Return the workflow with customer, arguments, results and story, or a reject with reason."""
    rng = random.Random(derive_seed(workflow.seed, "ground"))
    nodes = list_nodes(workflow)
    search = Search(domain, solver, nodes, rng)
    found = search.run()
    if found is None:
        reason = Reason.POLICY_BLOCKED if search.refused else Reason.NO_ENTITY
        stuck = nodes[max(search.depth, 0)].tool
        detail = search.refused or f"no customer has what {stuck} needs"
        return reject(workflow, reason, detail)
    customer_id, steps = found
    reference = Reference(domain, solver, rng, domain.start(), forbidden=search.forbidden)
    try:
        reference.look_up(customer_id)
        reference.follow(nodes, steps)
    except ToolRefusal as refusal:
        return reject(workflow, Reason.REPLAY_ERROR, str(refusal))
    return finish(workflow, customer_id, reference)


def finish(workflow: Workflow, customer_id: str, reference: Reference) -> GroundedWorkflow | Reject:
    """Check the reference and return the record."""
    fault = find_fault(reference)
    if fault is not None:
        return reject(workflow, *fault)
    start = reference.domain.start()
    story = reference.solver.tell_story(reference.steps[0], start, customer_id, reference.rng)
    return GroundedWorkflow.create(
        workflow_id=workflow.id,
        domain=workflow.domain,
        walks=workflow.walks,
        customer_id=customer_id,
        actions=reference.actions,
        information=reference.information,
        refusal=reference.refusal,
        start_digest=start.digest(),
        final_digest=reference.state.digest(),
        story=story,
    )


def find_fault(reference: Reference) -> tuple[Reason, str] | None:
    """Return the reason to reject a reference, or None."""
    start_digest = reference.domain.start().digest()
    idle = find_idle_write(reference.actions, start_digest, reference.domain)
    if idle is not None:
        return Reason.ALREADY_TRUE, idle
    is_idle = reference.state.digest() == start_digest and not reference.information
    if not reference.steps or (is_idle and reference.refusal is None):
        return Reason.NO_EFFECT, "no write and nothing that must be told"
    find_ids = load_describer(reference.domain.name).find_ids
    missing = find_unsupplied(reference.actions, reference.refusal, find_ids)
    return None if missing is None else (Reason.UNGROUNDED_VALUE, missing)


def reject(workflow: Workflow, reason: Reason, detail: str) -> Reject:
    """Return the reject of a workflow in this stage."""
    return Reject(
        workflow_id=workflow.id,
        record_id=workflow.id,
        stage=Stage.GROUND,
        reason=reason,
        detail=detail,
    )
