"""Models on both sides of a task that play it to its end and keep every request they got."""

import json
from abc import ABC, abstractmethod
from typing import Any

from schemas.draft import FactKind
from schemas.message import FunctionCall, ToolCall
from schemas.task import Task
from tracer.inference.chat import ChatReply, ChatRequest

NOTE = "note-to-myself-4471"
LAST = "That is everything."


class RecordedModel(ABC):
    """Keeps what it is sent, as it is sent."""

    def __init__(self) -> None:
        self.requests: list[dict[str, Any]] = []

    async def complete(self, request: ChatRequest) -> ChatReply:
        # Written out at once: the harness may go on to change what it handed over.
        self.requests.append(json.loads(json.dumps(request.encode())))
        return self.answer()

    @abstractmethod
    def answer(self) -> ChatReply:
        """Return the next answer."""


class RecordedDesk(RecordedModel):
    """Hears the customer out, makes the calls of the reference, tells what must be told."""

    def __init__(self, task: Task, *, writes_react: bool = False) -> None:
        super().__init__()
        self.task = task
        self.writes_react = writes_react
        self.made: list[tuple[str, str]] = []

    def answer(self) -> ChatReply:
        is_first = not self.made and LAST not in json.dumps(self.requests[-1]["messages"])
        if is_first:
            return self.say("What else can you tell me?")
        if len(self.made) < len(self.task.actions):
            action = self.task.actions[len(self.made)]
            self.made.append((action.tool, action.arguments))
            return self.call(action.tool, action.arguments)
        told = [item.value for item in self.task.information]
        if self.task.refusal is not None:
            told.append(self.task.refusal.accepted[0])
        return self.say(" ".join(["Here you are:", *(f"{text}," for text in told), "that is all."]))

    def say(self, text: str) -> ChatReply:
        return ChatReply(text=f"Thought: I answer.\nAnswer: {text}" if self.writes_react else text)

    def call(self, tool: str, arguments: str) -> ChatReply:
        if self.writes_react:
            text = f"Thought: I look.\nAction: {tool}\nAction Input: {arguments}"
            return ChatReply(text=text)
        function = FunctionCall(name=tool, arguments=arguments)
        return ChatReply(text="", calls=(ToolCall(id="c", function=function),), finish="tool_calls")


class RecordedCustomer(RecordedModel):
    """Tells its facts one by one in words of its own, then says that this is everything."""

    def __init__(self, task: Task) -> None:
        super().__init__()
        self.untold = list(task.facts)
        self.has_told_all = False

    def answer(self) -> ChatReply:
        if self.untold:
            fact = self.untold.pop(0)
            values = ", ".join(slot.value for slot in fact.slots if slot.value)
            is_wish = fact.kind is FactKind.REQUEST or not values
            told = "I have a wish, please." if is_wish else f"That would be {values}."
            return self.write(told, [fact.id])
        if not self.has_told_all:
            self.has_told_all = True
            return self.write(LAST, [])
        return self.write("Thank you, goodbye.", [], signal="stop")

    def write(self, utterance: str, facts: list[str], signal: str = "") -> ChatReply:
        turn = {"reason": NOTE, "facts_told": facts, "utterance": utterance, "signal": signal}
        return ChatReply(text=json.dumps(turn))
