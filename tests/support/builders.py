"""Builders of records for tests: one obvious default each, changed by keyword."""

from typing import Any

from schemas.act import Act, ActKind
from schemas.draft import Fact, FactKind, SlotValue, TaskDraft
from schemas.example import Provenance, TrainingExample
from schemas.feeling import Feeling
from schemas.grounded import Action, ActionRole, GroundedWorkflow, Information, Story
from schemas.judgement import Judgement
from schemas.message import FunctionCall, Message, Role, ToolCall
from schemas.task import Task, TaskKind
from schemas.timing import Timing
from schemas.trajectory import Engine, Termination, Trajectory, TurnNote
from schemas.verdict import ClauseFinding, ClauseVerdict, Reason, Reject, Stage
from schemas.workflow import Workflow

WALKS = [["find_order", "cancel_order"]]
TOOLS = '[{"type":"function","function":{"name":"cancel_order","parameters":{}}}]'


def make_story(**changes: Any) -> Story:
    fields = {
        "name": "Zoë",
        "who": "Zoë runs a small café.",
        "why": "The chairs come too late for her opening.",
        "stake": "Guests would stand.",
        "voiced": "I open on Friday and the chairs won't be here.",
        "thing": "the folding chairs",
    }
    return Story(**{**fields, **changes})


def make_fact(**changes: Any) -> Fact:
    fields: dict[str, Any] = {
        "id": "f1",
        "kind": FactKind.REQUEST,
        "topic": 0,
        "slots": [SlotValue(slot="intent", value="cancel_order")],
        "about": "",
        "text": "You want to cancel your order.",
        "wording": "cancel my order",
    }
    return Fact(**{**fields, **changes})


def make_action(**changes: Any) -> Action:
    fields: dict[str, Any] = {
        "tool": "cancel_order",
        "arguments": '{"order_id":"W7","reason":"no longer needed"}',
        "result": '{"status":"cancelled"}',
        "state_digest": "d1",
        "role": ActionRole.WALK,
        "intent": 0,
        "topic": 0,
    }
    return Action(**{**fields, **changes})


def make_information(**changes: Any) -> Information:
    fields: dict[str, Any] = {
        "topic": 0,
        "question": "refund",
        "subject": "",
        "value": "84.5",
        "accepted": ["84.5", "$84.50"],
    }
    return Information(**{**fields, **changes})


def make_workflow(**changes: Any) -> Workflow:
    fields = {"domain": "retail", "cell": "2", "index": 0, "seed": 11, "walks": WALKS}
    return Workflow.create(**{**fields, **changes})


def make_grounded(**changes: Any) -> GroundedWorkflow:
    fields = {
        "workflow_id": "wf_1",
        "domain": "retail",
        "walks": WALKS,
        "customer_id": "zoe_1",
        "actions": [make_action()],
        "information": [make_information()],
        "refusal": None,
        "start_digest": "d0",
        "final_digest": "d1",
        "story": make_story(),
    }
    return GroundedWorkflow.create(**{**fields, **changes})


def make_draft(**changes: Any) -> TaskDraft:
    fields = {
        "workflow_id": "wf_1",
        "instruction": "You are Zoë. You want to cancel your order.",
        "preferences": ["the cheaper one"],
        "facts": [make_fact()],
    }
    return TaskDraft.create(**{**fields, **changes})


def make_feeling(**changes: Any) -> Feeling:
    fields = {
        "workflow_id": "wf_1",
        "condition": 1,
        "text": "Zoë sighs whenever she looks at the clock.",
        "direction": "You are annoyed and speak warmly.",
        "confidence": None,
    }
    return Feeling.create(**{**fields, **changes})


def make_task(**changes: Any) -> Task:
    fields = {
        "workflow_id": "wf_1",
        "domain": "retail",
        "kind": TaskKind.CHANGE,
        "cell": "2",
        "index": 0,
        "walks": WALKS,
        "customer_id": "zoe_1",
        "instruction": "You are Zoë. You want to cancel your order.",
        "preferences": [],
        "facts": [make_fact()],
        "story": make_story(),
        "actions": [make_action()],
        "information": [make_information()],
        "refusal": None,
        "start_digest": "d0",
        "final_digest": "d1",
        "duplicate_key": "k1",
    }
    return Task.create(**{**fields, **changes})


def make_call(arguments: str = '{"order_id":"W7"}', **changes: Any) -> ToolCall:
    function = FunctionCall(name="cancel_order", arguments=arguments)
    return ToolCall(**{"id": "call_1", "function": function, **changes})


