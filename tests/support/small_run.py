"""A world of two boxes and a run of three episodes in it: one kept, one failed, one given up."""

import json
from pathlib import Path
from typing import Any

from schemas.grounded import ActionRole
from schemas.identity import dump_canonical
from schemas.message import Message, Role
from schemas.record import Record
from schemas.task import Task
from schemas.trajectory import Termination, Trajectory, TurnNote
from schemas.verdict import ClauseFinding, ClauseVerdict, Reason, Reject, Stage
from tests.support.builders import (
    make_action,
    make_draft,
    make_example,
    make_feeling,
    make_grounded,
    make_information,
    make_judgement,
    make_reject,
    make_task,
    make_trajectory,
    make_workflow,
)
from tests.support.transcripts import agent, call, user
from tracer.domains.domain import Domain
from tracer.domains.policy import Policy
from tracer.domains.state import Base, State
from tracer.domains.tool import Tool, ToolKind, ToolRefusal
from tracer.store.folder import RunFolder, create_run
from tracer.store.shard import ShardOutput, write_shard
from tracer.store.stage import StageFolder

BOXES = {
    "b1": {"place": "shelf", "labels": ["fragile", "blue"]},
    "b2": {"place": "floor", "labels": []},
}


def read_box(state: State, box_id: str) -> Any:
    """Return a box.

    Args:
        box_id: The box.
    """
    box = state.get("boxes", box_id)
    if box is None:
        msg = f"no box {box_id}"
        raise ToolRefusal(msg)
    return dict(box)


def move_box(state: State, box_id: str, place: str) -> Any:
    """Move a box.

    Args:
        box_id: The box.
        place: Where to.
    """
    if state.get("boxes", box_id) is None:
        msg = f"no box {box_id}"
        raise ToolRefusal(msg)
    state.edit("boxes", box_id)["place"] = place
    return {"moved": box_id}


def make_domain(**boxes: Any) -> Domain:
    tools = [Tool(read_box, ToolKind.READ), Tool(move_box, ToolKind.WRITE)]
    return Domain(
        name="boxes",
        today="2026-05-14",
        policy=Policy("Be kind.", ()),
        tools={tool.name: tool for tool in tools},
        base=Base({"boxes": {**BOXES, **boxes}}, dump_canonical(boxes)),
        guards={},
    )


def digest_after(**places: str) -> str:
    """Return the digest of the state in which boxes stand at other places."""
    state = make_domain().start()
    for box_id, place in places.items():
        state.edit("boxes", box_id)["place"] = place
    return state.digest()


READ = call("read_box", {"box_id": "b1"}, dict(BOXES["b1"]))
LOST = call("read_box", {"box_id": "b9"}, {"error": "no box b9"})
TOLD = agent("Box b1 stands on the shelf [bold]now[/bold], shall I move it?")
ASKED = user("Where is \x1b[31mmy\x1b[0m box b1? Please take it to the cellar.")
TO_CELLAR = call("move_box", {"box_id": "b1", "place": "cellar"}, {"moved": "b1"})
TO_ATTIC = call("move_box", {"box_id": "b1", "place": "attic"}, {"moved": "b1"})
SYSTEM = [Message(role=Role.SYSTEM, content="Be kind.")]
BYE = agent("Done. Bye.")


def talk(*parts: list[Message]) -> list[Message]:
    return [message for part in (SYSTEM, ASKED, *parts) for message in part]


WORKFLOW = make_workflow(domain="boxes", walks=[["read_box", "move_box"]])
DROPPED = make_workflow(domain="boxes", index=1)
FEELING = make_feeling(workflow_id=WORKFLOW.id)
TASK: Task = make_task(
    workflow_id=WORKFLOW.id,
    domain="boxes",
    walks=WORKFLOW.walks,
    actions=[
        make_action(
            tool="read_box",
            arguments='{"box_id":"b1"}',
            result=dump_canonical(BOXES["b1"]),
            role=ActionRole.SUPPORT,
            topic=None,
        ),
        make_action(
            tool="move_box",
            arguments='{"box_id":"b1","place":"cellar"}',
            result='{"moved":"b1"}',
        ),
    ],
    information=[make_information(question="place", value="shelf", accepted=["shelf"])],
    start_digest=digest_after(),
    final_digest=digest_after(b1="cellar"),
)


