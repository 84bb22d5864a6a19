from pathlib import Path

import pytest

from schemas.errors import DataError
from schemas.usage import PrefixUse, RunUsage
from tracer.store.folder import RunFolder
from tracer.store.usage import load_usage, locate_usage, save_usage

USAGE = RunUsage(
    play_s=1.5,
    n_side_by_side=64,
    prefixes=[PrefixUse(endpoint="http://127.0.0.1:1/v1", n_queries=10, n_hits=4)],
)


def test_usage_is_read_as_it_was_written_and_replaced(tmp_path: Path) -> None:
    run = RunFolder(tmp_path)
    assert load_usage(run) is None
    save_usage(run, RunUsage(play_s=9.0, n_side_by_side=1, prefixes=[]))
    save_usage(run, USAGE)
    assert load_usage(run) == USAGE


def test_damaged_usage_is_named(tmp_path: Path) -> None:
    run = RunFolder(tmp_path)
    save_usage(run, USAGE)
    locate_usage(run).write_text("{}", encoding="utf-8")
    with pytest.raises(DataError, match=r"usage\.json: no usage of a run"):
        load_usage(run)
