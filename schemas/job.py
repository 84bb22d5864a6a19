"""ShardJob: what a stage's task is told, small and picklable: where the run lies, which shard."""

from pydantic import Field

from schemas.config import RunConfig, Settings


class Draw(Settings):
    """A stretch of numbered draws of one cell."""

    domain: str
    """Domain name."""
    cell: str
    """Quota cell."""
    start: int
    """First index."""
    stop: int
    """Index after the last."""


class ShardJob(Settings):
    """One shard of one run."""

    run: str
    """Path of the run folder."""
    shard: int
    """Number of the shard, from 0."""
    config: RunConfig
    """Config of the run."""
    draws: list[Draw] = Field(default_factory=list)
    """What to sample; empty for every later stage."""
