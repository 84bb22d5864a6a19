"""Seat: where a human sits in an episode; what the other side did is printed, lines are read."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import Console

from schemas.message import Message, Role
from tracer.cli.terminal import plain, read_line

LABELS = {Role.USER: "user", Role.ASSISTANT: "agent", Role.TOOL: "result"}


class Left(Exception):
    """The human left before the episode's end."""


@dataclass(slots=True)
class Seat:
    """The place of one side; `own` is the role it speaks in, whose messages need no showing."""

    console: Console
    own: Role
    n_shown: int = 0

    def show_new(self, messages: Sequence[Message]) -> None:
        """Print what others said and what tools gave since the last time; the policy is left out.

        Args:
            messages: The conversation as this side sees it; it only ever grows.
        """
        for message in messages[self.n_shown :]:
            if message.role not in (self.own, Role.SYSTEM):
                self.say(f"{LABELS[message.role]}: {message.content}")
        self.n_shown = len(messages)

    def ask(self, prompt: str) -> str:
        """Return a line typed in.

        Raises:
            Left: it was /quit, or the input has ended.
        """
        try:
            line = read_line(prompt)
        except EOFError as error:
            raise Left from error
        if line == "/quit":
            raise Left
        return line

    def say(self, text: str) -> None:
        """Print a text as it stands."""
        self.console.print(plain(text), soft_wrap=True)


def split_command(line: str) -> tuple[str, str]:
    """Return the word behind the slash and the rest; no word for a line that is text.

    >>> split_command('/get_order {"order_id": "K1"}'), split_command("stop")
    (('get_order', '{"order_id": "K1"}'), ('', 'stop'))
    """
    if not line.startswith("/"):
        return "", line
    word, _, rest = line[1:].partition(" ")
    return word, rest.strip()
