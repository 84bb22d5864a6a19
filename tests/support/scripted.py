"""Scripted parties: an agent and a user that say what they were given, turn by turn."""

from collections.abc import Iterable, Iterator, Sequence

from schemas.act import Act
from schemas.message import FunctionCall, Message, ToolCall
from schemas.task import Task
from tracer.harness.parties import AgentReply, Finish, Signal, UserReply


def make_call(tool: str, arguments: str, call_id: str = "") -> ToolCall:
    """Return a tool call."""
    return ToolCall(id=call_id, function=FunctionCall(name=tool, arguments=arguments))


class ScriptedAgent:
    """Gives its replies in order."""

    def __init__(self, replies: Iterable[AgentReply]) -> None:
        self.replies: Iterator[AgentReply] = iter(replies)

    async def reply(self, messages: Sequence[Message], heard: Sequence[Act]) -> AgentReply:
        del messages, heard
        return next(self.replies)


class ScriptedUser:
    """Gives its messages in order."""

    def __init__(self, replies: Iterable[UserReply]) -> None:
        self.replies: Iterator[UserReply] = iter(replies)

    async def speak(self, said: Sequence[Message], heard: Sequence[Act]) -> UserReply:
        del said, heard
        return next(self.replies)


def say(text: str) -> AgentReply:
    """Return an agent's text."""
    return AgentReply(text=text)


def cut(text: str, *calls: ToolCall) -> AgentReply:
    """Return an agent's output cut off at the token limit."""
    return AgentReply(text=text, calls=calls, finish=Finish.LENGTH)


def follow_reference(task: Task) -> ScriptedAgent:
    """Return an agent that makes the reference's calls one by one, then tells what must be told."""
    calls = [
        AgentReply(calls=(make_call(action.tool, action.arguments),)) for action in task.actions
    ]
    told = " ".join(item.value for item in task.information)
    return ScriptedAgent([*calls, say(f"Done. {told}"), say("Goodbye.")])


def ask_and_stop() -> ScriptedUser:
    """Return a user that asks once and then says goodbye."""
    return ScriptedUser(
        [UserReply(text="Please help me."), UserReply(text="Goodbye.", signal=Signal.STOP)]
    )
