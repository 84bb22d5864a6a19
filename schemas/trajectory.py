"""Trajectory: one finished episode, whatever came of it."""

from enum import StrEnum
from typing import ClassVar

from schemas.act import Act
from schemas.message import Message
from schemas.record import Identified, Record


class Termination(StrEnum):
    """How an episode ended."""

    STOP = "stop"
    TRANSFER = "transfer"
    UNSATISFIED = "unsatisfied"
    STEP_LIMIT = "step_limit"
    TOKEN_LIMIT = "token_limit"
    CONTEXT_LENGTH = "context_length"
    AGENT_ERROR = "agent_error"
    USER_ERROR = "user_error"
    ENVIRONMENT_ERROR = "environment_error"
    MODEL_ERROR = "model_error"
    TIME_LIMIT = "time_limit"


UNSCORED = frozenset(
    {
        Termination.USER_ERROR,
        Termination.ENVIRONMENT_ERROR,
        Termination.MODEL_ERROR,
        Termination.TIME_LIMIT,
    }
)
"""Terminations that say nothing about the agent; such an episode is done again on resume."""


class Engine(StrEnum):
    """What plays a role."""

    RULES = "rules"
    LLM = "llm"


class TurnNote(Record):
    """Annotation of one message; never shown to either side."""

    message: int
    """Index into `messages`."""
    acts: list[Act]
    """Dialogue acts the text conveys; empty for engines that give none."""
    facts: list[str]
    """Ids of the facts that a user message told."""
    patience: float | None
    """The user's patience after reading the turn before, 0 to 1; null for agents."""
    signal: str
    """`stop` or `unsatisfied` when the user gave one with this message; else empty."""
    cause: str
    """What cost patience in the agent's turn before; empty when nothing did."""


class Trajectory(Identified):
    """One episode: messages, how it ended, what it was worth."""

    PREFIX: ClassVar[str] = "traj"

    workflow_id: str
    """The workflow its task descends from."""
    task_id: str
    """The task."""
    feeling_id: str | None
    """The feeling; null in the neutral arm."""
    condition: int | None
    """0 to 593; null in the neutral arm."""
    domain: str
    """Domain name."""
    trial: int
    """Number of the trial, from 0."""
    agent_engine: Engine
    """What played the agent."""
    agent_model: str
    """Model name of the agent; `rules` for the rule engine."""
    user_engine: Engine
    """What played the user."""
    user_model: str
    """Model name of the user; `rules` for the rule engine."""
    agent_seed: int
    """Seed of the agent, from task, trial and branch."""
    user_seed: int
    """Seed of the user, from task, behaviours and trial."""
    messages: list[Message]
    """The conversation as the agent saw it, the system message first."""
    notes: list[TurnNote]
    """Annotations of user and assistant messages."""
    termination: Termination
    """How it ended."""
    error: str
    """What failed outside, one line; empty when nothing did."""
    reward: float | None
    """1, 0 or -1; null when not scored."""
    goal_reached: bool
    """Whether the final state equals the reference's and all required information was told."""
    missing_information: list[str]
    """Questions whose answer the agent never told."""
    start_digest: str
    """Digest of the state before the first message."""
    final_digest: str
    """Digest of the state after the last."""
    n_agent_steps: int
    """Agent model calls, one step each."""
    n_user_turns: int
    """User messages."""
    n_calls: int
    """Tool calls executed."""
    n_refused_calls: int
    """Calls a tool refused, with unknown tools and bad arguments."""
    n_input_tokens: int
    """Prompt tokens of agent and user; 0 for rules."""
    n_output_tokens: int
    """Completion tokens of agent and user; 0 for rules."""
