from collections import Counter
from math import ceil, floor

from hypothesis import given, settings
from hypothesis import strategies as st

from schemas.config import MixConfig
from schemas.workflow import read_lengths
from tasks.sample.quota import plan_cells, split_exactly

SHARES = st.floats(0, 1e6, allow_nan=False)
WEIGHTS = st.dictionaries(st.integers(1, 10), SHARES, min_size=1, max_size=6).filter(
    lambda weights: sum(weights.values()) > 1e-6
)


@given(total=st.integers(0, 100_000), weights=WEIGHTS)
def test_parts_add_up_exactly_and_are_off_by_less_than_one(
    total: int, weights: dict[int, float]
) -> None:
    counts = split_exactly(total, weights)
    assert sum(counts.values()) == total
    assert counts.keys() == weights.keys()
    mass = sum(weights.values())
    for key, count in counts.items():
        exact = total * weights[key] / mass
        assert floor(exact - 1e-6) <= count <= ceil(exact + 1e-6)


@given(
    n_tasks=st.integers(1, 500),
    lengths=WEIGHTS,
    intents=st.dictionaries(st.integers(1, 4), st.floats(0.01, 9), min_size=1),
    seed=st.integers(0, 2**63 - 1),
)
@settings(max_examples=60)
def test_cells_hold_exactly_the_tasks_and_walks_asked_for(
    n_tasks: int, lengths: dict[int, float], intents: dict[int, float], seed: int
) -> None:
    mix = MixConfig(walk_lengths=lengths, intents=intents)
    cells = plan_cells(n_tasks, mix, seed, "retail")
    by_intents: Counter[int] = Counter()
    by_length: Counter[int] = Counter()
    for cell, count in cells.items():
        parts = read_lengths(cell)
        assert parts == sorted(parts, reverse=True)
        assert count > 0
        by_intents[len(parts)] += count
        for part in parts:
            by_length[part] += count
    wanted = split_exactly(n_tasks, intents)
    n_walks = sum(number * count for number, count in wanted.items())
    assert sum(cells.values()) == n_tasks
    assert by_intents == +Counter(wanted)
    assert by_length == +Counter(split_exactly(n_walks, lengths))
