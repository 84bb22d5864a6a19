"""Company: casts both sides of every episode of a run, by the engines of its config."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Protocol

from schemas.job import ShardJob
from tasks.rollout.cast import Part, cast_customer, cast_desk
from tracer.domains.domain import Domain
from tracer.harness.parties import Agent, User
from tracer.store.folder import RunFolder


class Company(Protocol):
    """Gives an episode its players."""

    n_side_by_side: int
    """Episodes that are worth playing at once."""

    def cast_agent(self, domain: Domain, seed: int) -> Agent:
        """Return an agent for one episode."""
        ...

    def cast_user(self, domain: str, part: Part, seed: int) -> User:
        """Return a user for one episode."""
        ...


class RuleCompany:
    """Both sides by the rule engine, which never waits."""

    n_side_by_side = 1

    def __init__(self, flawless_rate: float) -> None:
        self.flawless_rate = flawless_rate

    def cast_agent(self, domain: Domain, seed: int) -> Agent:
        """Return the desk of a domain."""
        return cast_desk(domain.name, seed, self.flawless_rate)

    def cast_user(self, domain: str, part: Part, seed: int) -> User:
        """Return an agenda-based customer."""
        return cast_customer(domain, part, seed)


@asynccontextmanager
async def open_company(job: ShardJob, run: RunFolder) -> AsyncIterator[Company]:
    """Give the players of a shard; models' clients and journal are open as long as it lasts."""
    _ = run
    yield RuleCompany(job.config.rollout.flawless_rate)
