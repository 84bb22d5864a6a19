"""RunConfig: every knob of a run, with unit and default; saved resolved beside the run."""

from typing import Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from schemas.text import HIGHEST_INT
from schemas.trajectory import Engine

SMALLEST_SHARD = 100
MOST_PARTS = 10
"""Longest walk and most walks per task.

All walks of a length are listed, and each tool more makes half as many again.
"""


class Settings(BaseModel):
    """Base of the config sections: frozen, unknown keys refused."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", allow_inf_nan=False, use_attribute_docstrings=True
    )


class MixConfig(Settings):
    """What tasks are made of; weights need not sum to 1. arXiv:2610.19560, workflow sampling."""

    walk_lengths: dict[int, float] = {2: 0.5, 3: 0.3, 4: 0.2}
    """Weight of each number of tools in a walk."""
    intents: dict[int, float] = {1: 0.6, 2: 0.3, 3: 0.1}
    """Weight of each number of walks in a task."""
    refusal_rate: float = Field(default=0.08, ge=0, le=1)
    """Share of tasks whose customer asks for what policy forbids; taken from those of one walk."""
    spare_rate: float = Field(default=0.12, ge=0, le=20)
    """Spare workflows drawn per task, as a share, before any is known to fail."""

    @model_validator(mode="after")
    def check_weights(self) -> Self:
        """Refuse weights that no task can be drawn from."""
        for name, weights in (("walk_lengths", self.walk_lengths), ("intents", self.intents)):
            if not weights or min(weights.values()) < 0 or sum(weights.values()) <= 0:
                msg = f"mix.{name}: expected weights of 0 and more with a positive sum"
                raise ValueError(msg)
            if min(weights) < 1 or max(weights) > MOST_PARTS:
                msg = f"mix.{name}: expected keys of 1 to {MOST_PARTS}"
                raise ValueError(msg)
        return self


class FeelConfig(Settings):
    """How customers feel."""

    neutral_rate: float = Field(default=0.0, ge=0, le=1)
    """Share of tasks in the neutral arm, without a stage direction."""


class RoleConfig(Settings):
    """What plays the agent or the user."""

    engine: Engine = Engine.RULES
    """`rules`, or `llm` for a model behind an OpenAI-compatible server."""
    model: str = ""
    """Model name the server knows; empty for rules."""
    base_url: str = ""
    """Base address of the server, such as `http://127.0.0.1:8000/v1`; empty for rules."""
    api_key_env: str = ""
    """Name of the environment variable that holds the API key; empty when the server wants none."""
    temperature: float = Field(default=0.0, ge=0, le=2)
    """Sampling temperature."""
    max_tokens: int = Field(default=1024, ge=1)
    """Longest completion, tokens."""
    timeout_s: float = Field(default=120.0, gt=0)
    """Longest wait for one request, seconds."""
    in_flight: int = Field(default=64, ge=1)
    """Requests under way at once against this server."""


class RolloutConfig(Settings):
    """Limits of an episode."""

    max_steps: int = Field(default=100, ge=1)
    """Agent model calls per episode."""
    max_user_turns: int = Field(default=40, ge=1)
    """User messages per episode; past it the episode ends user_error."""
    max_bad_calls: int = Field(default=10, ge=1)
    """Unknown tools and bad arguments per episode; past it the episode ends agent_error."""
    episode_timeout_s: float = Field(default=1800.0, gt=0)
    """Longest episode, seconds of wall time."""
    flawless_rate: float = Field(default=0.6, ge=0, le=1)
    """Share of episodes in which the rule agent has no bad habit."""


class RunConfig(Settings):
    """A whole run."""

    domains: list[str] = Field(default=["retail"], min_length=1)
    """Domains tasks are drawn from, in equal parts."""
    tasks: int = Field(default=200, ge=1)
    """Verified tasks to make: the one dial."""
    until_kept: int | None = Field(default=None, ge=1)
    """When set, whole batches of `tasks` are added until this many examples are kept."""
    trials: int = Field(default=1, ge=1)
    """Episodes per task."""
    seed: int = Field(default=1, ge=0, le=HIGHEST_INT)
    """Seed everything random follows from."""
    shard_records: int | None = Field(default=None, ge=1)
    """Records per shard; null means max(100, tasks / 100)."""
    in_flight_shards: int = Field(default=2, ge=1)
    """Shards worked on at once; changes nothing in the data."""
    runner: Literal["threads"] = "threads"
    """Where shards run."""
    mix: MixConfig = MixConfig()
    """What tasks are made of."""
    feel: FeelConfig = FeelConfig()
    """How customers feel."""
    agent: RoleConfig = RoleConfig()
    """What plays the agent."""
    user: RoleConfig = RoleConfig(temperature=1.0)
    """What plays the user."""
    rollout: RolloutConfig = RolloutConfig()
    """Limits of an episode."""

    @model_validator(mode="after")
    def check_domains(self) -> Self:
        """Refuse a domain named twice: its share of the tasks would be asked for once only."""
        if len(set(self.domains)) != len(self.domains):
            msg = f"domains: expected each once, got {', '.join(self.domains)}"
            raise ValueError(msg)
        return self

    @model_validator(mode="after")
    def check_roles(self) -> Self:
        """Refuse a model role without a model or a server."""
        for name, role in (("agent", self.agent), ("user", self.user)):
            if role.engine is Engine.LLM and not (role.model and role.base_url):
                msg = f"{name}: engine llm needs model and base_url (--model, --base-url)"
                raise ValueError(msg)
        return self

    @property
    def shard_size(self) -> int:
        """Records per shard, from the config alone."""
        return self.shard_records or max(SMALLEST_SHARD, -(-self.tasks // 100))
