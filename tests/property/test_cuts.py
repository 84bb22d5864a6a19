from hypothesis import given
from hypothesis import strategies as st

from flows.plan import Plan, cut_draws
from schemas.config import RunConfig
from schemas.job import Draw

CELLS = ["2", "3", "4+2"]
DRAWS = st.lists(
    st.builds(
        lambda cell, start, length: Draw(
            domain="retail", cell=cell, start=start, stop=start + length
        ),
        st.sampled_from(CELLS),
        st.integers(0, 50),
        st.integers(0, 40),
    ),
    max_size=6,
)


def list_places(draws: list[Draw]) -> list[tuple[str, int]]:
    return [(draw.cell, index) for draw in draws for index in range(draw.start, draw.stop)]


@given(draws=DRAWS, size=st.integers(1, 30))
def test_cutting_loses_and_doubles_nothing_and_keeps_the_order(
    draws: list[Draw], size: int
) -> None:
    shards = cut_draws(draws, size)
    assert list_places([draw for shard in shards for draw in shard]) == list_places(draws)


@given(draws=DRAWS, size=st.integers(1, 30))
def test_every_shard_but_the_last_is_full(draws: list[Draw], size: int) -> None:
    counts = [len(list_places(shard)) for shard in cut_draws(draws, size)]
    assert all(count == size for count in counts[:-1])
    assert all(0 < count <= size for count in counts[-1:])


@given(
    waves=st.lists(
        st.dictionaries(st.sampled_from(CELLS), st.integers(1, 20)), min_size=1, max_size=5
    )
)
def test_waves_number_the_draws_of_a_cell_without_gap_or_overlap(
    waves: list[dict[str, int]],
) -> None:
    plan = Plan(RunConfig())
    drawn = [
        draw
        for missing in waves
        for draw in plan.draw({("retail", cell): count for cell, count in missing.items()})
    ]
    for cell in CELLS:
        own = [index for name, index in list_places(drawn) if name == cell]
        assert own == list(range(len(own)))
