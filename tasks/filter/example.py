"""Example: a kept trajectory as a row of the dataset."""

from collections.abc import Sequence

from schemas.condition import decode_condition
from schemas.errors import DataError
from schemas.example import Provenance, TrainingExample
from schemas.identity import dump_canonical
from schemas.judgement import Judgement
from schemas.message import Message, Role
from schemas.task import Task
from schemas.trajectory import Trajectory
from schemas.verdict import ClauseVerdict
from tracer.domains.domain import Domain


def make_example(
    trajectory: Trajectory,
    task: Task,
    judgement: Judgement,
    domain: Domain,
    provenance: Provenance,
) -> TrainingExample:
    """Return the row of a kept trajectory.

    Raises:
        DataError: the judgement is of another trajectory or does not keep it.
    """
    if judgement.trajectory_id != trajectory.id or not judgement.kept or trajectory.reward is None:
        msg = (
            f"trajectory {trajectory.id}: expected a judgement of its own that keeps it, "
            f"got {judgement.id} of {judgement.trajectory_id} with reason {judgement.reason}"
        )
        raise DataError(msg)
    copied = trajectory.model_dump(include=COPIED)
    return TrainingExample.create(
        **copied,
        **name_condition(trajectory.condition),
        **count_turns(trajectory.messages),
        messages=trajectory.messages,
        trajectory_id=trajectory.id,
        tools=dump_canonical(domain.schemas),
        kind=task.kind.value,
        walks=task.walks,
        termination=trajectory.termination.value,
        clauses=[
            finding for finding in judgement.clauses if finding.verdict is ClauseVerdict.NOT_JUDGED
        ],
        provenance=provenance,
    )


COPIED = {
    "domain",
    "task_id",
    "workflow_id",
    "trial",
    "condition",
    "agent_engine",
    "agent_model",
    "user_engine",
    "user_model",
    "reward",
    "n_calls",
    "start_digest",
    "final_digest",
}
"""Fields of a trajectory that its row has as they are."""


def name_condition(number: int | None) -> dict[str, str | None]:
    """Return the parts of a condition in words, all None in the neutral arm."""
    if number is None:
        return dict.fromkeys(("family", "emotion", "politeness", "urgency", "trust"))
    condition = decode_condition(number)
    return {
        "family": condition.family.value,
        "emotion": condition.emotion,
        "politeness": condition.politeness,
        "urgency": condition.urgency,
        "trust": condition.trust,
    }


def count_turns(messages: Sequence[Message]) -> dict[str, int]:
    """Return how many assistant messages call, how many speak, and how many are the user's."""
    assistant = [message for message in messages if message.role is Role.ASSISTANT]
    return {
        "n_call_turns": sum(bool(message.tool_calls) for message in assistant),
        "n_text_turns": sum(bool(message.content) for message in assistant),
        "n_user_turns": sum(message.role is Role.USER for message in messages),
    }
