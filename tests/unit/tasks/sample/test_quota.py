from collections import Counter

import pytest

from schemas.config import MixConfig
from schemas.workflow import read_lengths
from tasks.sample.quota import plan_cells, split_exactly


@pytest.mark.parametrize(
    ("total", "weights", "expected"),
    [
        (10, {1: 0.6, 2: 0.3, 3: 0.1}, {1: 6, 2: 3, 3: 1}),
        (1, {1: 0.6, 2: 0.3, 3: 0.1}, {1: 1, 2: 0, 3: 0}),
        (0, {1: 1.0, 2: 1.0}, {1: 0, 2: 0}),
        (7, {1: 2.0, 2: 2.0}, {1: 4, 2: 3}),
        (3, {5: 0.0, 6: 9.0}, {5: 0, 6: 3}),
        (5, {2: 0.5, 3: 0.3, 4: 0.2}, {2: 3, 3: 1, 4: 1}),
    ],
    ids=["exact", "largest wins", "nothing", "tie to the first", "weightless", "remainders"],
)
def test_parts_follow_the_largest_remainders(
    total: int, weights: dict[int, float], expected: dict[int, int]
) -> None:
    assert split_exactly(total, weights) == expected


def test_cells_have_the_walks_and_intents_of_the_mix() -> None:
    cells = plan_cells(100, MixConfig(), 1, "retail")
    intents: Counter[int] = Counter()
    lengths: Counter[int] = Counter()
    for cell, count in cells.items():
        parts = read_lengths(cell)
        intents[len(parts)] += count
        for part in parts:
            lengths[part] += count
    assert intents == {1: 60, 2: 30, 3: 10}
    assert lengths == {2: 75, 3: 45, 4: 30}


def test_seed_deals_the_lengths_differently() -> None:
    plans = [plan_cells(200, MixConfig(), seed, "retail") for seed in (1, 1, 2)]
    assert plans[0] == plans[1] != plans[2]


def test_domains_of_one_seed_are_dealt_differently() -> None:
    assert plan_cells(200, MixConfig(), 1, "retail") != plan_cells(200, MixConfig(), 1, "other")


def test_cells_nobody_asks_for_are_left_out() -> None:
    mix = MixConfig(walk_lengths={2: 1.0}, intents={1: 1.0})
    assert plan_cells(5, mix, 1, "retail") == {"2": 5}
