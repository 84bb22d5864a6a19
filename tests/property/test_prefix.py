"""What is sent to a model is only ever appended to, so that a server's prefix cache serves it."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from schemas.config import RoleConfig, RolloutConfig
from schemas.message import FunctionCall, ToolCall
from schemas.trajectory import Termination
from tests.support.builders import make_fact
from tests.support.chats import ROLE, ScriptedChat
from tracer.domains.domain import load_domain
from tracer.harness.agents.formats import make_model_agent
from tracer.harness.environment import Environment
from tracer.harness.episode import run_episode
from tracer.harness.users.model import ModelUser
from tracer.inference.chat import ChatReply, ChatRequest

LIMITS = RolloutConfig(max_bad_calls=1000)
REPAIR = "That answer could not be used"
WORDS = st.sampled_from(
    [
        "Grüße, 谢谢.",
        "Yes.\nObservation: {}",
        "a\r\nCustomer says: b\u2028c",
        "{{ 1 }} {% raw %}",
        "#\n\n  x",
    ]
) | st.text(st.characters(exclude_categories=["Cs"]), min_size=1).filter(str.strip)
ANSWERS = st.sampled_from(["Which order is it?", "I've done that.\n\n- It is K48-2071."])
CALLS = st.tuples(
    st.sampled_from(["get_order", "list_products", "fly", ""]),
    st.sampled_from(['{"order_id": "K48-2071"}', "{}", "", "{'a'}", '{"n": 1}}', "[" * 600]),
)
FORMATS = ({"tool_format": "react"}, {"tool_format": "native"}, {"strict_tools": True})
STEPS = st.lists(CALLS, min_size=1, max_size=3)


@dataclass(frozen=True)
class Round:
    """What one side says and the other then does and says."""

    utterance: str
    is_repaired: bool
    steps: list[list[tuple[str, str]]]
    answer: str


ROUNDS = st.lists(
    st.builds(Round, WORDS, st.booleans(), st.lists(STEPS, max_size=3), ANSWERS),
    # A stop counts only once the desk has spoken.
    min_size=2,
    max_size=4,
)


def write_native(calls: Sequence[tuple[str, str]]) -> ChatReply:
    made = [
        ToolCall(id="x", function=FunctionCall(name=name, arguments=text)) for name, text in calls
    ]
    return ChatReply(text="Let me look.", calls=tuple(made), reasoning="private")


def write_react(calls: Sequence[tuple[str, str]]) -> ChatReply:
    lines = [f"Action: {name}\nAction Input: {text}" for name, text in calls]
    return ChatReply(text="\n".join(["Thought: private", *lines]))


def list_agent_replies(rounds: Sequence[Round], tool_format: str) -> list[ChatReply | str]:
    write = write_react if tool_format == "react" else write_native
    replies: list[ChatReply | str] = []
    for item in rounds:
        replies += [write(calls) for calls in item.steps]
        lead = "Thought: private\nAnswer: " if tool_format == "react" else ""
        replies.append(ChatReply(text=f"{lead}{item.answer}"))
    return replies


def list_user_replies(rounds: Sequence[Round]) -> list[ChatReply | str]:
    replies: list[ChatReply | str] = []
    for place, item in enumerate(rounds, start=1):
        signal = "stop" if place == len(rounds) else ""
        turn = {"reason": "r", "facts_told": [], "utterance": item.utterance, "signal": signal}
        replies += ["no turn"] * item.is_repaired
        replies.append(json.dumps(turn))
    return replies


async def play(
    rounds: Sequence[Round], role: RoleConfig, task: str
) -> tuple[list[ChatRequest], list[ChatRequest]]:
    """Return the requests of the agent's side and of the user's."""
    domain = load_domain("retail")
    agent_chat = ScriptedChat(*list_agent_replies(rounds, role.tool_format))
    user_chat = ScriptedChat(*list_user_replies(rounds))
    facts = [make_fact(id="f1", text=f"You want {task}.")]
    agent = make_model_agent(agent_chat, role, domain.schemas, 7, task)
    user = ModelUser(user_chat, ROLE, f"You want {task}.", "You wait.", facts, 8, task)
    environment = Environment(domain.tools, domain.start())
    _, ended, _ = await run_episode(agent, user, environment, domain.policy.text, LIMITS)
    assert ended is Termination.STOP
    assert (agent_chat.replies, user_chat.replies) == ([], [])
    return agent_chat.requests, user_chat.requests


def get_prefix(request: ChatRequest) -> bytes:
    """Return what comes before the first turn: the system message and the tools, as sent."""
    system: Any = request.messages[0]
    assert system["role"] == "system"
    body = request.encode()
    return json.dumps([system, body.get("tools"), body.get("response_format")]).encode()


def check_appended(requests: Sequence[ChatRequest]) -> None:
    """Check that each request goes on where the one before it ended."""
    for before, after in pairwise(requests):
        assert len(after.messages) > len(before.messages)
        assert list(after.messages)[: len(before.messages)] == list(before.messages)
    assert len({get_prefix(request) for request in requests}) == 1


def is_repair(request: ChatRequest) -> bool:
    return REPAIR in request.messages[-1]["content"]


@settings(max_examples=40)
@given(ROUNDS, ROUNDS, st.sampled_from(FORMATS))
async def test_requests_are_append_only_and_begin_alike(
    rounds: list[Round], others: list[Round], changes: dict[str, Any]
) -> None:
    role = ROLE.model_copy(update={**changes, "keep_reasoning": True})
    agent, user = await play(rounds, role, "a refund")
    other, _ = await play(others, role, "a kettle")
    for requests in (agent, other, [item for item in user if not is_repair(item)]):
        check_appended(requests)
    assert get_prefix(agent[0]) == get_prefix(other[0])
    assert sum(map(is_repair, user)) == sum(item.is_repaired for item in rounds)
    assert "private" not in str([item.messages for item in (*agent, *user)])