def make_messages(arguments: str = '{"order_id":"W7"}') -> list[Message]:
    """Return a whole conversation of six messages with one call, not all of it ASCII."""
    return [
        Message(role=Role.SYSTEM, content="Policy: cancel pending orders only."),
        Message(role=Role.USER, content="Grüße! Please cancel order W7, 谢谢."),
        Message(role=Role.ASSISTANT, content="", tool_calls=[make_call(arguments)]),
        Message(
            role=Role.TOOL,
            content='{"status":"cancelled"}',
            tool_call_id="call_1",
            name="cancel_order",
        ),
        Message(role=Role.ASSISTANT, content="Order W7 is cancelled."),
        Message(role=Role.USER, content="Thanks, bye."),
    ]


def make_trajectory(**changes: Any) -> Trajectory:
    act = Act(kind=ActKind.INFORM, slot="order_id", value="W7")
    fields: dict[str, Any] = {
        "workflow_id": "wf_1",
        "task_id": "task_1",
        "feeling_id": "feel_1",
        "condition": 1,
        "domain": "retail",
        "trial": 0,
        "agent_engine": Engine.RULES,
        "agent_model": "rules",
        "user_engine": Engine.RULES,
        "user_model": "rules",
        "agent_seed": 3,
        "user_seed": 4,
        "messages": make_messages(),
        "notes": [TurnNote(message=1, acts=[act], facts=["f1"], patience=0.5, signal="", cause="")],
        "termination": Termination.STOP,
        "error": "",
        "reward": 1.0,
        "goal_reached": True,
        "missing_information": [],
        "start_digest": "d0",
        "final_digest": "d1",
        "n_agent_steps": 2,
        "n_user_turns": 2,
        "n_calls": 1,
        "n_refused_calls": 0,
        "n_input_tokens": 0,
        "n_output_tokens": 0,
    }
    return Trajectory.create(**{**fields, **changes})


def make_judgement(**changes: Any) -> Judgement:
    fields: dict[str, Any] = {
        "workflow_id": "wf_1",
        "trajectory_id": "traj_1",
        "task_id": "task_1",
        "domain": "retail",
        "kept": True,
        "reason": None,
        "detail": "",
        "clauses": [],
        "duplicate_key": "m1",
    }
    return Judgement.create(**{**fields, **changes})


def make_reject(**changes: Any) -> Reject:
    fields: dict[str, Any] = {
        "workflow_id": "wf_1",
        "record_id": "wf_1",
        "stage": Stage.GROUND,
        "reason": Reason.NO_ENTITY,
        "detail": "no pending order",
    }
    return Reject(**{**fields, **changes})


def make_timing(**changes: Any) -> Timing:
    fields: dict[str, Any] = {
        "record_id": "traj_1",
        "stage": Stage.ROLLOUT,
        "role": "agent",
        "wall_s": 0.25,
        "n_retries": 0,
        "endpoint": "",
    }
    return Timing(**{**fields, **changes})


def make_provenance(**changes: Any) -> Provenance:
    fields: dict[str, Any] = {
        "tracer": "0.1.0",
        "run_seed": 1,
        "graph": "g",
        "graph_review": "model",
        "data": "d",
        "policy": "p",
        "tools": "t",
        "prompts": "",
        "grounder": Engine.RULES,
        "refiner": Engine.RULES,
        "feeler": Engine.RULES,
    }
    return Provenance(**{**fields, **changes})


def make_example(**changes: Any) -> TrainingExample:
    finding = ClauseFinding(clause=9, verdict=ClauseVerdict.NOT_JUDGED, detail="left to a judge")
    fields: dict[str, Any] = {
        "messages": make_messages()[:5],
        "tools": TOOLS,
        "domain": "retail",
        "task_id": "task_1",
        "trajectory_id": "traj_1",
        "workflow_id": "wf_1",
        "trial": 0,
        "kind": "change",
        "walks": WALKS,
        "condition": 1,
        "family": "anger",
        "emotion": "annoyance",
        "politeness": "warm",
        "urgency": "low",
        "trust": "cautious",
        "agent_engine": Engine.RULES,
        "agent_model": "rules",
        "user_engine": Engine.RULES,
        "user_model": "rules",
        "termination": "stop",
        "reward": 1.0,
        "n_calls": 1,
        "n_call_turns": 1,
        "n_text_turns": 1,
        "n_user_turns": 1,
        "start_digest": "d0",
        "final_digest": "d1",
        "clauses": [finding],
        "provenance": make_provenance(),
    }
    return TrainingExample.create(**{**fields, **changes})
