import pytest

from graphs.review import require_review
from schemas.errors import DataError
from tasks.sample.draw import draw_workflow


@pytest.mark.parametrize("cell", ["2", "3+2", "4+2+2"])
def test_walks_have_the_lengths_of_the_cell(cell: str) -> None:
    for index in range(20):
        walks = draw_workflow(1, "retail", cell, index).walks
        lengths = sorted((len(walk) for walk in walks), reverse=True)
        assert "+".join(map(str, lengths)) == cell


def test_intents_come_in_either_order() -> None:
    firsts = {len(draw_workflow(1, "retail", "4+2", index).walks[0]) for index in range(20)}
    assert firsts == {2, 4}


def test_workflow_says_which_draw_it_is() -> None:
    drawn = draw_workflow(1, "retail", "3", 17)
    assert (drawn.domain, drawn.cell, drawn.index) == ("retail", "3", 17)


def test_every_part_of_the_place_changes_the_seed() -> None:
    places = [(1, "2", 0), (2, "2", 0), (1, "3", 0), (1, "2", 1)]
    seeds = {draw_workflow(run, "retail", cell, index).seed for run, cell, index in places}
    assert len(seeds) == 4


def test_nothing_is_drawn_from_a_graph_without_a_review(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("graphs.review.load_review", lambda _: None)
    require_review.cache_clear()
    with pytest.raises(DataError, match="not reviewed yet; review it: tracer graph review retail"):
        draw_workflow(1, "retail", "2", 0)
