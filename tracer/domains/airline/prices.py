"""Prices: what bags and insurance cost, and how many bags are free."""

from tracer.domains.airline.records import Cabin, Tier
from tracer.domains.tool import ToolRefusal

BAG_CENTS = 5_000
INSURANCE_CENTS = 3_000
"""For each passenger."""
MAX_BAGS = 4
"""For each passenger."""
FREE_BAGS: dict[Tier, dict[Cabin, int]] = {
    "regular": {"basic economy": 0, "economy": 1, "business": 2},
    "silver": {"basic economy": 1, "economy": 2, "business": 3},
    "gold": {"basic economy": 2, "economy": 3, "business": 4},
}
"""For each passenger."""


def count_free_bags(tier: Tier, cabin: Cabin, n_passengers: int) -> int:
    """Return the free bags of a whole reservation."""
    return FREE_BAGS[tier][cabin] * n_passengers


def count_paid_bags(tier: Tier, cabin: Cabin, n_passengers: int, n_bags: int) -> int:
    """Return how many bags of a new reservation must be paid for."""
    return max(0, n_bags - count_free_bags(tier, cabin, n_passengers))


def compute_total(fares_cents: int, n_passengers: int, n_paid_bags: int, *, insurance: bool) -> int:
    """Return the total of a booking in cents; `fares_cents` is one passenger's, all flights."""
    each = fares_cents + (INSURANCE_CENTS if insurance else 0)
    return each * n_passengers + n_paid_bags * BAG_CENTS


def check_bags(n_bags: int, n_passengers: int) -> None:
    """Refuse more bags than passengers may have.

    Raises:
        ToolRefusal: there are more than four for each passenger.
    """
    if n_bags > MAX_BAGS * n_passengers:
        raise ToolRefusal(
            f"{n_bags} bags are too many: each of the {n_passengers} passengers may have at most "
            f"{MAX_BAGS}."
        )
