"""Company: casts both sides of every episode of a shard, by the engines of the run's config."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

from schemas.config import RoleConfig, RunConfig
from schemas.job import ShardJob
from schemas.trajectory import Engine
from tasks.rollout.cast import Part, cast_customer, cast_desk
from tracer.domains.domain import Domain
from tracer.harness.agents.model import ModelAgent
from tracer.harness.parties import Agent, User
from tracer.harness.users.model import ModelUser
from tracer.inference.chat import ChatModel
from tracer.inference.client import OpenAIChat
from tracer.inference.journaled import JournaledChat
from tracer.store.folder import RunFolder
from tracer.store.journal import Journal, locate_journal
from tracer.store.stage import StageFolder


@dataclass(frozen=True, slots=True)
class Company:
    """Gives an episode its players; a role without a chat is played by rules."""

    config: RunConfig
    agent_chat: ChatModel | None = None
    user_chat: ChatModel | None = None

    @property
    def n_side_by_side(self) -> int:
        """Episodes worth playing at once: rules never wait, models do."""
        roles = ((self.agent_chat, self.config.agent), (self.user_chat, self.config.user))
        return max((role.in_flight for chat, role in roles if chat is not None), default=1)

    def cast_agent(self, domain: Domain, seed: int, episode: str) -> Agent:
        """Return an agent for one episode; it is handed the domain, never a task."""
        if self.agent_chat is None:
            return cast_desk(domain.name, seed, self.config.rollout.flawless_rate)
        return ModelAgent(self.agent_chat, self.config.agent, domain.schemas, seed, episode)

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


@asynccontextmanager
async def open_company(job: ShardJob, run: RunFolder) -> AsyncIterator[Company]:
    """Give the players of a shard; clients and journal of models are open as long as it lasts."""
    async with AsyncExitStack() as stack:
        journal: Journal | None = None
        chats: list[ChatModel | None] = []
        for role in (job.config.agent, job.config.user):
            if role.engine is Engine.LLM and journal is None:
                path = locate_journal(run, StageFolder.TRAJECTORIES, job.shard)
                journal = stack.enter_context(Journal.open(path))
            chats.append(await open_chat(role, journal, stack) if journal is not None else None)
        yield Company(job.config, *chats)


async def open_chat(role: RoleConfig, journal: Journal, stack: AsyncExitStack) -> ChatModel | None:
    """Return the journaled model of a role, None when rules play it."""
    if role.engine is Engine.RULES:
        return None
    return JournaledChat(await stack.enter_async_context(OpenAIChat(role)), journal)
