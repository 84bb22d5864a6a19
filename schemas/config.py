"""RunConfig: every knob of a run, with unit and default; saved resolved beside the run."""

from typing import Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from schemas.address import check_address, check_variable
from schemas.body import check_fields, check_values
from schemas.text import HIGHEST_INT
from schemas.trajectory import Engine

SMALLEST_SHARD = 100
HIGHEST_COUNT = 1_000_000_000
HIGHEST_TASKS = 10_000_000
"""Bounds nobody means to exceed, so that a slip is told before the work."""
REHEARSAL = "rehearsal"
"""Name of the stand-in for a model that Tracer ships; a role with it needs no server."""
MOST_IN_FLIGHT = 4096
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
    replicas: list[str] = []
    """Base addresses of further servers of the same model; an episode keeps to one of them all."""
    api_key_env: str = ""
    """Name of the environment variable that holds the API key, in capital letters; empty when the
    server wants none."""
    temperature: float = Field(default=0.0, ge=0, le=2)
    """Sampling temperature."""
    top_p: float | None = Field(default=None, gt=0, le=1)
    """Nucleus of the sampling; null leaves it to the server."""
    max_tokens: int = Field(default=1024, ge=1, le=HIGHEST_COUNT)
    """Longest completion, tokens."""
    timeout_s: float = Field(default=120.0, gt=0)
    """Longest wait for one request, seconds."""
    in_flight: int | None = Field(default=None, ge=1, le=MOST_IN_FLIGHT)
    """Requests under way at once against each server; null takes the limit of a server started by
    `tracer model serve`, and 64 for any other."""
    tool_format: Literal["native", "react"] = "native"
    """How an agent calls tools: the API's own calls, or ReAct text for a model without a parser."""
    tool_choice: Literal["auto", "required"] = "auto"
    """Whether an agent may answer without a call."""
    strict_tools: bool = False
    """Ask the server to hold an agent's calls to the tools' schemas."""
    keep_reasoning: bool = False
    """Keep an agent's private reasoning in the rows; nobody in the conversation ever sees it."""
    chat_template_kwargs: dict[str, Any] = {}
    """Values for the model's chat template, such as `enable_thinking = false`."""
    extra_body: dict[str, Any] = {}
    """Further fields of every request, for what a server knows beyond the OpenAI API; none of those
    Tracer sets itself, such as `max_tokens`."""
    input_price: float = Field(default=0.0, ge=0)
    """Price of a million prompt tokens, in your currency."""
    output_price: float = Field(default=0.0, ge=0)
    """Price of a million completion tokens, in your currency."""

    @field_validator("base_url")
    @classmethod
    def check_base_url(cls, value: str) -> str:
        """Refuse what is no address, or holds a secret."""
        return check_address(value) if value else value

    @field_validator("replicas")
    @classmethod
    def check_replicas(cls, value: list[str]) -> list[str]:
        """Refuse what is no address, or holds a secret."""
        return [check_address(item) for item in value]

    @field_validator("api_key_env")
    @classmethod
    def check_api_key_env(cls, value: str) -> str:
        """Refuse what is no name of a variable: mostly the key itself."""
        return check_variable(value)

    @field_validator("chat_template_kwargs")
    @classmethod
    def check_chat_template_kwargs(cls, value: dict[str, Any]) -> dict[str, Any]:
        """Refuse what is no JSON."""
        return check_values(value)

    @field_validator("extra_body")
    @classmethod
    def check_extra_body(cls, value: dict[str, Any]) -> dict[str, Any]:
        """Refuse what is no JSON, and what Tracer sets itself."""
        return check_fields(value)

    @property
    def is_rehearsed(self) -> bool:
        """Whether the role is played by Tracer's own stand-in for a model, started with the run."""
        return self.engine is Engine.LLM and self.model == REHEARSAL and not self.base_url

    @property
    def endpoints(self) -> list[str]:
        """Base addresses of all servers, each once."""
        return list(dict.fromkeys([self.base_url, *self.replicas]))


