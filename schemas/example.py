"""TrainingExample: one row of the dataset."""

from typing import Annotated, ClassVar

from schemas.message import JsonText, Message
from schemas.record import Identified, Record
from schemas.trajectory import Engine
from schemas.verdict import ClauseFinding


class Provenance(Record):
    """The versions a row was made with; no part of any record's id."""

    tracer: str
    """Version of Tracer."""
    run_seed: int
    """Seed of the run."""
    graph: str
    """Digest of the tool graph."""
    graph_review: str
    """Who signed the graph off: model, person or maintainer."""
    data: str
    """Digest of the domain's data."""
    policy: str
    """Digest of the policy text."""
    tools: str
    """Digest of the tool schemas."""
    prompts: str
    """Digest of the prompt templates; empty when no model was called."""
    grounder: Engine
    """What grounded the workflow."""
    refiner: Engine
    """What wrote the instruction."""
    feeler: Engine
    """What wrote the feeling."""


class TrainingExample(Identified):
    """One kept trajectory, ready to train on."""

    PREFIX: ClassVar[str] = "ex"

    messages: list[Message]
    """Conversation in OpenAI roles: system, user, assistant, tool; the last is the assistant's."""
    tools: Annotated[str, JsonText]
    """Schemas of the tools the agent had, a JSON list in OpenAI function form."""
    domain: str
    """Domain name."""
    task_id: str
    """The task."""
    trajectory_id: str
    """The trajectory."""
    workflow_id: str
    """The workflow."""
    trial: int
    """Number of the trial, from 0."""
    kind: str
    """`change` or `information`."""
    walks: list[list[str]]
    """The tool walks the task was made from."""
    condition: int | None
    """0 to 593; null in the neutral arm."""
    family: str | None
    """Emotion family; null in the neutral arm."""
    emotion: str | None
    """Emotion; null in the neutral arm."""
    politeness: str | None
    """warm, neutral or cold; null in the neutral arm."""
    urgency: str | None
    """low, moderate or high; null in the neutral arm."""
    trust: str | None
    """trusting, cautious or skeptical; null in the neutral arm."""
    agent_engine: Engine
    """What played the agent."""
    agent_model: str
    """Model of the agent; `rules` for the rule engine."""
    user_engine: Engine
    """What played the user."""
    user_model: str
    """Model of the user; `rules` for the rule engine."""
    termination: str
    """How the episode ended."""
    reward: float
    """Always 1 for a kept row."""
    n_calls: int
    """Tool calls."""
    n_call_turns: int
    """Assistant messages with calls."""
    n_text_turns: int
    """Assistant messages with text."""
    n_user_turns: int
    """User messages."""
    start_digest: str
    """Digest of the state at the start."""
    final_digest: str
    """Digest of the state at the end."""
    clauses: list[ClauseFinding]
    """Clauses not settled as complied: those left to a judge."""
    provenance: Provenance
    """Versions the row was made with."""
