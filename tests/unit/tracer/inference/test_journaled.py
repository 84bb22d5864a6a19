from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from schemas.errors import DataError, ModelError
from schemas.message import FunctionCall, ToolCall
from tracer.inference.chat import ChatReply, ChatRequest
from tracer.inference.journaled import JournaledChat

REQUEST = ChatRequest(
    model="m", messages=[{"role": "user", "content": "Hi"}], episode="e", call="agent/1"
)
CALL = ToolCall(id="a", function=FunctionCall(name="f", arguments="{}"))


@dataclass
class Memory:
    """A journal without a file."""

    replies: dict[str, dict[str, Any]] = field(default_factory=dict)

    def get(self, key: str) -> dict[str, Any] | None:
        return self.replies.get(key)

    def append(self, key: str, reply: dict[str, Any]) -> None:
        self.replies[key] = reply


@dataclass
class Counting:
    """A model that numbers its answers, and fails when told to."""

    n: int = 0
    fails: bool = False

    async def complete(self, request: ChatRequest) -> ChatReply:
        del request
        if self.fails:
            raise ModelError("gone")
        self.n += 1
        return ChatReply(text=f"answer {self.n}", calls=(CALL,), input_tokens=3)


async def test_finished_call_is_answered_from_the_journal() -> None:
    model, memory = Counting(), Memory()
    first = await JournaledChat(model, memory).complete(REQUEST)
    again = await JournaledChat(Counting(fails=True), memory).complete(REQUEST)
    assert (again, model.n) == (first, 1)
    assert again.calls == (CALL,)


async def test_equal_prompts_of_two_trials_are_asked_twice() -> None:
    chat = JournaledChat(Counting(), Memory())
    first = await chat.complete(REQUEST)
    second = await chat.complete(replace(REQUEST, episode="other"))
    assert (first.text, second.text) == ("answer 1", "answer 2")


async def test_failed_call_is_not_journaled() -> None:
    memory = Memory()
    with pytest.raises(ModelError):
        await JournaledChat(Counting(fails=True), memory).complete(REQUEST)
    assert memory.replies == {}


async def test_request_without_a_name_is_refused() -> None:
    with pytest.raises(ValueError, match="name"):
        await JournaledChat(Counting(), Memory()).complete(replace(REQUEST, call=""))


async def test_damaged_entry_is_a_loud_error() -> None:
    memory = Memory({REQUEST.make_key(): {"txt": "Hello."}})
    with pytest.raises(DataError, match=REQUEST.make_key()):
        await JournaledChat(Counting(), memory).complete(REQUEST)
