"""EpisodeLog: what was said and done so far, whole for the agent and aloud for the user."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from schemas.act import Act
from schemas.message import Message, Role, ToolCall
from schemas.trajectory import TurnNote
from tracer.harness.environment import ToolResult
from tracer.harness.parties import AgentReply, Usage, UserReply
from tracer.inference.text import clean_text


@dataclass(slots=True)
class EpisodeLog:
    """The conversation as it grows; messages are only ever appended."""

    messages: list[Message]
    said: list[Message] = field(default_factory=list)
    notes: list[TurnNote] = field(default_factory=list)
    heard_by_agent: Sequence[Act] = ()
    heard_by_user: Sequence[Act] = ()
    n_steps: int = 0
    n_user_turns: int = 0
    input_tokens: int = 0
    output_tokens: int = 0

    def add_user(self, reply: UserReply) -> None:
        """Append a user message with its annotation."""
        self.n_user_turns += 1
        self.heard_by_agent = reply.acts
        self.count(reply.usage)
        note = TurnNote.model_construct(
            message=len(self.messages),
            acts=list(reply.acts),
            facts=list(reply.facts),
            patience=reply.patience,
            signal=str(reply.signal),
            cause=reply.cause,
        )
        self.notes.append(note)
        self.add_spoken(Role.USER, reply.text)

    def add_text(self, reply: AgentReply) -> None:
        """Append an assistant text with its annotation."""
        self.heard_by_user = reply.acts
        note = TurnNote.model_construct(
            message=len(self.messages),
            acts=list(reply.acts),
            facts=[],
            patience=None,
            signal="",
            cause="",
        )
        self.notes.append(note)
        self.add_spoken(Role.ASSISTANT, reply.text, reply.reasoning)

    def add_spoken(self, role: Role, text: str, reasoning: str = "") -> None:
        """Append a message that both sides see; what no store or server could take is replaced.

        Reasoning stays in the row: the other side never holds it.
        """
        spoken = Message.model_construct(role=role, content=clean_text(text))
        kept = spoken.model_copy(update={"reasoning_content": clean_text(reasoning) or None})
        self.messages.append(kept if reasoning else spoken)
        self.said.append(spoken)

    def add_calls(self, reply: AgentReply, calls: Sequence[ToolCall]) -> None:
        """Append an assistant message with calls; the user does not see it."""
        message = Message.model_construct(
            role=Role.ASSISTANT,
            content=clean_text(reply.text),
            tool_calls=list(calls),
            reasoning_content=clean_text(reply.reasoning) or None,
        )
        self.messages.append(message)

    def add_result(self, call: ToolCall, result: ToolResult) -> None:
        """Append the answer to one call."""
        message = Message.model_construct(
            role=Role.TOOL,
            content=result.content,
            tool_call_id=call.id,
            name=call.function.name,
        )
        self.messages.append(message)

    def count(self, usage: Usage) -> None:
        """Add the tokens of a turn."""
        self.input_tokens += usage.input_tokens
        self.output_tokens += usage.output_tokens
