"""Usage: what the models of a run were asked, how long they took and what it cost."""

from collections.abc import Sequence
from dataclasses import dataclass

from schemas.config import RoleConfig
from schemas.usage import PrefixUse
from tracer.analysis.rate import Rate

TOKENS_PER_PRICE = 1_000_000


@dataclass(frozen=True, slots=True)
class Counts:
    """Sums over the calls of one role in one stage; tokens as the servers count them."""

    n_calls: int
    n_input_tokens: int
    n_cached_tokens: int
    n_output_tokens: int
    n_retries: int
    wall_s: float
    """Seconds of all calls together, their retries included."""

    @property
    def n_tokens(self) -> int:
        """Tokens in and out."""
        return self.n_input_tokens + self.n_output_tokens


@dataclass(frozen=True, slots=True)
class RoleUsage:
    """What one role took in one stage."""

    stage: str
    role: str
    model: str
    counts: Counts
    cost: float | None
    """In the currency of the prices; None when no price is set."""

    @property
    def cached(self) -> Rate:
        """Prompt tokens from a prefix cache, out of all."""
        return Rate(self.counts.n_cached_tokens, self.counts.n_input_tokens)

    @property
    def mean_s(self) -> float | None:
        """Seconds per call; None without a call."""
        return self.counts.wall_s / self.counts.n_calls if self.counts.n_calls else None


@dataclass(frozen=True, slots=True)
class Usage:
    """What all models of a run took."""

    roles: list[RoleUsage]
    n_episodes: int
    n_redone: int
    """Episodes played a second time, because something outside failed."""
    n_kept: int
    play_s: float | None
    """Seconds in which shards were played and judged; None in a run that did not end."""
    prefixes: list[PrefixUse]

    @property
    def total(self) -> Counts:
        """Sums over roles."""
        return add_counts([item.counts for item in self.roles])

    @property
    def cost(self) -> float | None:
        """Cost of all roles; None when none has a price."""
        costs = [item.cost for item in self.roles if item.cost is not None]
        return sum(costs) if costs else None


def add_counts(counts: Sequence[Counts]) -> Counts:
    """Return the sums."""
    return Counts(
        n_calls=sum(item.n_calls for item in counts),
        n_input_tokens=sum(item.n_input_tokens for item in counts),
        n_cached_tokens=sum(item.n_cached_tokens for item in counts),
        n_output_tokens=sum(item.n_output_tokens for item in counts),
        n_retries=sum(item.n_retries for item in counts),
        wall_s=sum(item.wall_s for item in counts),
    )


def find_cost(role: RoleConfig, n_input_tokens: float, n_output_tokens: float) -> float | None:
    """Return what tokens cost, cached ones priced as any; None when the role has no price.

    >>> find_cost(RoleConfig(input_price=2.0, output_price=8.0), 500_000, 250_000)
    3.0
    """
    if not (role.input_price or role.output_price):
        return None
    priced = role.input_price * n_input_tokens + role.output_price * n_output_tokens
    return priced / TOKENS_PER_PRICE
