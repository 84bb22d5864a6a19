"""HumanAgent: an agent played at the terminal; it sees policy, tools and messages, never a task."""

from collections.abc import Sequence
from dataclasses import dataclass

from schemas.act import Act
from schemas.message import FunctionCall, Message, ToolCall
from tracer.cli.seat import Seat, split_command
from tracer.domains.domain import Domain
from tracer.domains.tool import Tool
from tracer.harness.environment import decode_arguments
from tracer.harness.parties import AgentReply

HELP = """\
A line is said to the customer and ends your turn. Before it, as many calls as you like, one a line:
/get_order {"order_id": "..."}. /tools lists the tools, /policy shows the policy, /quit leaves."""


@dataclass(slots=True)
class HumanAgent:
    """Plays one conversation, a step for every line."""

    seat: Seat
    domain: Domain

    async def reply(self, messages: Sequence[Message], heard: Sequence[Act]) -> AgentReply:
        """Return the next call or text typed in; `heard` is for rule agents and stays unread.

        Raises:
            Left: the human left.
        """
        del heard
        self.seat.show_new(messages)
        while True:
            step = self.read(self.seat.ask("agent> "))
            if step is not None:
                return step

    def read(self, line: str) -> AgentReply | None:
        """Return the step a line is; None when it only asked for something to be shown."""
        word, rest = split_command(line)
        if word in self.domain.tools:
            return self.read_call(word, rest)
        if word == "tools":
            for tool in self.domain.tools.values():
                self.seat.say(describe_tool(tool))
        elif word == "policy":
            self.seat.say(self.domain.policy.text)
        elif not word and rest and not line.startswith("/"):
            return AgentReply(text=line)
        else:
            self.seat.say(HELP)
        return None

    def read_call(self, name: str, text: str) -> AgentReply | None:
        """Return a call; None when its arguments are no JSON object, as a slip of the hand."""
        arguments = decode_arguments(text)
        if isinstance(arguments, str):
            self.seat.say(
                f"not called: {arguments}; the tool is {describe_tool(self.domain.tools[name])}"
            )
            return None
        call = ToolCall(id="call", function=FunctionCall(name=name, arguments=text))
        return AgentReply(calls=(call,))


def describe_tool(tool: Tool) -> str:
    """Return a tool as it is called, with what it does; an argument that may be left out has a `?`.

    The description is cut at its first line.
    """
    required = tool.parameters.get("required", ())
    names = tool.parameters.get("properties", {})
    arguments = ", ".join(name if name in required else f"{name}?" for name in names)
    lines = tool.description.splitlines() or [""]
    return f"/{tool.name} ({arguments}): {lines[0]}"
