"""ModelAgent: an agent played by a model with native tool calling.

It is given the conversation as the agent sees it and the tools' schemas, and nothing else: never a
task, a workflow, a reference or a guard (an import contract and a canary test).
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from schemas.act import Act
from schemas.config import RoleConfig
from schemas.identity import derive_seed
from schemas.message import Message, Role, ToolCall
from schemas.text import find_json_fault
from tracer.harness.agents.strict import tighten_tools
from tracer.harness.agents.tool_name import mend_name
from tracer.harness.parties import AgentReply, Finish, Usage
from tracer.inference.chat import Call, ChatModel, ChatReply, ChatRequest, ask_role
from tracer.inference.text import clean_text

MAX_QUOTED = 500


@dataclass(slots=True)
class ModelAgent:
    """Plays one conversation; `episode` keeps its calls apart from those of other episodes."""

    chat: ChatModel
    role: RoleConfig
    tools: Sequence[Mapping[str, Any]]
    seed: int
    episode: str
    n_asked: int = 0

    def __post_init__(self) -> None:
        if self.role.strict_tools:
            self.tools = tighten_tools(self.tools, self.role.max_tokens)

    async def reply(self, messages: Sequence[Message], heard: Sequence[Act]) -> AgentReply:
        """Return the model's next step; `heard` is for rule agents and stays unread.

        Raises:
            ModelError: the model failed for good.
        """
        del heard
        reply = await self.chat.complete(self.make_request(messages))
        return read_reply(reply, keep_reasoning=self.role.keep_reasoning)

    def make_request(self, messages: Sequence[Message]) -> ChatRequest:
        """Return the request for the next step."""
        self.n_asked += 1
        name, seed = f"agent/{self.n_asked}", derive_seed(self.seed, self.n_asked)
        sent = [encode_message(message) for message in messages]
        return ask_role(self.role, sent, Call(self.episode, name, seed), tools=self.tools)


def read_reply(reply: ChatReply, *, keep_reasoning: bool) -> AgentReply:
    """Return a model's answer as a step; private reasoning is left behind unless a row keeps it."""
    return AgentReply(
        text=reply.text,
        calls=reply.calls,
        finish=Finish.LENGTH if reply.is_cut_off else Finish.DONE,
        usage=Usage(reply.input_tokens, reply.output_tokens),
        reasoning=reply.reasoning if keep_reasoning else "",
    )


def encode_message(message: Message) -> dict[str, Any]:
    """Return a message as it is sent: calls valid, content never null."""
    sent: dict[str, Any] = {"role": message.role.value, "content": clean_text(message.content)}
    if message.tool_calls:
        sent["tool_calls"] = [encode_call(call) for call in message.tool_calls]
    if message.role is Role.TOOL:
        sent["tool_call_id"] = message.tool_call_id
    return sent


def encode_call(call: ToolCall) -> dict[str, Any]:
    """Return a call as it is sent."""
    name, arguments = mend_name(call.function.name), mend_arguments(call.function.arguments)
    function = {"name": name, "arguments": arguments}
    return {"id": call.id, "type": call.type, "function": function}


def mend_arguments(text: str) -> str:
    """Return the text of arguments, or an object that quotes it when it is no JSON object.

    A server that reads arguments to fill its template refuses every later turn over a broken call.
    """
    if find_json_fault(text) is None and isinstance(json.loads(text), dict):
        return text
    return json.dumps({"not_a_json_object": clean_text(text)[:MAX_QUOTED]}, ensure_ascii=False)