class RolloutConfig(Settings):
    """Limits of an episode."""

    max_steps: int = Field(default=100, ge=1, le=HIGHEST_COUNT)
    """Agent model calls per episode; tau-bench's setting is 30."""
    max_user_turns: int = Field(default=40, ge=1, le=HIGHEST_COUNT)
    """User messages per episode; past it the episode ends user_error."""
    max_bad_calls: int = Field(default=10, ge=1, le=HIGHEST_COUNT)
    """Unknown tools and bad arguments per episode; past it the episode ends agent_error."""
    episode_timeout_s: float = Field(default=1800.0, gt=0)
    """Longest episode, seconds of wall time."""
    model_outage_s: float = Field(default=300.0, ge=0)
    """Longest wait for a model server that has gone, seconds; requests pause meanwhile."""
    flawless_rate: float = Field(default=0.6, ge=0, le=1)
    """Share of episodes in which the rule agent has no bad habit."""


class BudgetConfig(Settings):
    """Shares of a shard's episodes that may be lost to one cause before the run stops, exit code 5.

    A run that goes on would quietly give thin data.
    """

    least_episodes: int = Field(default=20, ge=1)
    """Episodes that must have ended before a share is looked at."""
    infrastructure_rate: float = Field(default=0.2, ge=0, le=1)
    """Share that may end model_error, environment_error or time_limit."""
    agent_rate: float = Field(default=1.0, ge=0, le=1)
    """Share that may end agent_error, token_limit or context_length."""
    user_rate: float = Field(default=0.2, ge=0, le=1)
    """Share that may end user_error."""


class RunConfig(Settings):
    """A whole run."""

    domains: list[str] = Field(default=["retail"], min_length=1)
    """Domains tasks are drawn from, in equal parts."""
    tasks: int = Field(default=200, ge=1, le=HIGHEST_TASKS)
    """Verified tasks to make: the one dial."""
    until_kept: int | None = Field(default=None, ge=1, le=HIGHEST_TASKS)
    """When set, whole batches of `tasks` are added until this many examples are kept."""
    trials: int = Field(default=1, ge=1, le=1024)
    """Episodes per task."""
    seed: int = Field(default=1, ge=0, le=HIGHEST_INT)
    """Seed everything random follows from."""
    shard_records: int | None = Field(default=None, ge=1)
    """Records per shard; null means max(100, tasks / 100)."""
    in_flight_shards: int = Field(default=2, ge=1, le=256)
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
    budget: BudgetConfig = BudgetConfig()
    """What may be lost before the run stops."""

    @model_validator(mode="after")
    def check_domains(self) -> Self:
        """Refuse a domain named twice: its share of the tasks would be asked for once only."""
        if len(set(self.domains)) != len(self.domains):
            msg = f"domains: expected each once, got {', '.join(self.domains)}"
            raise ValueError(msg)
        return self

    @model_validator(mode="after")
    def check_roles(self) -> Self:
        """Refuse a model role without a model or a server, and a model that nobody would ask."""
        for name, role in (("agent", self.agent), ("user", self.user)):
            if "engine" not in role.model_fields_set and (role.model or role.base_url):
                msg = f'{name}: a model is given and no engine: set engine = "llm" to ask it'
                raise ValueError(msg)
            if role.engine is Engine.LLM and not (
                role.model and (role.base_url or role.is_rehearsed)
            ):
                msg = f"{name}: engine llm needs model and base_url (--model, --base-url)"
                raise ValueError(msg)
        return self

    @property
    def model_roles(self) -> dict[str, RoleConfig]:
        """Name -> role, of those that a model plays."""
        roles = {"agent": self.agent, "user": self.user}
        return {name: role for name, role in roles.items() if role.engine is Engine.LLM}

    @property
    def shard_size(self) -> int:
        """Records per shard, from the config alone."""
        return self.shard_records or max(SMALLEST_SHARD, -(-self.tasks // 100))
