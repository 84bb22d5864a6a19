"""ReactAgent: an agent played by a model without a tool parser, which writes its calls as text.

After ReAct (Yao et al., arXiv:2210.03629, section 2). Rows stay structured: a call that was written
as text is stored, run and answered as any other.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from prompts.templates import render
from schemas.act import Act
from schemas.config import RoleConfig
from schemas.identity import derive_seed
from schemas.message import Message, Role, ToolCall
from tracer.harness.agents.model import mend_arguments
from tracer.harness.agents.step import CUSTOMER, OBSERVATION, STOPS, parse_step
from tracer.harness.parties import AgentReply, Finish, Usage
from tracer.inference.chat import Call, ChatModel, ChatReply, ChatRequest, ask_role
from tracer.inference.text import clean_text


@dataclass(slots=True)
class ReactAgent:
    """Plays one conversation; `episode` keeps its calls apart from those of other episodes.

    Its thoughts are private reasoning: they are not sent again, so that the history is the same
    whether or not a row keeps them.
    """

    chat: ChatModel
    role: RoleConfig
    tools: Sequence[Mapping[str, Any]]
    seed: int
    episode: str
    n_asked: int = 0
    n_read: int = 0
    sent: list[dict[str, Any]] = field(default_factory=list)

    async def reply(self, messages: Sequence[Message], heard: Sequence[Act]) -> AgentReply:
        """Return the model's next step; `heard` is for rule agents and stays unread.

        Raises:
            ModelError: the model failed for good.
        """
        del heard
        reply = await self.chat.complete(self.make_request(messages))
        return read_step(reply, keep_reasoning=self.role.keep_reasoning)

    def make_request(self, messages: Sequence[Message]) -> ChatRequest:
        """Return the request for the next step; its messages are only ever appended to."""
        self.n_asked += 1
        for message in messages[self.n_read :]:
            self.append(message)
        self.n_read = len(messages)
        name, seed = f"agent/{self.n_asked}", derive_seed(self.seed, self.n_asked)
        request = ask_role(self.role, tuple(self.sent), Call(self.episode, name, seed))
        return replace(request, extra={"stop": list(STOPS), **request.extra})

    def append(self, message: Message) -> None:
        """Take a message into what is sent.

        Results that follow each other become one message: many templates want the roles to
        alternate.
        """
        role, text = encode_message(message, self.tools)
        if message.role is Role.TOOL and self.sent[-1]["role"] == role:
            text = f"{self.sent.pop()['content']}\n{text}"
        self.sent.append({"role": role, "content": text})


def encode_message(message: Message, tools: Sequence[Mapping[str, Any]]) -> tuple[str, str]:
    """Return role and text of a message as it is sent.

    Every line of a result and of the customer's is marked, so that neither can pass for the other.
    """
    text = clean_text(message.content)
    if message.role is Role.SYSTEM:
        return "system", write_system(text, tools)
    if message.role is Role.TOOL:
        return "user", mark_lines(OBSERVATION, text)
    if message.role is Role.USER:
        return "user", mark_lines(CUSTOMER, text)
    calls = [write_call(call) for call in message.tool_calls or ()]
    return "assistant", "\n".join(calls) or f"Answer: {text}"


def write_system(policy: str, tools: Sequence[Mapping[str, Any]]) -> str:
    """Return the system message: policy, tools, form; the same in all conversations of a domain."""
    lines = [json.dumps(tool["function"], ensure_ascii=False) for tool in tools]
    return render("react", policy=policy, tools=lines, observation=OBSERVATION, customer=CUSTOMER)


def mark_lines(mark: str, text: str) -> str:
    """Return the text with the mark before each line, whatever ends a line."""
    return "\n".join(f"{mark} {line}".rstrip() for line in text.splitlines() or [""])


def write_call(call: ToolCall) -> str:
    """Return a call as the agent is asked to write it."""
    arguments = mend_arguments(call.function.arguments)
    return f"Action: {call.function.name}\nAction Input: {arguments}"


def read_step(reply: ChatReply, *, keep_reasoning: bool) -> AgentReply:
    """Return a model's output as a step; of one that was cut off no call is ever made."""
    step = parse_step(reply.text)
    kept = "\n".join(text for text in (reply.reasoning, step.thought) if text)
    return AgentReply(
        text=step.answer,
        calls=() if reply.is_cut_off else step.calls,
        finish=Finish.LENGTH if reply.is_cut_off else Finish.DONE,
        usage=Usage(reply.input_tokens, reply.output_tokens),
        reasoning=kept if keep_reasoning else "",
    )
