import pytest

from schemas.config import RoleConfig
from tracer.analysis.usage import Counts, RoleUsage, Usage, find_cost


def make_counts(n_calls: int = 4, wall_s: float = 2.0) -> Counts:
    return Counts(
        n_calls=n_calls,
        n_input_tokens=1000,
        n_cached_tokens=250,
        n_output_tokens=100,
        n_retries=1,
        wall_s=wall_s,
    )


def make_usage(*costs: float | None) -> Usage:
    roles = [RoleUsage("rollout", "agent", "m", make_counts(), cost) for cost in costs]
    return Usage(roles, n_episodes=5, n_redone=1, n_kept=2, play_s=10.0, prefixes=[])


@pytest.mark.parametrize(
    ("input_price", "output_price", "expected"),
    [(0.0, 0.0, None), (1.0, 0.0, 0.5), (0.0, 2.0, 0.2), (1.0, 2.0, 0.7)],
)
def test_prices_are_those_of_a_million_tokens(
    input_price: float, output_price: float, expected: float | None
) -> None:
    role = RoleConfig(input_price=input_price, output_price=output_price)
    assert find_cost(role, 500_000, 100_000) == expected


def test_mean_and_share_are_of_calls_and_prompt_tokens() -> None:
    found = RoleUsage("rollout", "agent", "m", make_counts(), None)
    assert found.mean_s == 0.5
    assert str(found.cached) == "250/1000 (25.0 %)"
    assert RoleUsage("rollout", "agent", "m", make_counts(n_calls=0), None).mean_s is None


def test_roles_add_up() -> None:
    total = make_usage(None, None).total
    assert (total.n_calls, total.n_tokens, total.n_retries, total.wall_s) == (8, 2200, 2, 4.0)


def test_cost_is_that_of_the_roles_with_a_price() -> None:
    assert make_usage(None, 0.25).cost == 0.25
    assert make_usage(0.5, 0.25).cost == 0.75
    assert make_usage(None).cost is None