def make_episode(trial: int, messages: list[Message], **changes: Any) -> Trajectory:
    note = TurnNote(message=1, acts=[], facts=["f1"], patience=0.25, signal="", cause="asks_again")
    fields: dict[str, Any] = {
        "workflow_id": WORKFLOW.id,
        "task_id": TASK.id,
        "feeling_id": FEELING.id,
        "domain": "boxes",
        "trial": trial,
        "messages": messages,
        "notes": [note],
        "start_digest": digest_after(),
        "final_digest": digest_after(b1="cellar"),
    }
    return make_trajectory(**{**fields, **changes})


KEPT = make_episode(0, talk(READ, TOLD, LOST, TO_CELLAR, BYE))
FAILED = make_episode(
    1,
    talk(READ, TOLD, TO_ATTIC, BYE),
    reward=0.0,
    goal_reached=False,
    final_digest=digest_after(b1="attic"),
)
GIVEN_UP = make_episode(
    2,
    talk(agent("Which box?"), user("Forget it.")),
    reward=-1.0,
    goal_reached=False,
    termination=Termination.UNSATISFIED,
    missing_information=["place"],
    final_digest=digest_after(),
)
EXAMPLE = make_example(
    messages=KEPT.messages,
    tools=json.dumps(make_domain().schemas),
    domain="boxes",
    task_id=TASK.id,
    trajectory_id=KEPT.id,
    workflow_id=WORKFLOW.id,
    walks=WORKFLOW.walks,
    n_calls=3,
    n_call_turns=3,
    n_text_turns=2,
    start_digest=KEPT.start_digest,
    final_digest=KEPT.final_digest,
)
VERDICTS = [
    make_judgement(trajectory_id=KEPT.id, task_id=TASK.id, workflow_id=WORKFLOW.id),
    make_judgement(
        trajectory_id=FAILED.id,
        task_id=TASK.id,
        workflow_id=WORKFLOW.id,
        kept=False,
        reason=Reason.FAILED,
        detail="the box stands in the attic",
        clauses=[
            ClauseFinding(clause=4, verdict=ClauseVerdict.VIOLATED, detail="message 5"),
            ClauseFinding(clause=7, verdict=ClauseVerdict.NOT_JUDGED, detail="left to a judge"),
            ClauseFinding(clause=8, verdict=ClauseVerdict.NOT_JUDGED, detail="left to a judge"),
        ],
    ),
]
REJECTS = [
    make_reject(
        workflow_id=WORKFLOW.id,
        record_id=FAILED.id,
        stage=Stage.FILTER,
        reason=Reason.FAILED,
        detail="the box stands in the attic",
    ),
    make_reject(
        workflow_id=WORKFLOW.id,
        record_id=GIVEN_UP.id,
        stage=Stage.FILTER,
        reason=Reason.UNSATISFIED,
        detail="given up",
    ),
]


def write(
    run: RunFolder,
    stage: StageFolder,
    *records: Record,
    rejects: list[Reject] | None = None,
    shard: int = 0,
) -> None:
    write_shard(run, stage, shard, ShardOutput(records, rejects or [], len(records), 0.0))


def write_run(root: Path, name: str = "small") -> RunFolder:
    """Write the run whole: two workflows, one task, three episodes, one example."""
    run = create_run(root, name)
    ground = make_reject(workflow_id=DROPPED.id, record_id=DROPPED.id)
    write(run, StageFolder.WORKFLOWS, WORKFLOW, DROPPED)
    grounded = make_grounded(workflow_id=WORKFLOW.id, domain="boxes", actions=TASK.actions)
    write(run, StageFolder.GROUNDED, grounded, rejects=[ground])
    write(run, StageFolder.DRAFTS, make_draft(workflow_id=WORKFLOW.id))
    write(run, StageFolder.FEELINGS, FEELING)
    write(run, StageFolder.CANDIDATES, TASK)
    write(run, StageFolder.TASKS, TASK)
    write(run, StageFolder.TRAJECTORIES, KEPT, FAILED, GIVEN_UP)
    write(run, StageFolder.VERDICTS, *VERDICTS, rejects=REJECTS)
    write(run, StageFolder.EXAMPLES, EXAMPLE)
    return run
