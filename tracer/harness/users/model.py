"""ModelUser: a customer played by a model.

It is given its instruction, its stage direction and what was said aloud: no tool traffic, no
labels, no reference. Only the structured signal ends an episode; the same words in a text are
words.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from prompts.templates import render
from schemas.act import Act
from schemas.config import RoleConfig
from schemas.draft import Fact
from schemas.errors import UserFault
from schemas.identity import derive_seed
from schemas.message import Message, Role
from tracer.harness.parties import Signal, Usage, UserReply
from tracer.harness.users.conveyed import list_conveyed
from tracer.harness.users.turn import (
    CustomerTurn,
    UnusableTurnError,
    build_response_format,
    parse_turn,
)
from tracer.inference.chat import Call, ChatModel, ChatReply, ask_role
from tracer.inference.text import clean_text

EMPTY = "utterance: it is empty"


@dataclass(slots=True)
class ModelUser:
    """Plays one customer in one conversation; `direction` is empty in the neutral arm."""

    chat: ChatModel
    role: RoleConfig
    instruction: str
    direction: str
    facts: Sequence[Fact]
    seed: int
    episode: str
    turns: list[CustomerTurn] = field(default_factory=list)
    n_asked: int = 0

    async def speak(self, said: Sequence[Message], heard: Sequence[Act]) -> UserReply:
        """Return the next message; an output that is no turn is asked for once more.

        Raises:
            ModelError: the model failed for good.
            UserFault: its second output is no turn either.
        """
        history = self.show(said)
        first = await self.ask(history)
        turn, usage = self.take(first), count(first)
        if isinstance(turn, str):
            again = render("user_again", fault=turn)
            history += [encode("assistant", first.text), encode("user", again)]
            second = await self.ask(history)
            turn, usage = self.take(second), add(usage, count(second))
        if isinstance(turn, str):
            raise UserFault(f"user model {self.role.model!r}: no usable turn: {turn}")
        return self.say(turn, heard, usage)

    def show(self, said: Sequence[Message]) -> list[dict[str, Any]]:
        """Return the conversation with the roles turned round: the customer is the assistant."""
        facts = [{"id": fact.id, "text": fact.text} for fact in self.facts]
        system = render("user", instruction=self.instruction, direction=self.direction, facts=facts)
        history = [encode("system", system), encode("user", render("user_opening"))]
        turns = iter(self.turns)
        for message in said:
            if message.role is Role.USER:
                turn = next(turns).model_copy(update={"utterance": message.content})
                history.append(encode("assistant", dump_turn(turn)))
            else:
                history.append(encode("user", message.content))
        return history

    async def ask(self, history: Sequence[dict[str, Any]]) -> ChatReply:
        """Return the model's output for a history."""
        self.n_asked += 1
        name, seed = f"user/{self.n_asked}", derive_seed(self.seed, self.n_asked)
        form = build_response_format([fact.id for fact in self.facts], self.role.max_tokens)
        call = Call(self.episode, name, seed)
        return await self.chat.complete(
            ask_role(self.role, tuple(history), call, response_format=form)
        )

    def take(self, reply: ChatReply) -> CustomerTurn | str:
        """Return the turn in an output, or what is wrong with it in words for the model."""
        if reply.is_cut_off:
            return "it was cut off before its end; write less"
        try:
            turn = parse_turn(reply.text, [fact.id for fact in self.facts])
        except UnusableTurnError as error:
            return str(error)
        return turn if turn.utterance.strip() else EMPTY

    def say(self, turn: CustomerTurn, heard: Sequence[Act], usage: Usage) -> UserReply:
        """Return a turn as a message with its annotation, and remember it."""
        text = clean_text(turn.utterance.strip())
        # Before the desk has spoken there is nothing to end: it would cost the agent its reward.
        signal = Signal(turn.signal) if self.turns else Signal.NONE
        self.turns.append(turn)
        told = [fact for fact in self.facts if fact.id in turn.facts_told]
        return UserReply(
            text=text,
            acts=tuple(list_conveyed(text, told, heard, signal)),
            facts=tuple(turn.facts_told),
            signal=signal,
            usage=usage,
        )


def encode(role: str, content: str) -> dict[str, Any]:
    """Return a message as it is sent."""
    return {"role": role, "content": clean_text(content)}


def dump_turn(turn: CustomerTurn) -> str:
    """Return a turn as the model wrote it, so that its own history has the form it is asked for."""
    return json.dumps(turn.model_dump(), ensure_ascii=False)


def count(reply: ChatReply) -> Usage:
    """Return the tokens of one output."""
    return Usage(reply.input_tokens, reply.output_tokens)


def add(first: Usage, second: Usage) -> Usage:
    """Return the tokens of two outputs."""
    return Usage(
        first.input_tokens + second.input_tokens, first.output_tokens + second.output_tokens
    )
