"""Company: casts both sides of every episode of a shard, by the engines of the run's config."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Self

from schemas.config import RoleConfig, RunConfig
from schemas.trajectory import Engine
from tasks.rollout.cast import Part, cast_customer, cast_desk
from tracer.domains.domain import Domain
from tracer.harness.agents.formats import make_model_agent
from tracer.harness.parties import Agent, User
from tracer.harness.users.model import ModelUser
from tracer.inference.chat import ChatModel
from tracer.inference.journaled import JournaledChat, ReplyJournal
from tracer.inference.metered import MeteredChat
from tracer.inference.pool import ModelPool


@dataclass(frozen=True, slots=True)
class Company:
    """Gives an episode its players; a role without a chat is played by rules."""

    config: RunConfig
    agent_chat: ChatModel | None = None
    user_chat: ChatModel | None = None
    n_side_by_side: int = 1
    """Episodes worth playing at once: rules never wait, models do."""

    def meter(self) -> Self:
        """Return the company of one episode: each model counts what it is asked from here on."""
        return replace(self, agent_chat=measure(self.agent_chat), user_chat=measure(self.user_chat))

    def list_meters(self) -> Iterator[tuple[str, MeteredChat]]:
        """Give the role and the counts of every model that is metered."""
        for name, chat in (("agent", self.agent_chat), ("user", self.user_chat)):
            if isinstance(chat, MeteredChat):
                yield name, chat

    def cast_agent(self, domain: Domain, seed: int, episode: str) -> Agent:
        """Return an agent for one episode; it is handed the domain, never a task."""
        if self.agent_chat is None:
            return cast_desk(domain.name, seed, self.config.rollout.flawless_rate)
        return make_model_agent(self.agent_chat, self.config.agent, domain.schemas, seed, episode)

    def cast_user(self, domain: str, part: Part, seed: int, episode: str) -> User:
        """Return a user for one episode."""
        if self.user_chat is None:
            return cast_customer(domain, part, seed)
        return ModelUser(
            chat=self.user_chat,
            role=self.config.user,
            instruction=part.instruction,
            direction=part.feeling.direction,
            facts=part.facts,
            seed=seed,
            episode=episode,
        )


def measure(chat: ChatModel | None) -> ChatModel | None:
    """Return a model that counts, None for rules."""
    return None if chat is None else MeteredChat(chat)


def engage_models(config: RunConfig, pool: ModelPool, journal: ReplyJournal) -> Company:
    """Return a company whose models are asked through the pool; finished calls are journaled."""

    def open_chat(role: RoleConfig) -> ChatModel | None:
        if role.engine is Engine.RULES:
            return None
        return JournaledChat(pool.open_chat(role, config.rollout.model_outage_s), journal)

    return Company(
        config,
        open_chat(config.agent),
        open_chat(config.user),
        max((pool.count_in_flight(role) for role in config.model_roles.values()), default=1),
    )
