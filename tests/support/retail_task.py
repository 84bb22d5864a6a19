"""One small retail task, made by the stages themselves, with a script of a desk that settles it."""

from dataclasses import dataclass
from functools import cache
from typing import Any

from schemas.config import MixConfig
from schemas.draft import TaskDraft
from schemas.grounded import ActionRole, GroundedWorkflow
from tasks.ground.solve import ground_workflow
from tasks.refine.write import refine_workflow
from tasks.sample.draw import draw_workflow
from tasks.sample.quota import plan_cells
from tracer.domains.describer import load_describer
from tracer.domains.domain import load_domain
from tracer.domains.solver import load_solver
from tracer.inference.server import say

SEED = 1
N_CELLS = 400


@dataclass(frozen=True, slots=True)
class SmallTask:
    """A grounded workflow that cancels one order, and its customer's side."""

    grounded: GroundedWorkflow
    draft: TaskDraft

    def script_desk(self) -> list[dict[str, Any]]:
        """Return the answers of a model that looks up, lists, cancels after a yes and reports."""
        calls = [(action.tool, action.arguments) for action in self.grounded.actions]
        return [
            say("Which email address is the account under, or what are your name and postcode?"),
            *(say("", call) for call in calls[:-1]),
            say("I would cancel your order and refund what you paid. Shall I go ahead?"),
            say("", calls[-1]),
            say("I've cancelled the order. Is there anything else I can help you with?"),
            say("Thank you for getting in touch. Goodbye."),
        ]


@cache
def find_small_task() -> SmallTask:
    """Return the first task of the run's seed that cancels one order."""
    domain, solver = load_domain("retail"), load_solver("retail")
    for cell, count in plan_cells(N_CELLS, MixConfig(), SEED, "retail").items():
        for index in range(count):
            workflow = draw_workflow(SEED, "retail", cell, index)
            grounded = ground_workflow(workflow, domain, solver)
            if not isinstance(grounded, GroundedWorkflow) or not is_small(grounded):
                continue
            draft = refine_workflow(grounded, domain, load_describer("retail"))
            if isinstance(draft, TaskDraft):
                return SmallTask(grounded, draft)
    raise LookupError(f"no small cancellation among {N_CELLS} workflows of seed {SEED}")


def is_small(grounded: GroundedWorkflow) -> bool:
    """Return whether the only concern is to cancel an order, as the last action."""
    topics = {action.topic for action in grounded.actions} - {None}
    last = grounded.actions[-1]
    return len(topics) == 1 and (last.tool, last.role) == ("cancel_order", ActionRole.WALK)
