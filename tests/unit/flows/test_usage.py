from pathlib import Path

import pytest

from flows.usage import Stopwatch, record_usage, subtract
from schemas.config import RoleConfig, RunConfig
from schemas.trajectory import Engine
from schemas.usage import PrefixUse
from tracer.inference.pool import ModelPool
from tracer.inference.prefix import PrefixCounts
from tracer.store.folder import RunFolder
from tracer.store.usage import load_usage

ROLE = RoleConfig(
    engine=Engine.LLM,
    model="m",
    base_url="http://127.0.0.1:1/v1",
    replicas=["http://127.0.0.1:2/v1"],
)
BOTH = RunConfig(agent=ROLE, user=ROLE)
ASKED: list[str] = []


class Pool(ModelPool):
    """Knows a limit and has no loop."""

    def __init__(self) -> None:
        pass

    def count_in_flight(self, role: RoleConfig) -> int:
        return 8 * len(role.endpoints)


def count_growing(base_url: str) -> PrefixCounts | None:
    """Give 100 tokens more at each reading; the second server tells nothing."""
    ASKED.append(base_url)
    n_asked = ASKED.count(base_url)
    return None if ":2/" in base_url else PrefixCounts(queries=100 * n_asked, hits=30 * n_asked)


@pytest.fixture(autouse=True)
def _counts(monkeypatch: pytest.MonkeyPatch) -> None:
    ASKED.clear()
    monkeypatch.setattr("flows.usage.read_prefix_counts", count_growing)


def test_run_is_told_what_its_servers_counted_meanwhile(tmp_path: Path) -> None:
    run = RunFolder(tmp_path)
    with record_usage(run, BOTH, Pool()) as watch, watch.run():
        assert load_usage(run) is None
    found = load_usage(run)
    assert found is not None
    assert found.prefixes == [PrefixUse(endpoint=ROLE.base_url, n_queries=100, n_hits=30)]
    assert found.n_side_by_side == 16
    assert ROLE.endpoints * 2 == ASKED


def fail_in_a_run(run: RunFolder, error: BaseException) -> None:
    with record_usage(run, BOTH, Pool()):
        raise error


def test_run_that_fails_is_recorded_and_one_that_is_interrupted_is_not(tmp_path: Path) -> None:
    run = RunFolder(tmp_path)
    with pytest.raises(KeyboardInterrupt):
        fail_in_a_run(run, KeyboardInterrupt())
    assert load_usage(run) is None
    with pytest.raises(OSError, match="gone"):
        fail_in_a_run(run, OSError("gone"))
    assert load_usage(run) is not None


def test_rules_ask_no_server(tmp_path: Path) -> None:
    run = RunFolder(tmp_path)
    with record_usage(run, RunConfig(), Pool()):
        pass
    found = load_usage(run)
    assert found is not None
    assert (found.n_side_by_side, found.prefixes, ASKED) == (1, [], [])


def test_server_that_was_started_again_counts_from_nothing() -> None:
    found = subtract({"a": PrefixCounts(500, 400)}, {"a": PrefixCounts(60, 20)})
    assert found == [PrefixUse(endpoint="a", n_queries=60, n_hits=20)]


def test_server_that_told_nothing_before_counts_from_nothing() -> None:
    assert subtract({}, {"a": PrefixCounts(6, 2)})[0].n_queries == 6


def test_stopwatch_adds_up_what_it_saw() -> None:
    watch = Stopwatch()
    with watch.run():
        pass
    first = watch.total_s
    with watch.run():
        pass
    assert watch.total_s > first > 0
