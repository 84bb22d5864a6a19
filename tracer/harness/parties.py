"""Parties: what an agent and a user are to the harness, and what each hands over per turn.

An agent sees policy, tools and messages; a user sees its instruction and what was said aloud.
Neither sees the other's side, the task's reference or the labels.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from schemas.act import Act
from schemas.message import Message, ToolCall


class Finish(StrEnum):
    """Why an agent's output ended."""

    DONE = "done"
    LENGTH = "length"


class Signal(StrEnum):
    """Structured control signal, given by the user simulator alone; words never end an episode."""

    NONE = ""
    STOP = "stop"
    UNSATISFIED = "unsatisfied"


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of the model calls of one turn."""

    input_tokens: int = 0
    output_tokens: int = 0


@dataclass(frozen=True, slots=True)
class AgentReply:
    """One step of an agent: calls or text."""

    text: str = ""
    calls: tuple[ToolCall, ...] = ()
    acts: tuple[Act, ...] = ()
    finish: Finish = Finish.DONE
    usage: Usage = Usage()
    reasoning: str = ""
    """Private reasoning to be kept in the row; empty where none is kept."""


@dataclass(frozen=True, slots=True)
class UserReply:
    """One turn of a user."""

    text: str
    acts: tuple[Act, ...] = ()
    facts: tuple[str, ...] = ()
    signal: Signal = Signal.NONE
    patience: float | None = None
    cause: str = ""
    usage: Usage = field(default=Usage())


class Agent(Protocol):
    """Plays the service side."""

    async def reply(self, messages: Sequence[Message], heard: Sequence[Act]) -> AgentReply:
        """Return the next step after `messages`; `heard` are the acts of the last user message.

        Raises:
            ModelError: the model behind it failed for good.
        """
        ...


class User(Protocol):
    """Plays the customer."""

    async def speak(self, said: Sequence[Message], heard: Sequence[Act]) -> UserReply:
        """Return the next message after what was `said` aloud.

        `heard` are the acts of the agent's last text.

        Raises:
            ModelError: the model behind it failed for good.
            UserFault: what the model behind it said was no message.
        """
        ...
