from schemas.verdict import STAGE_REASONS, Reason, Stage
from tasks.verify.selection import Entry, select_candidates

TWO = ("retail", "2")
THREE = ("retail", "3")


def enter(index: int, key: str = "", cell: str = "2", domain: str = "retail") -> Entry:
    name = f"{domain}-{cell}-{index}"
    return Entry(name, domain, cell, index, key or name)


def test_lowest_indexes_stay_and_the_rest_is_surplus() -> None:
    selection = select_candidates([enter(4), enter(0), enter(7)], {TWO: 2}, {})
    assert selection.losers == {"retail-2-7": (Reason.SURPLUS, "cell 2 is full")}
    assert selection.shortfall == {}


def test_equal_task_of_the_higher_index_is_the_duplicate() -> None:
    selection = select_candidates([enter(3, "k"), enter(1, "k")], {TWO: 2}, {})
    assert selection.losers == {"retail-2-3": (Reason.DUPLICATE, "as retail-2-1")}
    assert selection.shortfall == {TWO: 1}


def test_task_that_stands_already_makes_a_duplicate() -> None:
    selection = select_candidates([enter(0, "k")], {TWO: 1}, {"k": "wf_old"})
    assert selection.losers == {"retail-2-0": (Reason.DUPLICATE, "as wf_old")}


def test_surplus_does_not_make_others_duplicates() -> None:
    entries = [enter(0), enter(1, "k"), enter(0, "k", cell="3")]
    selection = select_candidates(entries, {TWO: 1, THREE: 1}, {})
    assert selection.losers == {"retail-2-1": (Reason.SURPLUS, "cell 2 is full")}
    assert selection.seen["k"] == "retail-3-0"


def test_cell_nobody_asked_for_keeps_nothing() -> None:
    assert list(select_candidates([enter(0, cell="4")], {TWO: 0}, {}).losers) == ["retail-4-0"]


def test_same_cell_of_another_domain_counts_apart() -> None:
    entries = [enter(0), enter(0, domain="bank")]
    selection = select_candidates(entries, {TWO: 1, ("bank", "2"): 1}, {})
    assert selection.losers == {}


def test_what_is_missing_is_counted_per_cell() -> None:
    selection = select_candidates([enter(0)], {TWO: 3, THREE: 1}, {})
    assert selection.shortfall == {TWO: 2, THREE: 1}


def test_keys_handed_in_are_left_as_they_were() -> None:
    taken = {"k": "wf_old"}
    selection = select_candidates([enter(0)], {TWO: 1}, taken)
    assert taken == {"k": "wf_old"}
    assert selection.seen == {"k": "wf_old", "retail-2-0": "retail-2-0"}


def test_both_reasons_belong_to_the_stage() -> None:
    assert {Reason.DUPLICATE, Reason.SURPLUS} <= set(STAGE_REASONS[Stage.VERIFY])
