import random
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from schemas.verdict import Reason
from tasks.verify.selection import Cell, Entry, select_candidates

CELLS = [("retail", "2"), ("retail", "3+2"), ("other", "2")]
PLACES = st.tuples(st.sampled_from(CELLS), st.integers(0, 12))
KEYS = st.sampled_from("abcdefgh")
ENTRIES = st.dictionaries(PLACES, KEYS, max_size=25).map(
    lambda places: [
        Entry(f"{cell}-{index}", *cell, index, f"{cell}-{key}")
        for (cell, index), key in places.items()
    ]
)
QUOTAS = st.dictionaries(st.sampled_from(CELLS), st.integers(0, 8))
TAKEN = st.dictionaries(KEYS.map(lambda key: f"{CELLS[0]}-{key}"), st.just("wf_old"), max_size=3)


@given(entries=ENTRIES, quotas=QUOTAS, taken=TAKEN, order=st.randoms())
def test_selection_does_not_depend_on_the_order(
    entries: list[Entry], quotas: dict[Cell, int], taken: dict[str, str], order: random.Random
) -> None:
    shuffled = order.sample(entries, len(entries))
    assert select_candidates(shuffled, quotas, taken) == select_candidates(entries, quotas, taken)


@given(entries=ENTRIES, quotas=QUOTAS, taken=TAKEN)
def test_each_cell_keeps_its_quota_of_different_tasks_or_all_it_has(
    entries: list[Entry], quotas: dict[Cell, int], taken: dict[str, str]
) -> None:
    selection = select_candidates(entries, quotas, taken)
    stay = [entry for entry in entries if entry.workflow_id not in selection.losers]
    kept = Counter((entry.domain, entry.cell) for entry in stay)
    for cell in CELLS:
        own = {item.duplicate_key for item in entries if (item.domain, item.cell) == cell}
        expected = min(quotas.get(cell, 0), len(own - taken.keys()))
        assert kept[cell] == expected
        assert selection.shortfall.get(cell, 0) == quotas.get(cell, 0) - expected
    keys = [entry.duplicate_key for entry in stay]
    assert len(set(keys)) == len(keys)
    assert not set(keys) & taken.keys()
    assert selection.seen == {**taken, **{item.duplicate_key: item.workflow_id for item in stay}}


@given(entries=ENTRIES, quotas=QUOTAS)
def test_lowest_index_wins(entries: list[Entry], quotas: dict[Cell, int]) -> None:
    losers = select_candidates(entries, quotas, {}).losers
    for entry in entries:
        lower = [
            other
            for other in entries
            if (other.domain, other.cell) == (entry.domain, entry.cell)
            and other.index < entry.index
        ]
        twins = [other for other in lower if other.duplicate_key == entry.duplicate_key]
        n_before = sum(other.workflow_id not in losers for other in lower)
        full = n_before >= quotas.get((entry.domain, entry.cell), 0)
        standing = any(other.workflow_id not in losers for other in twins)
        if standing:
            assert losers[entry.workflow_id][0] is Reason.DUPLICATE
        elif full:
            assert losers[entry.workflow_id][0] is Reason.SURPLUS
        else:
            assert entry.workflow_id not in losers
