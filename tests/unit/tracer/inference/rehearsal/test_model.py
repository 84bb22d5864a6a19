import json
from typing import Any

import pytest

from tests.support.library import POLICY, TOOLS, list_calls, talk
from tracer.inference.completion import parse_completion
from tracer.inference.rehearsal.model import RehearsalModel

SYSTEM = {"role": "system", "content": POLICY}
HELLO = {"role": "user", "content": "Hello. I want to renew a loan."}
TURN = {"type": "json_schema", "json_schema": {"name": "turn", "schema": {}}}


def ask(*messages: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return RehearsalModel()({"model": "any", "messages": list(messages), **fields})


def test_agent_is_played_where_tools_are_sent() -> None:
    reply = parse_completion(json.dumps(ask(SYSTEM, HELLO, tools=TOOLS)))
    assert reply.text.startswith("To find your account")
    assert reply.finish == "stop"


def test_customer_is_played_where_a_form_is_asked_for() -> None:
    reply = parse_completion(json.dumps(ask(SYSTEM, HELLO, response_format=TURN)))
    assert set(json.loads(reply.text)) == {"reason", "facts_told", "utterance", "signal"}


def test_ids_of_calls_are_counted_over_the_conversation() -> None:
    messages = talk("Hello. I want to renew a loan.", "I am under ada@example.org.")
    ids = [call["id"] for message in messages for call in message.get("tool_calls") or ()]
    assert ids == [f"call_{number}" for number in range(len(list_calls(messages)))]
    assert len(ids) > 3


def test_same_request_gets_the_same_answer() -> None:
    first, second = (ask(SYSTEM, HELLO, tools=TOOLS, seed=seed) for seed in (1, 2))
    assert first == second


def test_usage_grows_with_the_prompt_and_tells_what_was_cached() -> None:
    model = RehearsalModel()
    body = {"messages": [SYSTEM, HELLO], "tools": TOOLS}
    first, second = (parse_completion(json.dumps(model(body))) for _ in range(2))
    assert first.cached_tokens == 0
    assert 0 < second.cached_tokens < second.input_tokens == first.input_tokens
    assert first.output_tokens > 0


CALL = {"id": "a", "type": "function", "function": {"name": "get_loan", "arguments": "{}"}}


@pytest.mark.parametrize(
    "messages",
    [
        [],
        [{}],
        [SYSTEM],
        [{"role": "user", "content": None}],
        [SYSTEM, HELLO, {"role": "assistant", "content": None, "tool_calls": [CALL]}],
        [SYSTEM, HELLO, {"role": "assistant", "tool_calls": [{"id": "a"}]}],
        [SYSTEM, {"role": "tool", "tool_call_id": "z", "content": "[" * 40_000}],
        [{"role": "nobody", "content": "?"}],
    ],
)
@pytest.mark.parametrize("fields", [{"tools": TOOLS}, {"response_format": TURN}, {}])
def test_odd_history_never_makes_a_malformed_answer(
    messages: list[dict[str, Any]], fields: dict[str, Any]
) -> None:
    reply = parse_completion(json.dumps(ask(*messages, **fields)))
    assert reply.text or reply.calls
