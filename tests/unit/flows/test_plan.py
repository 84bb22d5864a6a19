from collections.abc import Mapping

import pytest

from flows.plan import Plan, cut_draws, describe_moves
from schemas.config import MixConfig, RunConfig
from schemas.job import Draw
from tasks.sample.fit import Move

TWO = ("retail", "2")
THREE = ("retail", "3")


def make_draw(start: int, stop: int, cell: str = "2") -> Draw:
    return Draw(domain="retail", cell=cell, start=start, stop=stop)


def test_quotas_add_up_to_the_tasks_asked_for() -> None:
    quotas = Plan(RunConfig(tasks=17)).next_quotas()
    assert sum(quotas.values()) == 17


def fill_as_asked(_domain: str, cells: Mapping[str, int]) -> tuple[dict[str, int], list[Move]]:
    return dict(cells), []


def test_domains_share_the_tasks_equally() -> None:
    config = RunConfig(tasks=11, domains=["retail", "other"])
    quotas = Plan(config, fit=fill_as_asked).next_quotas()
    counts = [
        sum(count for (domain, _), count in quotas.items() if domain == name)
        for name in config.domains
    ]
    assert counts == [6, 5]


def test_batches_deal_the_lengths_anew() -> None:
    plan = Plan(RunConfig(tasks=200))
    first, second = plan.next_quotas(), plan.next_quotas()
    assert first != second
    assert sum(first.values()) == sum(second.values())


def test_quota_of_a_cell_no_task_can_be_made_for_is_moved_and_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tasks.sample.fit.find_longest", lambda _domain, most: min(most, 2))
    mix = MixConfig(walk_lengths={4: 1.0}, intents={1: 1.0}, refusal_rate=0)
    config = RunConfig(tasks=5, mix=mix)
    assert Plan(config).next_quotas() == {TWO: 5}
    assert describe_moves(config) == ["retail: no task of cell 4 can be made; its 5 go to 2"]


def test_nothing_is_moved_in_a_run_with_the_default_mix() -> None:
    assert describe_moves(RunConfig()) == []


@pytest.mark.parametrize(
    ("rate", "count", "n_drawn"), [(0.0, 10, 11), (0.12, 10, 13), (0.5, 1, 3), (20.0, 2, 43)]
)
def test_cell_draws_what_is_missing_and_spares(rate: float, count: int, n_drawn: int) -> None:
    plan = Plan(RunConfig(mix=MixConfig(spare_rate=rate)))
    assert plan.draw({TWO: count}) == [make_draw(0, n_drawn)]


def test_later_waves_draw_on_from_where_the_cell_stopped() -> None:
    plan = Plan(RunConfig(mix=MixConfig(spare_rate=0)))
    plan.draw({TWO: 4, THREE: 1})
    assert plan.draw({THREE: 1}) == [make_draw(2, 4, "3")]
    assert plan.draw({TWO: 2}) == [make_draw(5, 8)]


def test_draws_are_sorted_by_cell_however_they_were_asked_for() -> None:
    plans = [Plan(RunConfig()) for _ in range(2)]
    assert plans[0].draw({THREE: 1, TWO: 1}) == plans[1].draw({TWO: 1, THREE: 1})


@pytest.mark.parametrize(
    ("draws", "size", "expected"),
    [
        ([], 3, []),
        ([make_draw(5, 5)], 3, []),
        ([make_draw(0, 3)], 3, [[make_draw(0, 3)]]),
        ([make_draw(2, 6)], 3, [[make_draw(2, 5)], [make_draw(5, 6)]]),
        (
            [make_draw(0, 2), make_draw(0, 2, "3")],
            3,
            [[make_draw(0, 2), make_draw(0, 1, "3")], [make_draw(1, 2, "3")]],
        ),
    ],
    ids=["none", "empty", "one full", "cut", "across cells"],
)
def test_shards_are_filled_in_order(
    draws: list[Draw], size: int, expected: list[list[Draw]]
) -> None:
    assert cut_draws(draws, size) == expected
