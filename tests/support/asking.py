"""Asks one question of a scripted server, and returns the answer or the error."""

from typing import Any

import pytest

from schemas.config import RoleConfig
from schemas.errors import ModelError
from schemas.trajectory import Engine
from tracer.inference.chat import ChatReply, ChatRequest
from tracer.inference.client import OpenAIChat
from tracer.inference.retry import RetryPolicy
from tracer.inference.server import Answer, Handler, ScriptedServer

QUICK = RetryPolicy(tries=3, first_wait_s=0.0, longest_wait_s=0.2)
REQUEST = ChatRequest(model="m", messages=[{"role": "user", "content": "Hi"}])


class Script:
    """Gives its answers one after another, the last one for ever."""

    def __init__(self, *answers: Answer) -> None:
        self.answers = list(answers)

    def __call__(self, _body: dict[str, Any]) -> Answer:
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]


def make_role(server: ScriptedServer, **changes: Any) -> RoleConfig:
    fields = {"engine": Engine.LLM, "model": "m", "base_url": server.base_url, "timeout_s": 5.0}
    return RoleConfig(**{**fields, **changes})


def connect(server: ScriptedServer, **changes: Any) -> OpenAIChat:
    return OpenAIChat(make_role(server, **changes), QUICK, outage_s=0.0)


async def ask(handler: Handler, **changes: Any) -> tuple[ChatReply, ScriptedServer]:
    async with ScriptedServer(handler) as server, connect(server, **changes) as chat:
        return await chat.complete(REQUEST), server


async def fail(handler: Handler, **changes: Any) -> tuple[ModelError, ScriptedServer]:
    async with ScriptedServer(handler) as server, connect(server, **changes) as chat:
        with pytest.raises(ModelError) as caught:
            await chat.complete(REQUEST)
        return caught.value, server
