import io
import json

import pyarrow.parquet as pq
from hypothesis import given
from hypothesis import strategies as st

from schemas.arrow import find_record_fault, from_table, to_table
from schemas.message import FunctionCall, Message, Role, ToolCall
from schemas.trajectory import Trajectory
from tests.support.builders import make_trajectory

SCRIPTS = st.sampled_from(
    ["Grüße", "Привет", "你好", "こんにちは", "안녕", "שלום", "مرحبا", "नमस्ते", "👩‍👩‍👧"]
) | st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"))
NUMBERS = st.integers(-(2**63), 2**63 - 1) | st.floats(allow_nan=False, allow_infinity=False)
VALUES = st.recursive(
    st.none() | st.booleans() | NUMBERS | SCRIPTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(SCRIPTS, inner, max_size=3),
    max_leaves=10,
)
ARGUMENTS = st.builds(
    lambda value, ascii_only, indent: json.dumps(value, ensure_ascii=ascii_only, indent=indent),
    st.dictionaries(SCRIPTS, VALUES, max_size=4),
    st.booleans(),
    st.sampled_from([None, 0, 2]),
)
CALLS = st.builds(
    lambda name, arguments: ToolCall(
        id="call_1", function=FunctionCall(name=name, arguments=arguments)
    ),
    SCRIPTS,
    ARGUMENTS,
)
MESSAGES = st.builds(
    Message,
    role=st.sampled_from(Role),
    content=SCRIPTS,
    tool_calls=st.none() | st.lists(CALLS, max_size=3),
    tool_call_id=st.none() | SCRIPTS,
    name=st.none() | SCRIPTS,
    reasoning_content=st.none() | SCRIPTS,
)
TRAJECTORIES = st.builds(
    make_trajectory,
    messages=st.lists(MESSAGES, max_size=5),
    condition=st.none() | st.integers(0, 593),
    reward=st.none() | st.sampled_from([1.0, 0.0, -1.0]),
    error=SCRIPTS,
    missing_information=st.lists(SCRIPTS, max_size=3),
)


def store(records: list[Trajectory]) -> bytes:
    sink = io.BytesIO()
    pq.write_table(to_table(Trajectory, records), sink)
    return sink.getvalue()


@given(st.lists(TRAJECTORIES, max_size=3))
def test_records_come_back_from_parquet_unchanged(records: list[Trajectory]) -> None:
    assert [find_record_fault(record) for record in records] == [None] * len(records)
    table = pq.read_table(io.BytesIO(store(records)))
    assert from_table(Trajectory, table) == records


@given(ARGUMENTS)
def test_arguments_come_back_byte_for_byte(arguments: str) -> None:
    call = ToolCall(id="call_1", function=FunctionCall(name="find", arguments=arguments))
    message = Message(role=Role.ASSISTANT, content="", tool_calls=[call])
    table = pq.read_table(io.BytesIO(store([make_trajectory(messages=[message])])))
    stored = table.column("messages").to_pylist()[0][0]["tool_calls"][0]["function"]["arguments"]
    assert stored.encode() == arguments.encode()


@given(st.lists(TRAJECTORIES, max_size=2))
def test_same_records_give_the_same_file(records: list[Trajectory]) -> None:
    assert store(records) == store(records)
