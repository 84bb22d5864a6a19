"""Chat models for tests: answers in order, requests kept."""

from collections.abc import Iterable

from schemas.config import RoleConfig
from schemas.message import FunctionCall, ToolCall
from schemas.trajectory import Engine
from tracer.inference.chat import ChatReply, ChatRequest

ROLE = RoleConfig(
    engine=Engine.LLM, model="m", base_url="http://127.0.0.1:1/v1", temperature=0.5, max_tokens=64
)


class ScriptedChat:
    """Gives its replies in order; a text stands for a reply of that text."""

    def __init__(self, *replies: ChatReply | str) -> None:
        self.replies = list(replies)
        self.requests: list[ChatRequest] = []

    async def complete(self, request: ChatRequest) -> ChatReply:
        self.requests.append(request)
        reply = self.replies.pop(0)
        return ChatReply(text=reply) if isinstance(reply, str) else reply


def make_calls(*calls: tuple[str, str]) -> ChatReply:
    """Return a reply with calls, each a name and the text of its arguments; all share one id."""
    made: Iterable[ToolCall] = (
        ToolCall(id="same", function=FunctionCall(name=name, arguments=arguments))
        for name, arguments in calls
    )
    return ChatReply(text="", calls=tuple(made), finish="tool_calls")
