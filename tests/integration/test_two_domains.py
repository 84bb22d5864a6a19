"""One run over both domains: equal parts, exact quotas, refusals among them."""

from collections import Counter
from pathlib import Path

import pytest

from flows.plan import Plan
from schemas.config import RunConfig
from schemas.example import TrainingExample
from schemas.task import Task, TaskKind
from tests.support.flows import make_run
from tracer.store.folder import RunFolder
from tracer.store.ledger import count_episodes, count_tasks
from tracer.store.shard import list_shards, read_shard
from tracer.store.stage import StageFolder

CONFIG = RunConfig(domains=["retail", "airline"], tasks=60, seed=11)


@pytest.fixture(scope="module")
def run(home: Path, runs: Path) -> RunFolder:
    del home
    return make_run(runs, "two-domains", CONFIG)


def read_tasks(run: RunFolder) -> list[Task]:
    shards = list_shards(run, StageFolder.TASKS)
    return [task for shard in shards for task in read_shard(run, StageFolder.TASKS, shard, Task)]


def test_delivered_cells_are_those_asked_for(run: RunFolder) -> None:
    delivered = Counter((task.domain, task.cell) for task in read_tasks(run))
    assert delivered == Counter(Plan(CONFIG).next_quotas())


def test_domains_have_equal_parts_and_refusals(run: RunFolder) -> None:
    tasks = read_tasks(run)
    assert Counter(task.domain for task in tasks) == {"retail": 30, "airline": 30}
    refusals = {task.domain for task in tasks if task.kind is TaskKind.REFUSAL}
    assert refusals == {"retail", "airline"}


def test_both_ledgers_are_exact(run: RunFolder) -> None:
    for ledger in (count_tasks(run), count_episodes(run)):
        assert ledger.is_exact
        assert ledger.open == 0


def test_rows_carry_their_domains_versions_and_review(run: RunFolder) -> None:
    rows = [
        row
        for shard in list_shards(run, StageFolder.EXAMPLES)
        for row in read_shard(run, StageFolder.EXAMPLES, shard, TrainingExample)
    ]
    by_domain = {row.domain: row.provenance for row in rows}
    assert set(by_domain) == {"retail", "airline"}
    assert by_domain["retail"].policy != by_domain["airline"].policy
    assert {item.graph_review for item in by_domain.values()} == {"model"}
