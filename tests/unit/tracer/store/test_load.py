import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from tests.support.builders import make_example, make_messages
from tracer.store.folder import RunFolder, create_run
from tracer.store.shard import ShardOutput, locate_part, write_shard
from tracer.store.stage import StageFolder
from tracer.store.views import run_query

ARGUMENTS = [
    '{"order_id":"W7"}',
    '{ "b": 1.0, "a" : [],\t"é":"谢谢 👋", "n": 9007199254740993 }',
    '{"items": [{"x": null}], "order_id": 7, "e": {}, "caf\\u00e9": "\\n"}',
    "{}",
]
TOOLS = '[{"type":"function","function":{"name":"发","parameters":{"é": {}}}}]'
EXAMPLES = [
    make_example(messages=make_messages(arguments)[:5], tools=TOOLS, condition=condition)
    for arguments, condition in zip(ARGUMENTS, [1, None, 593, 0], strict=True)
]
# In a process of its own: the library reads its offline switch when it is first imported.
LOAD = """
import json, sys
from datasets import load_dataset
rows = load_dataset("parquet", data_files=sys.argv[1], split="train", cache_dir=sys.argv[2])
stored = rows.with_format("arrow")[:].to_pylist()
print(json.dumps({"stored": stored, "shown": list(rows)}))
"""


@pytest.fixture
def run(run_root: Path) -> RunFolder:
    run = create_run(run_root, "a")
    output = ShardOutput(EXAMPLES, [], n_in=len(EXAMPLES), wall_s=0.0)
    write_shard(run, StageFolder.EXAMPLES, 0, output)
    return run


def test_sql_reads_the_rows_and_the_bytes_of_arguments(run: RunFolder) -> None:
    columns, rows = run_query(run, "SELECT * FROM examples")
    found = [dict(zip(columns, row, strict=True)) for row in rows]
    assert found == [example.model_dump(mode="json") for example in EXAMPLES]


def test_pandas_reads_the_rows_and_the_bytes_of_arguments(run: RunFolder) -> None:
    frame = pd.read_parquet(locate_part(run, StageFolder.EXAMPLES, 0))
    assert list(frame["id"]) == [example.id for example in EXAMPLES]
    calls = [messages[2]["tool_calls"][0]["function"] for messages in frame["messages"]]
    assert [call["arguments"] for call in calls] == ARGUMENTS
    assert frame["messages"][0][1]["content"] == "Grüße! Please cancel order W7, 谢谢."
    assert frame["messages"][0][1]["tool_calls"] is None
    assert set(frame["tools"]) == {TOOLS}
    assert list(frame["condition"].isna()) == [False, True, False, False]


@pytest.mark.timeout(120)
def test_datasets_reads_the_same_rows(run: RunFolder, tmp_path: Path) -> None:
    part = locate_part(run, StageFolder.EXAMPLES, 0)
    environment = {**os.environ, "HF_HUB_OFFLINE": "1", "HF_HOME": str(tmp_path / "home")}
    done = subprocess.run(
        [sys.executable, "-c", LOAD, str(part), str(tmp_path / "cache")],
        capture_output=True,
        text=True,
        check=False,
        env=environment,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    assert found["stored"] == [example.model_dump(mode="json") for example in EXAMPLES]
    # The library shows JSON text as the value it stands for.
    calls = [row["messages"][2]["tool_calls"][0]["function"] for row in found["shown"]]
    assert [call["arguments"] for call in calls] == [json.loads(text) for text in ARGUMENTS]
    assert [row["tools"] for row in found["shown"]] == [json.loads(TOOLS)] * 4
    assert found["shown"][0]["messages"][1]["content"] == "Grüße! Please cancel order W7, 谢谢."
